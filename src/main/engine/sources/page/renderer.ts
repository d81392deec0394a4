import type { RenderResult, RenderWish } from "../../../../shared/engine-process.js";

/** Opens a page in a hidden window and says what stands in it. Never rejects. */
export type Renderer = (wish: RenderWish, signal: AbortSignal) => Promise<RenderResult>;

/** Where there is no window: on a server and on the command line. */
export const noWindow: Renderer = async () => ({
  kind: "failed",
  outcome: "needs a window",
  detail: "The page shows its price only in a browser window, which Tidemark's app has; check it there.",
});
