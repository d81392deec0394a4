import type { RenderResult, RenderWish } from "../../../../shared/engine-process.js";

/** Opens a page in a hidden window and returns its content. Never rejects. */
export type Renderer = (wish: RenderWish, signal: AbortSignal) => Promise<RenderResult>;

/** For servers and the command line, which have no window. */
export const noWindow: Renderer = async () => ({
  kind: "failed",
  outcome: "needs a window",
  detail: "The page shows its price only in a browser window. Check it in the Tidemark app.",
});
