import { writeFileSync } from "node:fs";
import { type ClientRequest, type IncomingMessage, type RequestOptions, request } from "node:http";
import { join } from "node:path";
import { AppImageUpdater } from "electron-updater";
import type { AppAdapter } from "electron-updater/out/AppAdapter.js";
import { ElectronHttpExecutor } from "electron-updater/out/electronHttpExecutor.js";

/** Node's own requests in the place of Electron's. */
class NodeExecutor extends ElectronHttpExecutor {
  // As the base class has it.
  override createRequest(options: RequestOptions, callback: (response: unknown) => void): never {
    const made: ClientRequest = request({ ...options, agent: false }, (response: IncomingMessage) =>
      callback(response),
    );
    // What is aborted tells of it as browsers' requests do.
    made.on("error", () => made.emit("abort"));
    return made as never;
  }
}

/** The real updater of AppImages, in an app that this folder stands for. */
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
