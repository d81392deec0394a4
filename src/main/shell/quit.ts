import { app } from "electron";

/** Ends the app once the engine has ended: it may still be writing. Closing the window ends the app, but for macOS. */
export function setupQuit(stopEngine: () => Promise<void>): void {
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
  app.on("window-all-closed", () => {
    if (process.platform !== "darwin") app.quit();
  });
}
