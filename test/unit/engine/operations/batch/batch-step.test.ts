import { randomBytes } from "node:crypto";
import Database from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { accountById, usageOfPeriod } from "../../../../../src/main/engine/db/accounts/account.js";
import { batchJobById, storedBatchBytes } from "../../../../../src/main/engine/db/batch/batch-job.js";
import { batchResults } from "../../../../../src/main/engine/db/batch/batch-result.js";
import { databaseFile } from "../../../../../src/main/engine/db/data-folder.js";
import { allRows, change, write } from "../../../../../src/main/engine/db/store.js";
import { ensureDefaultAccount } from "../../../../../src/main/engine/operations/account/accounts.js";
import { listJobs } from "../../../../../src/main/engine/operations/batch/batch.js";
import { runBatchStep } from "../../../../../src/main/engine/operations/batch/batch-step.js";
import { importCatalogue } from "../../../../../src/main/engine/operations/catalogue/import-catalogue.js";
import type { AccountContext } from "../../../../../src/main/engine/operations/request/context.js";
import { silentLog } from "../../../../../src/main/engine/process/log.js";
import { DAY_MS } from "../../../../../src/shared/time.js";
import { products } from "../../../../support/catalogue.js";
import { openTestStore, temporaryFolder } from "../../../../support/folder.js";
import { addBatchJob } from "../../db/batch-job.js";

const nowMs = Date.parse("2026-06-15T12:00:00Z");

/** Locks the database like another process would. Returns a function that releases it. */
function holdDatabase(folder: string): () => void {
  const other = new Database(databaseFile(folder));
  onTestFinished(() => void other.close());
  other.exec("BEGIN IMMEDIATE");
  return () => void (other.inTransaction && other.exec("ROLLBACK"));
}

it("a batch step leaves its job unchanged while another process locks the database, and continues afterwards", () => {
  const folder = temporaryFolder();
  const db = openTestStore(folder);
  ensureDefaultAccount(db, nowMs);
  const identifiers = Array.from({ length: 30 }, (_, i) => `word ${i}`);
  addBatchJob(db, identifiers, nowMs);
  db.connection.pragma("busy_timeout = 10");
  const release = holdDatabase(folder);
  // If the step gave up the job, it would first log the error, which frees the database to store the failure.
  const log = { info: () => undefined, error: release };
  const context = {
    db,
    clock: { now: () => nowMs },
    randomBytes: (count: number) => new Uint8Array(count),
    log,
  };
  expect(() => runBatchStep(context, null, Number.POSITIVE_INFINITY)).toThrow(
    expect.objectContaining({ code: "SQLITE_BUSY" }),
  );
  expect(batchJobById(db, "job")).toMatchObject({ status: "pending", processed: 0, error: null });
  release();
  while (runBatchStep(context, null, Number.POSITIVE_INFINITY) !== null);
  expect(batchJobById(db, "job")).toMatchObject({ status: "completed", processed: 30 });
});

it("a finished batch job keeps only the beginning of identifiers that it did not find", async () => {
  const db = openTestStore();
  ensureDefaultAccount(db, nowMs);
  const url = `https://shop.example/${"p".repeat(600)}`;
  const lines = [
    JSON.stringify({
      type: "product",
      title: "Lamp",
      offers: [{ retailer: "shop.example", price: 5, currency: "USD", URL: url }],
    }),
  ];
  await importCatalogue({ db, nowMs, randomBytes, isSample: false }, lines);
  const unknown = `\u0007"${"é".repeat(1_000)}`;
  const context = { db, clock: { now: () => nowMs }, randomBytes, log: silentLog };
  addBatchJob(db, [url, unknown, "short"], nowMs);
  expect(batchJobById(db, "job")?.identifiers).toEqual([url, unknown, "short"]);
  while (runBatchStep(context, null, Number.POSITIVE_INFINITY) !== null);
  const job = batchJobById(db, "job");
  expect(job?.identifiers).toEqual([url, `${unknown.slice(0, 500)}…`, "short"]);
  const results = job === undefined ? [] : batchResults(db, job);
  expect(results.map(({ status }) => status)).toEqual(["found", "not_found", "not_found"]);
  const stored = [job?.identifiers, ...results.map(({ identifier: _identifier, ...body }) => body)];
  const bytes = stored.map((each) => Buffer.byteLength(JSON.stringify(each)));
  expect(storedBatchBytes(db, 1, 0)).toBe(bytes.reduce((sum, each) => sum + each));
});

