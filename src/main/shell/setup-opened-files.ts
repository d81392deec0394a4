import { app } from "electron";
import { kindOfFile } from "./opened-file.js";

/**
 * macOS hands over the files that it wants opened as events, and the first of them before the app is ready. They wait for
 * the listener that the returned function is given.
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
