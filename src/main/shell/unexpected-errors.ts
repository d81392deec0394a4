import { app, dialog } from "electron";
import type { Log } from "./log.js";

/** Logs unexpected errors and shows a dialog for the first one. The window stays open. */
export function setupUnexpectedErrors(log: Log, logFolder: string): void {
  let isTold = false;
  const onFault = (kind: string) => (error: unknown) => {
    log(`${kind}: ${error instanceof Error ? error.stack : String(error)}`);
    if (isTold || !app.isReady()) return;
    isTold = true;
    void dialog.showMessageBox({
      type: "warning",
      message: "Something unexpected went wrong in Tidemark.",
      detail: `Your data is safe. If Tidemark behaves oddly, close it and open it again. Details are in ${logFolder}.`,
    });
  };
  process.on("uncaughtException", onFault("Uncaught exception"));
  process.on("unhandledRejection", onFault("Unhandled rejection"));
}
