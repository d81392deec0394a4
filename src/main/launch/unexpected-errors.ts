import { app, dialog } from "electron";
import type { Log } from "./log.js";

/** Logs unexpected errors and shows a dialog for the first one. The window stays open. */
export function setupUnexpectedErrors(log: Log, logFolder: string): void {
  let hasShownDialog = false;
  const onError = (kind: string) => (error: unknown) => {
    log(`${kind}: ${error instanceof Error ? error.stack : String(error)}`);
    if (hasShownDialog || !app.isReady()) return;
    hasShownDialog = true;
    void dialog.showMessageBox({
      type: "warning",
      message: "Something unexpected went wrong in Tidemark.",
      detail: `Your data is safe. If Tidemark behaves oddly, close it and open it again. Details are in ${logFolder}.`,
    });
  };
  process.on("uncaughtException", onError("Uncaught exception"));
  process.on("unhandledRejection", onError("Unhandled rejection"));
}
