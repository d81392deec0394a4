import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { backupFolder, databaseFile } from "../../src/main/engine/db/data-folder.js";
import { allRows, type ReadDb } from "../../src/main/engine/db/store.js";
import { damagedError, markSuspect } from "../../src/main/engine/db/suspect.js";
import { copyDatabase, flipBit, patchFile } from "../support/disk.js";
import type { EngineProcess } from "../support/engine-process.js";
import { temporaryFolder } from "../support/folder.js";
import { fetchResponse } from "../support/network.js";
import { until } from "../support/until.js";
import { checkConsistency, expectNoFindings, withDatabase } from "./checks/database.js";
import {
  type Fixture,
  findStartError,
  openFixture,
  startEngineProcess,
  stockKeys,
} from "./support/fixture.js";
import { createRandom, type Random } from "./support/random.js";
import { type Round, testFault } from "./support/rounds.js";
import { copyPrepared, Scenario } from "./support/scenario.js";

const pageBytes = 4_096;
const logProbability = 0.4;
const loadWrites = 200;
const sentence = /^[A-Z][^\n]+\.$/;

/** How the last engine on the data folder ended. */
const endings = ["stopped", "killed while idle", "killed under load"] as const;
type Ending = (typeof endings)[number];

/** A data folder with a backup, before it is damaged. */
interface Healthy {
  readonly fixture: Fixture;
  readonly ending: Ending;
  /** Every row of every table. */
  readonly rows: ReadonlySet<string>;
}

async function prepareHealthy(fixture: Fixture, ending: Ending): Promise<Healthy> {
  const folder = temporaryFolder();
  const round = { seed: 7, random: createRandom(7), folder, count: () => undefined };
  const scenario = new Scenario(fixture, round);
  const { data } = scenario;
  mkdirSync(backupFolder(data));
  const engine = scenario.startEngine();
  await engine.ready();
  await engine.callHost("backup.write", join(backupFolder(data), "tidemark-before.sqlite3"));
  const load = await scenario.startLoad(engine);
  await until(() => scenario.expected.writeCount >= loadWrites);
  if (ending !== "killed under load") await load.stop();
  if (ending === "killed while idle") await scenario.waitUntilIdle();
  await (ending === "stopped" ? engine.stop() : engine.kill());
  await load.stop();
  const prepared = { ...fixture, prepared: data };
  const rows = withDatabase(copyPrepared(prepared, join(folder, "copy")), readRows);
  return { fixture: prepared, ending, rows };
}

function readRows(db: ReadDb): Set<string> {
  const tables = allRows<{ name: string }>(
    db,
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'product_text%'",
  );
  const rows = tables.flatMap(({ name }) =>
    allRows<object>(db, `SELECT * FROM "${name}"`).map((row) => `${name} ${JSON.stringify(row)}`),
  );
  return new Set(rows);
}

/** Damages a file as a bad disk, a bad cable or an interrupted copy does, and describes the damage. */
type Damage = (file: string, size: number, random: Random) => string;

const truncateFile: Damage = (file, size, random) => {
  const rest = random.integer(0, size - 1);
  truncateSync(file, rest);
  return `truncated from ${size} to ${rest} bytes`;
};

function changePage(change: (bytes: Buffer, random: Random) => void, verb: string): Damage {
  return (file, size, random) => {
    const page = random.integer(0, Math.max(0, Math.ceil(size / pageBytes) - 1));
    patchFile(file, page * pageBytes, (bytes) => change(bytes, random), pageBytes);
    return `page ${page} ${verb}`;
  };
}

const flipBits: Damage = (file, size, random) => {
  const offsets = Array.from({ length: random.integer(1, 8) }, () => random.integer(0, size - 1));
  for (const offset of offsets) flipBit(file, offset, random.integer(0, 7));
  return `bits flipped at ${offsets.join(", ")}`;
};

const damages: readonly Damage[] = [
  truncateFile,
  changePage((bytes) => bytes.fill(0), "zeroed"),
  changePage((bytes, random) => {
    for (let i = 0; i < bytes.length; i++) bytes[i] = random.integer(0, 255);
  }, "overwritten"),
  flipBits,
];

/** Damages the database, or its log if there is one. */
function damageDatabase(data: string, random: Random): { description: string; isLog: boolean } {
  const log = `${databaseFile(data)}-wal`;
  const hasLog = existsSync(log) && statSync(log).size > 0;
  const isLog = hasLog && random.boolean(logProbability);
  const file = isLog ? log : databaseFile(data);
  const description = random.pick(damages)(file, statSync(file).size, random);
  return { description: `${isLog ? "log" : "database"}: ${description}`, isLog };
}

