import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { vi } from "vitest";
import { backupFolder } from "../../../src/main/engine/db/data-folder.js";
import { sumsThatHold } from "../../../src/main/engine/db/sums-file.js";
import type { EngineProcess } from "../../support/engine-process.js";
import { temporaryFolder } from "../../support/folder.js";
import { sameTime } from "../../support/silent-writes.js";
import { chanceOf } from "./chance.js";
import { load } from "./load.js";
import { copyPrepared, type Setting, startIn } from "./setting.js";
import { Toll } from "./toll.js";

/** How the last engine on a folder came to its end. */
export const endings = ["stopped", "killed at rest", "killed at work"] as const;
export type Ending = (typeof endings)[number];

/** A folder whose engine has ended, with a backup from before. */
export interface Ended {
  readonly setting: Setting;
  readonly hasSums: boolean;
}

const workMs = 600;
const restTimeoutMs = 40_000;
const mostTries = 5;

async function end(engine: EngineProcess, ending: Ending, data: string): Promise<void> {
  if (ending === "stopped") return engine.stop();
  if (ending === "killed at rest")
    await vi.waitUntil(() => (sumsThatHold(data)?.stamp.log ?? "") !== "", { timeout: restTimeoutMs });
  await engine.kill();
}

async function endOnce(setting: Setting, ending: Ending): Promise<string> {
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
  await end(engine, ending, data);
  stop.abort();
  await working;
  return data;
}

/** Brings it about; one that is killed at rest may have begun to write at that very moment. */
export async function prepareEnded(setting: Setting, ending: Ending): Promise<Ended> {
  for (let tried = 0; tried < mostTries; tried++) {
    const data = await endOnce(setting, ending);
    const hasSums = sumsThatHold(data) !== null;
    if (hasSums || ending === "killed at work") return { setting: { ...setting, prepared: data }, hasSums };
  }
  throw new Error(`An engine that was ${ending} left no sums that hold.`);
}

/** A copy with the very time on it that the sums name. */
export function copyEnded({ setting, hasSums }: Ended, folder: string): string {
  const data = copyPrepared(setting, folder);
  sameTime(setting.prepared, data);
  if (hasSums !== (sumsThatHold(data) !== null)) throw new Error("The copy is not as what was copied.");
  return data;
}
