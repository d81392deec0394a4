import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { databaseFile } from "../../src/main/engine/db/data-folder.js";
import type { ReadDb } from "../../src/main/engine/db/store.js";
import { sumsThatHold } from "../../src/main/engine/db/sums-file.js";
import { ensureBuilt } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { copyAsIs } from "../support/silent-writes.js";
import { checkConsistency } from "./checks/consistency.js";
import { expectNone } from "./checks/finding.js";
import { checkIntegrity } from "./checks/integrity.js";
import { dump } from "./support/dump.js";
import { copyEnded, type Ended, type Ending, endings, prepareEnded } from "./support/ended.js";
import { type Injured, injure } from "./support/injury.js";
import { look } from "./support/look.js";
import { type Round, roundsTimeoutMs, runRounds } from "./support/rounds.js";
import { openSetting, type Setting, startIn, stockIds } from "./support/setting.js";

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

/** What is known of a database before it is injured. */
interface Patient {
  readonly setting: Setting;
  readonly ending: Ending;
  readonly truth: ReadonlySet<string>;
}

/**
 * Why nobody noticed that a stored value is another one: nothing says what it has to be where the database was written to
 * since its sums were taken, or where a program has changed it that leaves its time on it.
 */
function unseen({ ending }: Patient, { isSilent }: Injured): string {
  if (!isSilent) return "opened with a value altered unseen, by a program that left its time on the file";
  return `opened with a value altered unseen, ${ending === "killed at work" ? "after a kill at work" : "by a cut"}`;
}

interface Found {
  readonly injured: Injured;
  /** As it was before the engine started, which writes to it itself. */
  readonly before: string;
  readonly isSummed: boolean;
}

/** Opened: then its structure is sound, and every answer can be given; and where its sums held, it is as it was. */
async function seeOpened(round: Round, patient: Patient, data: string, { injured, before, isSummed }: Found) {
  const isAltered = !injured.isLog && look(before, (db) => countAltered(db, patient.truth)) > 0;
  if (isAltered && isSummed) throw new Error("It was opened with a value altered, though its sums held.");
  if (isAltered) round.tally.add(unseen(patient, injured));
  expectNone("Opened", look(data, isAltered ? checkIntegrity : checkConsistency));
  const engine = startIn(patient.setting, data);
  const baseUrl = await engine.ready();
  expect(await askForAll(patient.setting, baseUrl)).toBe(0);
  await engine.stop();
}

/** Starts on what is left; it is refused, or opened. */
async function seeStart(round: Round, patient: Patient, data: string, injured: Injured): Promise<void> {
  const isSummed = sumsThatHold(data) !== null;
  const print = fingerprint(data);
  const before = copyAsIs(data, join(round.folder, "before"), { withSums: false });
  const engine = startIn(patient.setting, data);
  const isReady = await engine.ready().then(
    () => true,
    () => false,
  );
  if (isReady) {
    await engine.stop();
    round.tally.add("opened");
    return seeOpened(round, patient, data, { injured, before, isSummed });
  }
  await engine.gone;
  if (engine.fatal === null) throw new Error("The engine went without a word.");
  round.tally.add("refused, and restored from the backup");
  if (engine.fatal.problem === "altered") {
    round.tally.add("of these by the sums of its pages");
    expect(isSummed && !injured.isLog, "whom nobody has injured is not accused").toBe(true);
  }
  await seeRefused(patient.setting, data, engine.fatal, print);
}

it("a damaged database is refused with a next step, or is sound", { timeout: roundsTimeoutMs }, async () => {
  const healthy = await openSetting();
  const patients: (Patient & { readonly ended: Ended })[] = [];
  for (const ending of endings) {
    const ended = await prepareEnded(healthy, ending);
    const truth = look(copyEnded(ended, temporaryFolder()), dump);
    patients.push({ setting: healthy, ending, ended, truth });
  }
  const fault = {
    name: "damage",
    what: "bytes cut off, zeroed, overwritten or flipped in the database and its log, of an engine that was stopped, or killed at rest or at work",
    rounds: { short: 12, long: 250 },
  };
  await runRounds(fault, async (round) => {
    const patient = patients[round.seed % patients.length];
    if (patient === undefined) throw new Error("There is nobody to injure.");
    const data = copyEnded(patient.ended, round.folder);
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
