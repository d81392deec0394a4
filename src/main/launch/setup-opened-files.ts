import { app } from "electron";
import { detectFileKind } from "./opened-file.js";

/**
 * macOS reports files to open as events, some of them before the app is ready. Returns a function that sets the
 * listener, which also receives the files reported before.
 */
export function setupOpenedFiles(): (listener: (path: string) => void) => void {
  const queued: string[] = [];
  let handle: (path: string) => void = (path) => queued.push(path);
  app.on("open-file", (event, path) => {
    event.preventDefault();
    if (detectFileKind(path) !== null) handle(path);
  });
  return (listener) => {
    handle = listener;
    for (const path of queued.splice(0)) listener(path);
  };
}
