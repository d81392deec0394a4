import type { DataError } from "../../shared/data/data-error.js";
import type {
  HostInput,
  HostOperation,
  HostProgress,
  HostResult,
} from "../../shared/data/host-operations.js";
import type { EngineReply, EngineRequest } from "../../shared/engine-process.js";

/** The engine exited before the operation finished, or was not running. */
export const engineAwayError: DataError = {
  kind: "engine-away",
  path: null,
  message: "Tidemark's engine stopped before it had finished.",
  action: "Try again in a moment. Nothing that was saved is lost.",
};

export interface HostCallOptions {
  readonly onProgress: (progress: HostProgress) => void;
  readonly signal: AbortSignal;
}

interface PendingCall {
  readonly settle: (result: HostResult<HostOperation>) => void;
  readonly onProgress: HostCallOptions["onProgress"];
}

/**
 * The main process's own calls to the engine, which may take minutes. Each one settles, at the latest when the engine
 * exits.
 */
export class HostCalls {
  readonly #pending = new Map<number, PendingCall>();
  #lastId = 0;

  /** Never rejects. */
  call<K extends HostOperation>(
    send: (request: EngineRequest) => void,
    operation: K,
    input: HostInput<K>,
    { onProgress, signal }: HostCallOptions,
  ): Promise<HostResult<K>> {
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      const cancel = () => send({ kind: "host-cancel", id });
      const settle = (result: HostResult<HostOperation>) => {
        this.#pending.delete(id);
        signal.removeEventListener("abort", cancel);
        // The engine returns the result type of the operation.
        resolve(result as HostResult<K>);
      };
      signal.addEventListener("abort", cancel);
      this.#pending.set(id, { settle, onProgress });
      send({ kind: "host-call", id, operation, input });
      if (signal.aborted) cancel();
    });
  }

  handleReply(reply: Extract<EngineReply, { kind: "host-progress" | "host-result" }>): void {
    const pending = this.#pending.get(reply.id);
    if (reply.kind === "host-progress") pending?.onProgress(reply.progress);
    else pending?.settle(reply.result);
  }

  failAll(): void {
    for (const { settle } of [...this.#pending.values()])
      settle({ outcome: "failed", problem: engineAwayError });
  }
}
