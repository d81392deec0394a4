import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { saveSnooze } from "../../../../src/main/engine/db/alerts/alert-snooze.js";
import { allRows, write } from "../../../../src/main/engine/db/store.js";
import { silentLog } from "../../../../src/main/engine/process/log.js";
import { createSnoozeWatch } from "../../../../src/main/engine/process/workers.js";
import { openTestStore } from "../../../support/folder.js";
import { insertTestProduct } from "../db/prices/stored-offer.js";

/** Runs the worker once, with two products that are snoozed until 100 and 200. */
function runWatchAt(nowMs: number, hasListener = true) {
  const db = openTestStore();
  write(db, (tx) => {
    for (const [name, untilMs] of [
      ["a", 100],
      ["b", 200],
    ] as const)
      saveSnooze(tx, insertTestProduct(tx, name), untilMs);
  });
  const clock = { now: () => nowMs };
  const worker = createSnoozeWatch({
    db,
    clock,
    randomBytes,
    log: silentLog,
    hasListener: () => hasListener,
    onInboxEntry: () => undefined,
  });
  const nextMs = worker.runDue();
  return { nextMs, left: allRows<{ until: number }>(db, "SELECT until FROM alert_snooze") };
}

it.each([
  [99, 100, [100, 200]],
  [100, 200, [200]],
  [150, 200, [200]],
  [500, null, []],
])("at %d, expired snoozes end, and the next wake-up is at %s", (nowMs, nextMs, left) => {
  expect(runWatchAt(nowMs)).toEqual({ nextMs, left: left.map((until) => ({ until })) });
});

it("expired snoozes are left to the engine that has the listener", () => {
  expect(runWatchAt(500, false)).toMatchObject({ nextMs: null, left: [{ until: 100 }, { until: 200 }] });
});
