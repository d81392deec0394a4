import { app } from "electron";
import type { OpenExternal } from "./external-links.js";
import { isPage, type Page } from "./page.js";
import { isShopSession } from "./render/shop-session.js";

/**
 * The window shows one page for its whole life. Whatever would lead elsewhere, for instance a link dropped on it, is
 * stopped; links that ask for a window of their own go to the shopper's browser if they are `https:`.
 */
export function setupNavigationLock(page: Page, openExternal: OpenExternal): void {
  app.on("web-contents-created", (_event, contents) => {
    // Pages of shops go from page to page; their windows have locks of their own.
    if (isShopSession(contents.session)) return;
    const stay = (event: { preventDefault(): void; readonly url: string }) => {
      if (!isPage(page, event.url)) event.preventDefault();
    };
    contents.on("will-navigate", stay);
    contents.on("will-frame-navigate", stay);
    contents.on("will-redirect", stay);
    contents.on("will-attach-webview", (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      if (URL.canParse(url) && new URL(url).protocol === "https:")
        void openExternal(url).catch(() => undefined);
      return { action: "deny" };
    });
  });
}
