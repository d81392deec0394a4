import { join } from "node:path";
import type { EngineHost } from "./engine-host.js";
import { nodeHost } from "./node-host.js";
import { unpacked } from "./unpacked.js";
import { utilityHost } from "./utility-host.js";

/** better-sqlite3 13 needs it; on an older one loading it ends the process without an error. */
const neededNapi = 10;

export interface ChooseHostOptions {
  /** Where `package.json` is. */
  readonly appFolder: string;
  readonly scriptPath: string;
  readonly cacheFolder: string;
  readonly log: (line: string) => void;
}

/** Electron's own Node where it is new enough, otherwise the one from `node_modules`. */
export function chooseHost({ appFolder, scriptPath, cacheFolder, log }: ChooseHostOptions): EngineHost {
  if (Number(process.versions.napi) >= neededNapi) return utilityHost({ scriptPath, cacheFolder, log });
  const executable = process.platform === "win32" ? "node.exe" : "node";
  return nodeHost({
    nodePath: unpacked(join(appFolder, "node_modules/node/bin", executable)),
    scriptPath: unpacked(scriptPath),
    cacheFolder,
    log,
  });
}
