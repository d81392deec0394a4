import type { EngineReply, RenderResult } from "../../../shared/engine-process.js";
import type { Renderer } from "../sources/page/renderer.js";

/** Longer than main takes for the pages in line before it, each of which has a limit of its own. */
const answerLimitMs = 180_000;

const unanswered: RenderResult = {
  kind: "failed",
  outcome: "timeout",
  detail: "The page did not open in a hidden window in time.",
};

export interface RenderLink {
  readonly render: Renderer;
  /** Main has answered. What nobody waits for any more is dropped. */
  settle(id: number, result: RenderResult): void;
}

/** Asks main, which has windows, to open pages. */
export function renderLink(send: (reply: EngineReply) => void): RenderLink {
  const waiting = new Map<number, (result: RenderResult) => void>();
  let lastId = 0;
  return {
    render: (wish, signal) => {
      const id = ++lastId;
      const given = AbortSignal.any([signal, AbortSignal.timeout(answerLimitMs)]);
      return new Promise<RenderResult>((resolve) => {
        const giveUp = () => settle(unanswered);
        const settle = (result: RenderResult) => {
          waiting.delete(id);
          given.removeEventListener("abort", giveUp);
          resolve(result);
        };
        if (given.aborted) return settle(unanswered);
        given.addEventListener("abort", giveUp);
        waiting.set(id, settle);
        send({ kind: "render", id, request: wish });
      });
    },
    settle: (id, result) => waiting.get(id)?.(result),
  };
}
