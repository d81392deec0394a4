import type { EngineReply, RenderResult } from "../../../shared/engine-process.js";
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
  const pending = new Map<number, (result: RenderResult) => void>();
  let lastId = 0;
  return {
    render: (request, signal) => {
      const id = ++lastId;
      const cancelSignal = AbortSignal.any([signal, AbortSignal.timeout(renderTimeoutMs)]);
      return new Promise<RenderResult>((resolve) => {
        const onAbort = () => settle(timedOut);
        const settle = (result: RenderResult) => {
          pending.delete(id);
          cancelSignal.removeEventListener("abort", onAbort);
          resolve(result);
        };
        if (cancelSignal.aborted) return settle(timedOut);
        cancelSignal.addEventListener("abort", onAbort);
        pending.set(id, settle);
        send({ kind: "render", id, request });
      });
    },
    settle: (id, result) => pending.get(id)?.(result),
  };
}
