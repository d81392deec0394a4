import { shell } from "electron";
import type { Folders } from "./folders.js";
import type { Log } from "./log.js";

/** Shows the data folder in the system's file manager. */
export function createDataFolderOpener({ data }: Folders, log: Log): () => void {
  return () => {
    // Not awaited: on some desktops it does not resolve before the file manager is closed.
    void shell.openPath(data).then((errorMessage) => {
      if (errorMessage) log(`The data folder could not be opened: ${errorMessage}`);
    });
  };
}