function fingerprint(data: string): string {
  const hash = createHash("sha256");
  for (const file of [databaseFile(data), `${databaseFile(data)}-wal`])
    if (existsSync(file)) hash.update(readFileSync(file));
  return hash.digest("hex");
}

type StartError = NonNullable<EngineProcess["startError"]>;

/** A refusal explains the next step and changes nothing, and the backup that it names can be restored. */
async function expectRefusal(fixture: Fixture, data: string, error: StartError, before: string) {
  expect(error.problem).not.toBe("unexpected");
  expect(error.message).toMatch(sentence);
  expect(error.action).toMatch(/^Restore the newest backup .+\.$/);
  expect(fingerprint(data), "the database is unchanged").toBe(before);
  if (error.backup === null) throw new Error("The refusal names no backup.");
  const engine = startEngineProcess(fixture, data, {
    start: { restore: { file: error.backup, trust: true } },
  });
  await engine.ready();
  await engine.stop();
  expect(engine.restoreResult?.outcome).toBe("done");
  expect(readdirSync(data).some((name) => name.startsWith("tidemark.before-restore-"))).toBe(true);
  expectNoFindings("After the backup was restored", withDatabase(data, checkConsistency));
}

/** Requests the history of every product, and returns the number of failed requests. */
async function countFailedRequests(fixture: Fixture, baseUrl: string): Promise<number> {
  let failed = 0;
  for (const key of [...stockKeys, ...fixture.shopProductKeys]) {
    const query = `ids=${encodeURIComponent(key)}&start=2026-10-01&end=2026-10-02`;
    const url = `${baseUrl}/products/offers/history?${query}`;
    const { status, body } = await fetchResponse(url, { key: fixture.apiKey });
    if (status < 500) continue;
    failed++;
    expect(body.error_detail.message).toMatch(sentence);
  }
  return failed;
}

/** Does what an engine does half a minute after its start. Returns whether the database is sound. */
function runFullCheck(data: string): boolean {
  const sql = "PRAGMA integrity_check(5)";
  const rows = withDatabase(data, (db) => allRows<{ integrity_check: string }>(db, sql));
  const errors = rows.map((row) => row.integrity_check).filter((line) => line !== "ok");
  if (errors.length > 0) markSuspect(data, damagedError(data, new Error(errors.join("\n"))));
  return errors.length === 0;
}

/** The database is intact, or differs only in stored values, which SQLite cannot notice. */
async function expectUsable(round: Round, fixture: Fixture, data: string, isAltered: boolean) {
  if (isAltered) round.count("opened with a stored value altered");
  else expectNoFindings("After the start", withDatabase(data, checkConsistency));
  const engine = startEngineProcess(fixture, data);
  const failed = await countFailedRequests(fixture, await engine.ready());
  if (!isAltered) expect(failed).toBe(0);
  await engine.stop();
}

async function startDamaged(round: Round, { fixture, rows }: Healthy, data: string, isLog: boolean) {
  const damagedFingerprint = fingerprint(data);
  const copy = copyDatabase(data, join(round.folder, "before"));
  const error = await findStartError(startEngineProcess(fixture, data));
  if (error !== null) {
    round.count("refused, and restored from the backup");
    return expectRefusal(fixture, data, error, damagedFingerprint);
  }
  round.count("opened");
  if (runFullCheck(data)) {
    // From the damage in a log on, SQLite drops the transactions, so that older rows return.
    const isAltered = !isLog && withDatabase(copy, (db) => [...readRows(db)].some((row) => !rows.has(row)));
    return expectUsable(round, fixture, data, isAltered);
  }
  round.count("of these found by the full check, and restored from the backup");
  const checkedFingerprint = fingerprint(data);
  const nextError = await findStartError(startEngineProcess(fixture, data));
  if (nextError === null)
    throw new Error("The engine opened a database in which the full check found damage.");
  await expectRefusal(fixture, data, nextError, checkedFingerprint);
}

testFault("a damaged database is refused with a next step, at the start or after the full check", {
  rounds: { short: 9, long: 250 },
  prepare: async () => {
    const fixture = await openFixture();
    const prepared: Healthy[] = [];
    for (const ending of endings) prepared.push(await prepareHealthy(fixture, ending));
    return prepared;
  },
  runRound: async (round, prepared) => {
    const healthy = prepared[round.seed % prepared.length]!;
    const data = copyPrepared(healthy.fixture, join(round.folder, "data"));
    const { description, isLog } = damageDatabase(data, round.random);
    try {
      await startDamaged(round, healthy, data, isLog);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new Error(`${healthy.ending}, ${description}: ${message}`);
    }
  },
});
