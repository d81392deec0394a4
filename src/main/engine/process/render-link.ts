import type { EngineReply, RenderResult } from "../../../shared/engine-process.js";
import { PendingCalls } from "../../../shared/pending-calls.js";
import type { Renderer } from "../sources/page/renderer.js";

/** Longer than the main process needs for the pages queued ahead, each of which has its own timeout. */
const renderTimeoutMs = 180_000;

const timedOut: RenderResult = {
  kind: "failed",
  outcome: "timeout",
  detail: "The page did not open in a hidden window in time.",
};

export interface RenderLink {
  readonly render: Renderer;
  /** Resolves a request with the main process's result. Ignores a result that is no longer awaited. */
  settle(id: number, result: RenderResult): void;
}

/** Renders pages in the main process, which has windows. */
export function renderLink(send: (reply: EngineReply) => void): RenderLink {
  const pending = new PendingCalls<RenderResult>();
  return {
    render: async (request, signal) => {
      const cancelSignal = AbortSignal.any([signal, AbortSignal.timeout(renderTimeoutMs)]);
      if (cancelSignal.aborted) return timedOut;
      const { id, answer } = pending.register();
      const cancel = () => pending.settle(id, timedOut);
      cancelSignal.addEventListener("abort", cancel);
      send({ kind: "render", id, request });
      const result = await answer;
      cancelSignal.removeEventListener("abort", cancel);
      return result;
    },
    settle: (id, result) => pending.settle(id, result),
  };
}
