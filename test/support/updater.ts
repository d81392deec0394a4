import { writeFileSync } from "node:fs";
import { type ClientRequest, type IncomingMessage, type RequestOptions, request } from "node:http";
import { join } from "node:path";
import { AppImageUpdater } from "electron-updater";
import type { AppAdapter } from "electron-updater/out/AppAdapter.js";
import { ElectronHttpExecutor } from "electron-updater/out/electronHttpExecutor.js";

/** Sends requests with Node instead of Electron. */
class NodeExecutor extends ElectronHttpExecutor {
  // The return type is the base class's.
  override createRequest(options: RequestOptions, callback: (response: unknown) => void): never {
    const created: ClientRequest = request({ ...options, agent: false }, (response: IncomingMessage) =>
      callback(response),
    );
    // Electron's requests emit `abort` when they are aborted.
    created.on("error", () => created.emit("abort"));
    return created as never;
  }
}

/** The real AppImage updater, for an app whose folders are all this one. */
export function appImageUpdater(folder: string, version: string): AppImageUpdater {
  const config = join(folder, "app-update.yml");
  writeFileSync(config, "updaterCacheDirName: tidemark-updater\n");
  const app: AppAdapter = {
    version,
    name: "Tidemark",
    isPackaged: true,
    appUpdateConfigPath: config,
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: async () => undefined,
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  };
  const updater = new AppImageUpdater(null, app);
  Object.assign(updater, { httpExecutor: new NodeExecutor() });
  return updater;
}
