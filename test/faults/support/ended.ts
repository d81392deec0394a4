import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { backupFolder } from "../../../src/main/engine/db/data-folder.js";
import { temporaryFolder } from "../../support/folder.js";
import { chanceOf } from "./chance.js";
import { load } from "./load.js";
import { waitForRest } from "./look.js";
import { copyPrepared, type Setting, startIn } from "./setting.js";
import { Toll } from "./toll.js";

/** How the last engine on a folder ended. */
export const endings = ["stopped", "killed at rest", "killed at work"] as const;
export type Ending = (typeof endings)[number];

const workMs = 600;

/** A folder whose engine has ended, with a backup made before that. */
export async function prepareEnded(setting: Setting, ending: Ending): Promise<Setting> {
  const folder = temporaryFolder();
  const data = copyPrepared(setting, folder);
  mkdirSync(backupFolder(data));
  const engine = startIn(setting, data);
  const baseUrl = await engine.ready();
  await engine.callHost("backup.write", join(backupFolder(data), "tidemark-before.sqlite3"));
  const stop = new AbortController();
  const signal = stop.signal;
  const working = load({ engine, baseUrl, setting, chance: chanceOf(7), toll: new Toll(), folder, signal });
  await delay(workMs);
  if (ending !== "killed at work") {
    stop.abort();
    await working;
  }
  if (ending === "killed at rest") await waitForRest(data, Date.now);
  await (ending === "stopped" ? engine.stop() : engine.kill());
  stop.abort();
  await working;
  return { ...setting, prepared: data };
}
