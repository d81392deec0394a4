import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { app, safeStorage } from "electron";
import { loadSecretKey } from "../settings/secret-key.js";
import type { builtFiles } from "../shell/app-folder.js";
import type { Folders } from "../shell/folders.js";
import { type LaunchOptions, listenerPortFor } from "../shell/launch-options.js";
import type { Log } from "../shell/log.js";
import { hiddenPages } from "../shell/render/renderer.js";
import { chooseHost } from "./choose-host.js";
import { Supervisor } from "./supervisor.js";

/** Starts the engine beside the window, so that neither waits for the other. */
export function setupEngine(
  { port }: LaunchOptions,
  folders: Folders,
  files: ReturnType<typeof builtFiles>,
  log: Log,
): Supervisor {
  const host = chooseHost({
    appFolder: app.getAppPath(),
    scriptPath: files.engine,
    cacheFolder: join(folders.window, "engine-cache"),
    log,
  });
  const start = {
    dataFolder: folders.data,
    port,
    sample: true,
    version: app.getVersion(),
    secretKey: loadSecretKey({
      folder: folders.window,
      keeper: safeStorage,
      randomBytes,
      now: new Date(),
      log,
    }),
    listenerPort: listenerPortFor(port),
  };
  const supervisor = new Supervisor({ host, start, log, render: hiddenPages(log) });
  supervisor.start();
  return supervisor;
}
