import { app } from "electron";
import { kindOfFile } from "./opened-file.js";

/**
 * macOS reports files to open as events, some of them before the app is ready. Returns a function that sets the
 * listener, which also receives the files reported before.
 */
export function setupOpenedFiles(): (listener: (path: string) => void) => void {
  const waiting: string[] = [];
  let take: (path: string) => void = (path) => waiting.push(path);
  app.on("open-file", (event, path) => {
    event.preventDefault();
    if (kindOfFile(path) !== null) take(path);
  });
  return (listener) => {
    take = listener;
    for (const path of waiting.splice(0)) listener(path);
  };
}
