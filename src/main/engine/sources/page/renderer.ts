import type { RenderRequest, RenderResult } from "../../../../shared/engine-process.js";

/** Opens a page in a hidden window and returns its content. Never rejects. */
export type Renderer = (request: RenderRequest, signal: AbortSignal) => Promise<RenderResult>;

/** For servers and the command line, which have no window. */
export const noWindowRenderer: Renderer = async () => ({
  kind: "failed",
  outcome: "needs a window",
  detail: "The page shows its price only in a browser window. Check it in the Tidemark app.",
});
