import type {
  HostInput,
  HostOperation,
  HostProgress,
  HostResult,
} from "../../shared/data/host-operations.js";
import type { DataProblem } from "../../shared/data/problem.js";
import type { EngineReply, EngineRequest } from "../../shared/engine-process.js";

/** The engine exited before the operation finished, or was not running. */
export const engineAway: DataProblem = {
  kind: "engine-away",
  path: null,
  message: "Tidemark's engine stopped before it had finished.",
  action: "Try again in a moment. Nothing that was saved is lost.",
};

export interface HostWork {
  readonly onProgress: (progress: HostProgress) => void;
  readonly signal: AbortSignal;
}

interface Waiting {
  readonly settle: (result: HostResult<HostOperation>) => void;
  readonly onProgress: HostWork["onProgress"];
}

/** The main process's own calls to the engine, which may take minutes. Each one settles, at the latest when the engine exits. */
export class HostCalls {
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  /** Never rejects. */
  ask<K extends HostOperation>(
    send: (request: EngineRequest) => void,
    operation: K,
    input: HostInput<K>,
    { onProgress, signal }: HostWork,
  ): Promise<HostResult<K>> {
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      const cancel = () => send({ kind: "host-cancel", id });
      const settle = (result: HostResult<HostOperation>) => {
        this.#waiting.delete(id);
        signal.removeEventListener("abort", cancel);
        // The engine returns the result type of the operation.
        resolve(result as HostResult<K>);
      };
      signal.addEventListener("abort", cancel);
      this.#waiting.set(id, { settle, onProgress });
      send({ kind: "host-call", id, operation, input });
      if (signal.aborted) cancel();
    });
  }

  receive(reply: Extract<EngineReply, { kind: "host-progress" | "host-result" }>): void {
    const waiting = this.#waiting.get(reply.id);
    if (reply.kind === "host-progress") waiting?.onProgress(reply.progress);
    else waiting?.settle(reply.result);
  }

  loseAll(): void {
    for (const { settle } of [...this.#waiting.values()]) settle({ outcome: "failed", problem: engineAway });
  }
}
