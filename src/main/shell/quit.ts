import { app } from "electron";
import { isShopSession } from "./render/shop-session.js";

export interface QuitOptions {
  readonly stopEngine: () => Promise<void>;
  /** Whether the app goes on without a window, and checks prices. */
  readonly keepsRunning: () => boolean;
  /** The last window was closed, and the app goes on. */
  readonly onInBackground: () => void;
}

/** Ends the app once the engine has ended: it may still be writing. */
export function setupQuit({ stopEngine, keepsRunning, onInBackground }: QuitOptions): void {
  let isStopped = false;
  app.on("will-quit", (event) => {
    if (isStopped) return;
    event.preventDefault();
    void stopEngine().finally(() => {
      isStopped = true;
      // In a turn of its own: an engine that had ended before is done within this event, where quitting is not heard.
      setImmediate(() => app.quit());
    });
  });
  // Pages of shops have windows, too, which come and go without the shopper.
  let hadOwnWindow = false;
  app.on("browser-window-created", (_event, { webContents }) => {
    hadOwnWindow ||= !isShopSession(webContents.session);
  });
  app.on("window-all-closed", () => {
    if (!hadOwnWindow) return;
    hadOwnWindow = false;
    if (process.platform === "darwin") return;
    if (keepsRunning()) onInBackground();
    else app.quit();
  });
}
