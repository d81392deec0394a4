import { app } from "electron";
import { type LaunchOptions, LaunchUsageError, readLaunchOptions } from "./launch-options.js";

const wrongUsage = 2;

/** Parses the command line. If it is invalid, prints the reason and exits. */
export function setupLaunchOptions(): LaunchOptions {
  try {
    return readLaunchOptions({
      argv: process.argv,
      env: process.env,
      cwd: process.cwd(),
      appFolder: app.isPackaged ? null : app.getAppPath(),
    });
  } catch (error) {
    if (!(error instanceof LaunchUsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(wrongUsage);
  }
}
