import { app } from "electron";
import type { builtFiles } from "../shell/app-folder.js";
import type { Folders } from "../shell/folders.js";
import type { LaunchOptions } from "../shell/launch-options.js";
import type { Log } from "../shell/log.js";
import { chooseHost } from "./choose-host.js";
import { Supervisor } from "./supervisor.js";

/** Starts the engine beside the window, so that neither waits for the other. */
export function setupEngine(
  { port }: LaunchOptions,
  { data }: Folders,
  files: ReturnType<typeof builtFiles>,
  log: Log,
): Supervisor {
  const host = chooseHost({ appFolder: app.getAppPath(), scriptPath: files.engine, log });
  const start = { dataFolder: data, port, sample: true, version: app.getVersion() };
  const supervisor = new Supervisor({ host, start, log });
  supervisor.start();
  return supervisor;
}
