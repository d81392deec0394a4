import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { app, powerMonitor, safeStorage } from "electron";
import type { EngineStart } from "../../shared/engine-process.js";
import { pageRenderer, type ReadCheck } from "../../shared/node/render-page.js";
import type { builtFiles, Folders } from "../launch/folders.js";
import { type LaunchOptions, listenerPortFor } from "../launch/launch-options.js";
import type { Log } from "../launch/log.js";
import { loadSecretKey } from "../settings/secret-key.js";
import { openHiddenPage } from "../shop-pages/render-page.js";
import { Supervisor } from "./supervisor.js";
import { utilityHost } from "./utility-host.js";

/** Creates the engine's supervisor. The caller starts the engine. */
export function setupEngine(
  { port, withSample }: LaunchOptions,
  folders: Folders,
  files: ReturnType<typeof builtFiles>,
  log: Log,
): Supervisor {
  const host = utilityHost({
    scriptPath: files.engine,
    cacheFolder: join(folders.userData, "engine-cache"),
    log,
  });
  let startOptions: EngineStart | undefined;
  const start = () => {
    const secrets = { secureStorage: safeStorage, randomBytes, now: new Date(), log };
    startOptions ??= {
      dataFolder: folders.data,
      port,
      sample: withSample,
      version: app.getVersion(),
      secretKey: loadSecretKey({ folder: folders.userData, ...secrets }),
      listenerPort: listenerPortFor(port),
    };
    return { ...startOptions, ...readTestOptions().start };
  };
  const isRead: ReadCheck = async (page) => {
    const answer = await engine.call("recipes.test", page);
    return !answer.ok || answer.data.is_read;
  };
  const render = pageRenderer({ openPage: openHiddenPage, isRead, log });
  const engine = new Supervisor({
    host,
    start,
    log,
    render: (request) => render(request, new AbortController().signal),
    pingIntervalMs: readTestOptions().pingIntervalMs,
  });
  return engine;
}

interface TestOptions {
  /** Another folder, so that one app serves several tests, or a quicker pace. Read at each start of the engine. */
  readonly start?: Partial<EngineStart>;
  readonly pingIntervalMs?: number;
}

/** What tests change. Packaged apps ignore it. */
function readTestOptions(): TestOptions {
  const text = app.isPackaged ? undefined : process.env.TIDEMARK_TEST_ENGINE;
  return text === undefined ? {} : JSON.parse(text);
}

/** Timers stop while the computer sleeps, so overdue checks must start when it wakes. */
export function setupWake(wake: () => void): void {
  powerMonitor.on("resume", wake);
  // After a short sleep, some systems emit only this event.
  powerMonitor.on("unlock-screen", wake);
}