it("a failed batch job refunds each of the billing periods in which it was charged", async () => {
  const db = openTestStore();
  const [firstPeriodMs, secondPeriodMs] = [Date.parse("2026-06-15"), Date.parse("2026-07-15")];
  const { account } = ensureDefaultAccount(db, firstPeriodMs);
  const lines = products.map((line) => JSON.stringify(line));
  await importCatalogue({ db, nowMs: firstPeriodMs, randomBytes, isSample: false }, lines);
  const [first, second] = products.flatMap((line) => ("service" in line ? [line.service ?? ""] : []));
  // A step looks up at most 20 identifiers.
  const identifiers = Array.from({ length: 100 }, (_, i) => `word ${i}`);
  identifiers[0] = first ?? "";
  identifiers[20] = second ?? "";
  const clock = { nowMs: secondPeriodMs - 1, now: () => clock.nowMs };
  const context = { db, clock, randomBytes, log: { info: () => undefined, error: () => undefined } };
  addBatchJob(db, identifiers, clock.nowMs);
  const creditsUsed = () =>
    [firstPeriodMs, secondPeriodMs].map((startMs) => {
      const found = accountById(db, account.id);
      return found === undefined ? null : usageOfPeriod(db, found, startMs).creditsUsed;
    });
  runBatchStep(context, null, Number.POSITIVE_INFINITY);
  clock.nowMs = secondPeriodMs;
  while ((batchJobById(db, "job")?.processed ?? 0) <= 20)
    runBatchStep(context, null, Number.POSITIVE_INFINITY);
  expect(creditsUsed()).toEqual([1, 1]);
  clock.nowMs += 7 * DAY_MS;
  runBatchStep(context, null, Number.POSITIVE_INFINITY);
  expect(batchJobById(db, "job")).toMatchObject({ status: "failed" });
  expect(creditsUsed()).toEqual([0, 0]);
});

it("the results of a batch job do not store its identifiers again", () => {
  const db = openTestStore();
  ensureDefaultAccount(db, 0);
  const identifiers = Array.from({ length: 30 }, (_, i) => `${i} ${"unknown".repeat(60)}`);
  addBatchJob(db, identifiers, 0, { isMetered: false });
  const context = { db, clock: { now: () => 0 }, randomBytes, log: silentLog };
  while (runBatchStep(context, null, Number.POSITIVE_INFINITY) !== null);
  const [stored] = allRows<{ bytes: number }>(db, "SELECT sum(length(body)) AS bytes FROM batch_result");
  expect(stored?.bytes).toBeLessThan(30 * 100);
  const job = batchJobById(db, "job");
  const results = job === undefined ? [] : batchResults(db, job);
  expect(results.map(({ identifier }) => identifier)).toEqual(identifiers);
  expect(results[7]).toEqual({ identifier: identifiers[7], status: "not_found", product: null });
});

it("only the newest batch jobs of a week are listed", () => {
  const db = openTestStore();
  const { account } = ensureDefaultAccount(db, nowMs);
  for (let i = 1; i <= 201; i++) addBatchJob(db, ["a"], nowMs, { id: String(i) });
  addBatchJob(db, ["a"], nowMs - 7 * DAY_MS, { id: "expired" });
  const list = () =>
    listJobs({ db, clock: { now: () => nowMs }, accountId: account.id } as AccountContext).jobs;
  expect(list().map(({ id }) => id)).toEqual(Array.from({ length: 200 }, (_, i) => String(201 - i)));
  write(db, (tx) => change(tx, "DELETE FROM batch_job WHERE CAST(id AS INTEGER) > 1"));
  expect(list().map(({ id }) => id)).toEqual(["1"]);
});
