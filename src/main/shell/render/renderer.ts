import type { RenderResult, RenderWish } from "../../../shared/engine-process.js";
import type { Log } from "../log.js";

/** Opens pages for the engine. Loads the module with the first page, to keep the app's start fast. */
export function hiddenPages(log: Log): (wish: RenderWish) => Promise<RenderResult> {
  return async (wish) => {
    const { renderPage } = await import("./render-page.js");
    return renderPage(wish, log);
  };
}
