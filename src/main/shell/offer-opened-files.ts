import type { DataDesk } from "../data/data-desk.js";
import { kindOfFile } from "./opened-file.js";
import type { AppWindow } from "./window.js";

/** Shows the shopper what a file that was opened from the system holds, where the data is, and asks. */
export function offerOpenedFiles(data: DataDesk, window: AppWindow): (path: string) => void {
  return (path) => {
    const kind = kindOfFile(path);
    if (kind === null) return;
    window.show();
    window.command({ command: "go", view: "settings", section: "data" });
    void data.offer(path, kind).then((file) => window.command({ command: "offer-file", file }));
  };
}
