import { app } from "electron";
import { type LaunchOptions, LaunchUsageError, parseLaunchOptions } from "./launch-options.js";

const usageErrorCode = 2;

/** Parses the command line. If it is invalid, prints the reason and exits. */
export function setupLaunchOptions(): LaunchOptions {
  try {
    return parseLaunchOptions({
      argv: process.argv,
      env: process.env,
      cwd: process.cwd(),
      appFolder: app.isPackaged ? null : app.getAppPath(),
    });
  } catch (error) {
    if (!(error instanceof LaunchUsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(usageErrorCode);
  }
}
