import type { RenderRequest } from "../../shared/engine-process.js";
import { type BrowserPage, pageCrashed, pageTooLarge } from "../../shared/node/render-page.js";
import { openShopWindow, runInPage } from "./shop-window.js";

/** Opens an empty page in a hidden window. */
export async function openHiddenPage({ allowedHosts, language }: RenderRequest): Promise<BrowserPage> {
  const page = await openShopWindow({
    purpose: "render",
    allowedHosts,
    language,
    window: { show: false, width: 1_280, height: 1_600, skipTaskbar: true, focusable: false },
  });
  const { webContents: contents } = page.window;
  let status = 0;
  contents.on("did-navigate", (_event, _url, code) => {
    status = code;
  });
  return {
    network: page.traffic,
    open: (url, { onReady, onNavigation, onError }) => {
      contents.on("dom-ready", onReady);
      contents.on("did-start-navigation", ({ isMainFrame, isSameDocument }) => {
        if (isMainFrame && !isSameDocument) onNavigation();
      });
      contents.on("did-redirect-navigation", ({ isMainFrame }) => {
        if (isMainFrame) onNavigation();
      });
      contents.on("did-fail-load", (_event, code, description, _url, isMainFrame) => {
        // -3 (aborted): another navigation replaced this one.
        if (isMainFrame && code !== -3) onError(description);
      });
      contents.loadURL(url).catch(() => undefined);
    },
    ended: new Promise((resolve) => {
      contents.on("render-process-gone", () => resolve(pageCrashed));
      page.exhausted.then(() => resolve(pageTooLarge));
    }),
    evaluate: (expression) => runInPage(page, expression),
    url: () => (page.window.isDestroyed() ? "" : contents.getURL()),
    status: () => status,
    stopLoading: () => {
      if (!page.window.isDestroyed()) contents.stop();
    },
    isRefused: page.isRefused,
    connectionError: page.connectionError,
    close: page.close,
  };
}
