import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { databaseFile } from "../../src/main/engine/db/data-folder.js";
import { markSuspect } from "../../src/main/engine/db/suspect.js";
import { damagedError } from "../../src/main/engine/db/unusable-database.js";
import { ensureBuilt } from "../support/cli.js";
import { copyDatabase } from "../support/disk.js";
import { temporaryFolder } from "../support/folder.js";
import { checkConsistency } from "./checks/consistency.js";
import { expectNone } from "./checks/finding.js";
import { dump } from "./support/dump.js";
import { type Ending, endings, prepareEnded } from "./support/ended.js";
import { type Injured, injure } from "./support/injury.js";
import { look } from "./support/look.js";
import { type Round, roundsTimeoutMs, runRounds } from "./support/rounds.js";
import { copyPrepared, openSetting, type Setting, startIn, stockIds } from "./support/setting.js";

beforeAll(ensureBuilt);

const oneSentence = /^[A-Z][^\n]+\.$/;

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
  expect(restored.restoreResult?.outcome).toBe("done");
  expect(readdirSync(data).some((name) => name.startsWith("tidemark.before-restore-"))).toBe(true);
  expectNone("After the backup was restored", look(data, checkConsistency));
}

type Fatal = NonNullable<ReturnType<typeof startIn>["startError"]>;

/** Requests every history, and returns how many requests failed. */
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
    const { error_detail } = (await answer.json()) as { error_detail: { message: string } };
    expect(error_detail.message).toMatch(oneSentence);
  }
  return failed;
}

/** A database before it is damaged. */
interface Patient {
  readonly setting: Setting;
  readonly ending: Ending;
  /** Every row, as `dump` returns them. */
  readonly rows: ReadonlySet<string>;
}

/** The rows of a damaged log are older ones: SQLite drops the transactions from the damage on. */
function isAltered(data: string, { rows }: Patient, { isLog }: Injured): boolean {
  return !isLog && look(data, (db) => [...dump(db)].some((row) => !rows.has(row)));
}

/** Starts an engine and returns why it refuses the database; `null` if it opens. */
async function refusalAtStart(setting: Setting, data: string): Promise<Fatal | null> {
  const engine = startIn(setting, data);
  const isReady = await engine.ready().then(
    () => true,
    () => false,
  );
  if (isReady) {
    await engine.stop();
    return null;
  }
  await engine.exited;
  if (engine.startError === null) throw new Error("The engine ended without a reason.");
  return engine.startError;
}

/** Does what a running engine does half a minute after its start. */
function runFullCheck(data: string): string[] {
  const findings = look(data, ({ connection }) =>
    (connection.pragma("integrity_check(5)") as { integrity_check: string }[]).map(
      (row) => row.integrity_check,
    ),
  ).filter((line) => line !== "ok");
  if (findings.length > 0) markSuspect(data, damagedError(data, new Error(findings.join("\n"))));
  return findings;
}

/** The database is whole, or differs from the original in stored values only, which SQLite cannot notice. */
async function seeOpened(round: Round, patient: Patient, data: string, altered: boolean): Promise<void> {
  if (altered) round.tally.add("opened with a stored value altered");
  else expectNone("Opened", look(data, checkConsistency));
  const engine = startIn(patient.setting, data);
  const failed = await askForAll(patient.setting, await engine.ready());
  if (!altered) expect(failed).toBe(0);
  await engine.stop();
}

async function seeStart(round: Round, patient: Patient, data: string, injured: Injured): Promise<void> {
  const { setting } = patient;
  const print = fingerprint(data);
  const before = copyDatabase(data, join(round.folder, "before"));
  const fatal = await refusalAtStart(setting, data);
  if (fatal !== null) {
    round.tally.add("refused, and restored from the backup");
    return seeRefused(setting, data, fatal, print);
  }
  round.tally.add("opened");
  if (runFullCheck(data).length === 0)
    return seeOpened(round, patient, data, isAltered(before, patient, injured));
  round.tally.add("of these found by the full check, and restored from the backup");
  const marked = fingerprint(data);
  const next = await refusalAtStart(setting, data);
  if (next === null) throw new Error("It was opened although the full check had found damage.");
  await seeRefused(setting, data, next, marked);
}

it("a damaged database is refused with a next step, at the start or once the full check has found the damage", {
  timeout: roundsTimeoutMs,
}, async () => {
  const healthy = await openSetting();
  const patients: Patient[] = [];
  for (const ending of endings) {
    const setting = await prepareEnded(healthy, ending);
    const rows = look(copyPrepared(setting, temporaryFolder()), dump);
    patients.push({ setting, ending, rows });
  }
  const fault = {
    name: "damage",
    what: "bytes cut off, zeroed, overwritten or flipped in the database and its log, of an engine that was stopped, or killed at rest or at work",
    rounds: { short: 12, long: 250 },
  };
  await runRounds(fault, async (round) => {
    const patient = patients[round.seed % patients.length];
    if (patient === undefined) throw new Error("No database was prepared.");
    const data = copyPrepared(patient.setting, round.folder);
    const injured = injure(data, round.chance);
    try {
      await seeStart(round, patient, data, injured);
    } catch (error) {
      throw new Error(
        `${patient.ending}, with ${injured.what}: ${error instanceof Error ? error.message : error}`,
      );
    }
  });
});
