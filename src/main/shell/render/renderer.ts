import type { RenderResult, RenderWish } from "../../../shared/engine-process.js";
import type { Log } from "../log.js";

/** Opens pages for the engine. What it takes is loaded with the first page: the app's start does without. */
export function hiddenPages(log: Log): (wish: RenderWish) => Promise<RenderResult> {
  return async (wish) => {
    const { renderPage } = await import("./render-page.js");
    return renderPage(wish, log);
  };
}
