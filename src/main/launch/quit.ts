import { app } from "electron";
import { isShopSession } from "../shop-pages/shop-session.js";

export interface QuitOptions {
  readonly stopEngine: () => Promise<void>;
  /** Whether the app keeps checking prices without a window. */
  readonly shouldKeepRunning: () => boolean;
  /** The last window was closed, and the app keeps running. */
  readonly onInBackground: () => void;
}

/** Delays quitting until the engine has exited, because it may still be writing. */
export function setupQuit({ stopEngine, shouldKeepRunning, onInBackground }: QuitOptions): void {
  let isStopped = false;
  app.on("will-quit", (event) => {
    if (isStopped) return;
    event.preventDefault();
    void stopEngine().finally(() => {
      isStopped = true;
      // Deferred: if the engine had already exited, this runs during `will-quit`, when `app.quit` has no effect.
      setImmediate(() => app.quit());
    });
  });
  // Windows for shop pages open and close on their own, and do not count.
  let hadOwnWindow = false;
  app.on("browser-window-created", (_event, { webContents }) => {
    hadOwnWindow ||= !isShopSession(webContents.session);
  });
  app.on("window-all-closed", () => {
    if (!hadOwnWindow) return;
    hadOwnWindow = false;
    if (process.platform === "darwin") return;
    if (shouldKeepRunning()) onInBackground();
    else app.quit();
  });
}
