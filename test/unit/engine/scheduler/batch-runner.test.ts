import { randomBytes } from "node:crypto";
import { expect, it, onTestFinished, vi } from "vitest";
import { batchJobById } from "../../../../src/main/engine/db/batch/batch-job.js";
import { ensureDefaultAccount, setAccount } from "../../../../src/main/engine/operations/account/accounts.js";
import { readMsPerIdentifier } from "../../../../src/main/engine/operations/batch/batch.js";
import { silentLog } from "../../../../src/main/engine/process/log.js";
import { createBatchRunner } from "../../../../src/main/engine/scheduler/batch-runner.js";
import { openTestStore } from "../../../support/folder.js";
import { until } from "../../../support/until.js";
import { addBatchJob } from "../db/batch-job.js";

const nowMs = Date.parse("2026-06-15T12:00:00Z");

async function runJob(status: "active" | "none") {
  const db = openTestStore();
  ensureDefaultAccount(db, nowMs);
  setAccount(db, "default", { status }, nowMs);
  const identifiers = Array.from({ length: 40 }, (_, i) => `word ${i}`);
  addBatchJob(db, identifiers, nowMs);
  const steps = vi.fn();
  const runner = createBatchRunner(
    { db, clock: { now: () => nowMs }, randomBytes, log: silentLog },
    { onStep: steps },
  );
  onTestFinished(() => runner.stop());
  runner.runDue();
  await until(() => /completed|failed/.test(batchJobById(db, "job")?.status ?? ""));
  return { db, steps };
}

it("the batch runner measures its speed and reports each step", async () => {
  const { db, steps } = await runJob("active");
  expect(readMsPerIdentifier(db)).toBeGreaterThan(0);
  // A slow step ends early.
  expect(steps.mock.calls.length).toBeGreaterThanOrEqual(2);
});

it("the batch runner reports the end of a job that fails immediately, without measuring its speed", async () => {
  const { db, steps } = await runJob("none");
  await until(() => steps.mock.calls.length === 1);
  expect(readMsPerIdentifier(db)).toBeNull();
});
