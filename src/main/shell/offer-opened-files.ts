import type { DataDesk } from "../data/data-desk.js";
import { kindOfFile } from "./opened-file.js";
import type { AppWindow } from "./window.js";

/**
 * Shows the shopper what a file that was opened from the system holds, where the data is, and asks. Of several, in the
 * order in which they were opened: a small one behind a large one is looked into sooner.
 */
export function offerOpenedFiles(
  data: Pick<DataDesk, "offer">,
  window: Pick<AppWindow, "show" | "command">,
): (path: string) => void {
  let offered: Promise<void> = Promise.resolve();
  return (path) => {
    const kind = kindOfFile(path);
    if (kind === null) return;
    window.show();
    window.command({ command: "go", view: "settings", section: "data" });
    const looked = data.offer(path, kind);
    offered = offered.then(async () => window.command({ command: "offer-file", file: await looked }));
  };
}
