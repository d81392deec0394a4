import { app, shell } from "electron";
import { invokeChannels } from "../../shared/ipc.js";
import type { Log } from "../launch/log.js";
import { isShopSession } from "../shop-pages/shop-session.js";
import { isPage, type Page } from "./page.js";

export type OpenExternal = (url: string) => Promise<void>;

/** Opens `https:` links in the user's default browser; rejects anything else. */
export function createLinkOpener(log: Log): OpenExternal {
  return async (url) => {
    const [address] = invokeChannels["shell:open-external"].args.parse([url]);
    try {
      await shell.openExternal(address);
    } catch (error) {
      log(`A link could not be opened: ${String(error)}`);
    }
  };
}

/**
 * Prevents the window from navigating away from its page, for instance to a link dropped on it. `https:` links that
 * would open a new window open in the user's browser instead.
 */
export function setupNavigationLock(page: Page, openExternal: OpenExternal): void {
  app.on("web-contents-created", (_event, contents) => {
    // Windows for shop pages may navigate, under rules of their own (shop-pages/shop-window.ts).
    if (isShopSession(contents.session)) return;
    const preventLeaving = (event: { preventDefault(): void; readonly url: string }) => {
      if (!isPage(page, event.url)) event.preventDefault();
    };
    contents.on("will-navigate", preventLeaving);
    contents.on("will-frame-navigate", preventLeaving);
    contents.on("will-redirect", preventLeaving);
    contents.on("will-attach-webview", (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      if (URL.canParse(url) && new URL(url).protocol === "https:")
        void openExternal(url).catch(() => undefined);
      return { action: "deny" };
    });
  });
}
