import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { beforeAll, expect, it } from "vitest";
import { backupFolder, databaseFile } from "../../src/main/engine/db/data-folder.js";
import type { ReadDb } from "../../src/main/engine/db/store.js";
import { ensureBuilt } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { checkConsistency } from "./checks/consistency.js";
import { expectNone } from "./checks/finding.js";
import { checkIntegrity } from "./checks/integrity.js";
import { chanceOf } from "./support/chance.js";
import { dump } from "./support/dump.js";
import { injure } from "./support/injury.js";
import { load } from "./support/load.js";
import { look } from "./support/look.js";
import { type Round, roundsTimeoutMs, runRounds } from "./support/rounds.js";
import { copyPrepared, openSetting, type Setting, startIn, stockIds } from "./support/setting.js";
import { Toll } from "./support/toll.js";

beforeAll(ensureBuilt);

const oneSentence = /^[A-Z][^\n]+\.$/;

/** A folder whose engine was killed: with a log beside the database, and a backup from before. */
async function prepareKilled(setting: Setting): Promise<Setting> {
  const folder = temporaryFolder();
  const data = copyPrepared(setting, folder);
  mkdirSync(backupFolder(data));
  const engine = startIn(setting, data);
  const baseUrl = await engine.ready();
  await engine.callHost("backup.write", join(backupFolder(data), "tidemark-before.sqlite3"));
  const signal = AbortSignal.timeout(600);
  const working = load({ engine, baseUrl, setting, chance: chanceOf(7), toll: new Toll(), folder, signal });
  await delay(600);
  await engine.kill();
  await working;
  return { ...setting, prepared: data };
}

function fingerprint(data: string): string {
  const hash = createHash("sha256");
  for (const file of [databaseFile(data), `${databaseFile(data)}-wal`])
    if (existsSync(file)) hash.update(readFileSync(file));
  return hash.digest("hex");
}

/** A refusal says what is wrong and what to do, leaves the file, and a backup takes its place. */
async function seeRefused(setting: Setting, data: string, fatal: Fatal, before: string): Promise<void> {
  expect(fatal.problem).not.toBe("unexpected");
  expect(fatal.message).toMatch(oneSentence);
  expect(fatal.action).toMatch(/^Restore the newest backup .+\.$/);
  expect(fingerprint(data), "the file was left as it was").toBe(before);
  if (fatal.backup === null) throw new Error("The backup was not named.");
  const restored = startIn(setting, data, { start: { restore: fatal.backup } });
  await restored.ready();
  await restored.stop();
  expect(restored.restored?.outcome).toBe("done");
  expect(readdirSync(data).some((name) => name.startsWith("tidemark.before-restore-"))).toBe(true);
  expectNone("After the backup was restored", look(data, checkConsistency));
}

type Fatal = NonNullable<ReturnType<typeof startIn>["fatal"]>;

/** Asks for all that is there: what cannot be read is told so, and the engine lives on. */
async function askForAll(setting: Setting, baseUrl: string): Promise<number> {
  let failed = 0;
  const headers = { Authorization: `Bearer ${setting.key}` };
  for (const id of [...stockIds, ...setting.watched]) {
    const answer = await fetch(
      `${baseUrl}/products/offers/history?ids=${encodeURIComponent(id)}&start=2026-10-01&end=2026-10-02`,
      { headers },
    );
    if (answer.status < 500) continue;
    failed++;
    const { error_detail } = (await answer.json()) as { error_detail: { message: string; action: string } };
    expect(error_detail.message).toMatch(/damaged\.$/);
    expect(error_detail.action).toMatch(oneSentence);
  }
  return failed;
}

/** How many rows of a database that was opened are not as they were before it was injured. */
function countAltered(db: ReadDb, truth: ReadonlySet<string>): number {
  return [...dump(db)].filter((line) => !truth.has(line)).length;
}

/**
 * Opened: then its structure is sound, and every answer can be given. A bit that has flipped within a stored value goes
 * unseen: SQLite keeps no checksums of its pages; such rounds are counted.
 */
async function seeOpened(
  round: Round,
  setting: Setting,
  data: string,
  truth: ReadonlySet<string>,
  isLog: boolean,
) {
  const { tally } = round;
  const found = look(data, (db) => {
    const isAltered = !isLog && countAltered(db, truth) > 0;
    return { isAltered, findings: isAltered ? checkIntegrity(db) : checkConsistency(db) };
  });
  if (found.isAltered) tally.add("opened with a value altered unseen");
  expectNone("Opened", found.findings);
  const engine = startIn(setting, data);
  const baseUrl = await engine.ready();
  expect(await askForAll(setting, baseUrl)).toBe(0);
  await engine.stop();
}

it("a damaged database is refused with a next step, or is sound", { timeout: roundsTimeoutMs }, async () => {
  const setting = await prepareKilled(await openSetting());
  const truth = look(copyPrepared(setting, temporaryFolder()), dump);
  const fault = {
    name: "damage",
    what: "bytes cut off, zeroed, overwritten or flipped in the database and its log",
    rounds: { short: 10, long: 250 },
  };
  await runRounds(fault, async (round) => {
    const data = copyPrepared(setting, round.folder);
    const { what, isLog } = injure(data, round.chance);
    const before = fingerprint(data);
    const engine = startIn(setting, data);
    const isReady = await engine.ready().then(
      () => true,
      () => false,
    );
    try {
      if (isReady) {
        await engine.stop();
        round.tally.add("opened");
        await seeOpened(round, setting, data, truth, isLog);
      } else {
        await engine.gone;
        round.tally.add("refused, and restored from the backup");
        if (engine.fatal === null) throw new Error("The engine went without a word.");
        await seeRefused(setting, data, engine.fatal, before);
      }
    } catch (error) {
      throw new Error(`With ${what}: ${error instanceof Error ? error.message : error}`);
    }
  });
});
