import { app } from "electron";
import { z } from "zod";
import { deepLink } from "./deep-link.js";
import type { Folders } from "./folders.js";
import type { LaunchOptions } from "./launch-options.js";
import { print } from "./log.js";

const secondLaunch = z.object({
  lookUp: z.string().max(2_000).nullable(),
  deepLink: deepLink.nullable(),
  screenshotFile: z.string().nullable(),
  openFiles: z.array(z.string().max(33_000)).max(20),
});
export type SecondLaunch = z.infer<typeof secondLaunch>;

const emptyRequest: SecondLaunch = { lookUp: null, deepLink: null, screenshotFile: null, openFiles: [] };

/**
 * Allows one instance per data folder and returns whether this is it. A second instance passes its request to the first
 * and quits. The request travels as data, because Chromium reorders a second instance's arguments.
 */
export function setupSingleInstance(
  { lookUp, deepLink, screenshotFile, openFiles }: LaunchOptions,
  { data }: Folders,
): boolean {
  const request: SecondLaunch = { lookUp, deepLink, screenshotFile, openFiles: [...openFiles] };
  const isFirst = app.requestSingleInstanceLock({ ...request });
  if (!isFirst) {
    print(`Tidemark is already open with ${data}; its window was brought to the front.`);
    app.quit();
  }
  return isFirst;
}

export function onSecondLaunch(listener: (launch: SecondLaunch) => void): void {
  app.on("second-instance", (_event, _argv, _cwd, data) => {
    const launch = secondLaunch.safeParse(data);
    listener(launch.success ? launch.data : emptyRequest);
  });
}
