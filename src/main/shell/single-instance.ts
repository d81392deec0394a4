import { app } from "electron";
import { z } from "zod";
import type { Folders } from "./folders.js";
import type { LaunchOptions } from "./launch-options.js";
import { print } from "./output.js";

const secondStart = z.object({
  lookUp: z.string().max(2_000).nullable(),
  addUrl: z
    .url({ protocol: /^https?$/ })
    .max(4_096)
    .nullable(),
  screenshotFile: z.string().nullable(),
  openFiles: z.array(z.string().max(33_000)).max(20),
});
export type SecondStart = z.infer<typeof secondStart>;

const nothingAsked: SecondStart = { lookUp: null, addUrl: null, screenshotFile: null, openFiles: [] };

/**
 * Allows one instance per data folder and returns whether this is it. A second instance passes its request to the first
 * and quits. The request travels as data, because Chromium reorders a second instance's arguments.
 */
export function setupSingleInstance(
  { lookUp, addUrl, screenshotFile, openFiles }: LaunchOptions,
  { data }: Folders,
): boolean {
  const asked: SecondStart = { lookUp, addUrl, screenshotFile, openFiles: [...openFiles] };
  const isFirst = app.requestSingleInstanceLock({ ...asked });
  if (!isFirst) {
    print(`Tidemark is already open with ${data}; its window was brought to the front.`);
    app.quit();
  }
  return isFirst;
}

export function setupSecondStarts(onSecondStart: (start: SecondStart) => void): void {
  app.on("second-instance", (_event, _argv, _cwd, data) => {
    const start = secondStart.safeParse(data);
    onSecondStart(start.success ? start.data : nothingAsked);
  });
}
