import type { RenderRequest, RenderResult } from "../../shared/engine-process.js";
import type { Log } from "../launch/log.js";

/** Opens pages for the engine. Loads the module with the first page, to keep the app's start fast. */
export function createHiddenRenderer(log: Log): (request: RenderRequest) => Promise<RenderResult> {
  return async (request) => {
    const { renderPage } = await import("./render-page.js");
    return renderPage(request, log);
  };
}
