import type { DataController } from "../data/data-controller.js";
import type { AppWindow } from "../window/window.js";
import { detectFileKind } from "./opened-file.js";

/**
 * Shows a file opened from the file manager in the data settings, where the user decides whether to use it. Several
 * files are inspected concurrently, but shown in the order in which they were opened.
 */
export function offerOpenedFiles(
  data: Pick<DataController, "offer">,
  window: Pick<AppWindow, "show" | "command">,
): (path: string) => void {
  let queue: Promise<void> = Promise.resolve();
  return (path) => {
    const kind = detectFileKind(path);
    if (kind === null) return;
    window.show();
    window.command({ command: "go", view: "settings", section: "data" });
    const description = data.offer(path, kind);
    queue = queue.then(async () => window.command({ command: "offer-file", file: await description }));
  };
}
