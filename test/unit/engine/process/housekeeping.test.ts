import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { insertBatchJob } from "../../../../src/main/engine/db/batch/batch-job.js";
import { listBackups } from "../../../../src/main/engine/db/data-folder.js";
import { StorageError } from "../../../../src/main/engine/db/storage-error.js";
import { allRows, type ReadDb, write } from "../../../../src/main/engine/db/store.js";
import { ensureDefaultAccount } from "../../../../src/main/engine/operations/account/accounts.js";
import { noEffects } from "../../../../src/main/engine/operations/request/effects.js";
import { yieldToEventLoop } from "../../../../src/main/engine/operations/request/task-control.js";
import { createDamageDetectingLog } from "../../../../src/main/engine/process/damage-watch.js";
import { startHousekeeping } from "../../../../src/main/engine/process/housekeeping.js";
import { silentLog } from "../../../../src/main/engine/process/log.js";
import { DAY_MS, MINUTE_MS } from "../../../../src/shared/time.js";
import { openTestStore, temporaryFolder } from "../../../support/folder.js";
import { untilPasses } from "../../../support/until.js";

const nowMs = Date.parse("2026-06-15T12:00:00Z");

beforeEach(() => {
  // A backup is written over several turns of the event loop, so only timers are fake.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

function createContext(db: ReadDb, dataFolder: string) {
  return {
    db,
    clock: { now: () => nowMs },
    randomBytes: (count: number) => new Uint8Array(count),
    log: silentLog,
    effects: noEffects,
    dataFolder,
    pictures: { sweep: () => Promise.resolve() },
    lock: { assertOwn: () => {} },
  };
}

it("housekeeping deletes expired batch jobs within a minute of the start", () => {
  const folder = temporaryFolder();
  const db = openTestStore(folder);
  const { account } = ensureDefaultAccount(db, nowMs);
  write(db, (tx) => {
    const job = { accountId: account.id, isMetered: true, identifiers: ["a"], include: [] };
    insertBatchJob(tx, { ...job, id: "old", createdMs: nowMs - 7 * DAY_MS });
    insertBatchJob(tx, { ...job, id: "young", createdMs: nowMs - 6 * DAY_MS });
  });
  onTestFinished(startHousekeeping(createContext(db, folder)));
  vi.advanceTimersByTime(MINUTE_MS);
  expect(allRows(db, "SELECT id FROM batch_job")).toEqual([{ id: "young" }]);
});

it("housekeeping reports another engine on the folder within a minute, which ends this one", () => {
  const folder = temporaryFolder();
  const onDamage = vi.fn();
  const error = new StorageError("held", "Another engine.", "Stop it.");
  const assertOwn = () => {
    throw error;
  };
  const log = createDamageDetectingLog(silentLog, folder, onDamage);
  const context = { ...createContext(openTestStore(folder), folder), log, lock: { assertOwn } };
  onTestFinished(startHousekeeping(context));
  vi.advanceTimersByTime(5 * MINUTE_MS);
  expect(onDamage.mock.calls).toEqual([[error]]);
});

it("housekeeping writes a backup after the start, and no other one while it is recent", async () => {
  const folder = temporaryFolder();
  const db = openTestStore(folder);
  ensureDefaultAccount(db, nowMs);
  onTestFinished(startHousekeeping(createContext(db, folder)));
  vi.advanceTimersByTime(2 * MINUTE_MS);
  await untilPasses(() => expect(listBackups(folder)).toHaveLength(1));
  vi.advanceTimersByTime(10 * MINUTE_MS);
  for (let turn = 0; turn < 20; turn++) await yieldToEventLoop();
  expect(listBackups(folder)).toHaveLength(1);
});

it("housekeeping writes a backup, and keeps it, beside those of a clock that ran ahead", async () => {
  const folder = temporaryFolder();
  const db = openTestStore(folder);
  ensureDefaultAccount(db, nowMs);
  mkdirSync(join(folder, "backups"));
  for (const month of ["10", "11", "12"]) {
    const ahead = join(folder, "backups", `tidemark-2199${month}01T000000Z.sqlite3`);
    writeFileSync(ahead, "");
    utimesSync(ahead, new Date(`2199-${month}-01`), new Date(`2199-${month}-01`));
  }
  onTestFinished(startHousekeeping(createContext(db, folder)));
  vi.advanceTimersByTime(2 * MINUTE_MS);
  await untilPasses(() => expect(listBackups(folder).map((file) => basename(file))[2]).not.toMatch(/2199/));
  expect(listBackups(folder)).toHaveLength(3);
});
