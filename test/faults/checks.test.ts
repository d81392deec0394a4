import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { ReadDb } from "../../src/main/engine/db/store.js";
import { HOUR_MS } from "../../src/shared/time.js";
import { moveClock, readClock } from "../support/clock.js";
import { scratchFolder } from "../support/disk.js";
import { temporaryFolder } from "../support/folder.js";
import type { ReceivedDelivery } from "../support/receiver.js";
import { until } from "../support/until.js";
import { checkConsistency, withDatabase } from "./checks/database.js";
import { checkDrops, checkDueTimes, checkIdle, checkNotifications, checkReceived } from "./checks/outcome.js";
import { openFixture } from "./support/fixture.js";
import { createRandom } from "./support/random.js";
import { copyPrepared, Scenario } from "./support/scenario.js";

const folder = scratchFolder("fault-checks");
afterAll(folder.remove);

/** Runs an engine under load, until there is something of everything to check, and then stops it at `nowMs`. */
async function runEngine(): Promise<{ readonly scenario: Scenario; readonly nowMs: number }> {
  const round = { seed: 1, random: createRandom(1), folder: folder.path, count: () => undefined };
  const scenario = new Scenario(await openFixture(), round);
  const engine = scenario.startEngine();
  const load = await scenario.startLoad(engine);
  moveClock(folder.path, HOUR_MS);
  const { expected } = scenario;
  await until(() => expected.writeCount > 50 && [...expected.writes.values()].every(({ size }) => size > 0));
  await load.stop();
  await scenario.waitUntilIdle();
  await engine.stop();
  return { scenario, nowMs: readClock(folder.path) };
}

let run: ReturnType<typeof runEngine> | undefined;

/** Changes a copy of the healthy database, and returns all findings of the checks. */
async function findingsAfter(change: (db: ReadDb, received: ReceivedDelivery[]) => void): Promise<string> {
  run ??= runEngine();
  const { scenario, nowMs } = await run;
  const { fixture, data, expected, drops } = scenario;
  const copy = copyPrepared({ ...fixture, prepared: data }, join(temporaryFolder(), "data"));
  const received = [...fixture.receiver.received];
  return withDatabase(copy, (db) => {
    db.connection.pragma("foreign_keys = OFF");
    db.connection.pragma("ignore_check_constraints = ON");
    change(db, received);
    return [
      ...checkConsistency(db),
      ...expected.check(db),
      ...checkIdle(db, nowMs),
      ...checkDueTimes(db, nowMs),
      ...checkDrops(db, drops),
      ...checkReceived(db, fixture.webhookId, received),
    ].join("\n");
  });
}

const oneDelivery = "id = (SELECT id FROM delivery WHERE status = 'delivered' LIMIT 1)";

/** Findings, and changes to a healthy database that must cause them. */
const violations: readonly (readonly [finding: string, sql: string])[] = [
  ["too few credits charged", "UPDATE account SET period_credits = period_credits - 1"],
  ["too many credits charged", "UPDATE account SET period_credits = period_credits + 1"],
  ["too few requests charged", "UPDATE account SET period_requests = period_requests - 1"],
  [
    "metered batch job not charged one credit per product, or the owner's charged",
    "UPDATE batch_charge SET credits = credits * 2",
  ],
  ["batch job with a wrong result count", "DELETE FROM batch_result WHERE position = 3"],
  ["batch job completed early, or beyond its end", "UPDATE batch_job SET total = total + 1"],
  ["unfinished batch job", "UPDATE batch_job SET finished_at = NULL"],
  ["missing batch job", "DELETE FROM batch_job"],
  ["missing key", "DELETE FROM api_key"],
  ["missing import", "DELETE FROM product WHERE service LIKE '%n0x3'"],
  [
    "missing schedule",
    "DELETE FROM schedule WHERE product_id IN (SELECT id FROM product WHERE service LIKE 'product/test/%')",
  ],
  [
    "missing schedule: product/test/",
    "UPDATE schedule SET cadence = iif(cadence = 'daily', 'weekly', 'daily')",
  ],
  ["missing webhook", "DELETE FROM webhook"],
  ["missing rule", "DELETE FROM alert_rule"],
  ["missing tag", "DELETE FROM tag"],
  ["product without offers", "DELETE FROM offer WHERE id = 1"],
  ["foreign key", "DELETE FROM product WHERE id = 1"],
  ["product without its search text", "DELETE FROM product_text WHERE rowid = 1"],
  ["product without its key", "DELETE FROM identifier WHERE product_id = 1"],
  ["product with a wrong offer count", "UPDATE product SET offer_count = 7 WHERE id = 1"],
  ["no points", "DELETE FROM price_block WHERE offer_id = 1"],
  ["a block of 3 holds 2 points", "UPDATE price_block SET count = count + 1 WHERE offer_id = 1"],
  ["but the offer is 1", "UPDATE offer SET price_minor = 1 WHERE id = 1"],
  ["event without a delivery to a subscribed webhook", `DELETE FROM delivery WHERE ${oneDelivery}`],
  [
    "event with several deliveries to one webhook",
    `INSERT INTO delivery (webhook_id, event_id, status, attempts, due_at)
     SELECT webhook_id, event_id, 'due', 0, 0 FROM delivery WHERE ${oneDelivery}`,
  ],
  ["event without deliveries", "INSERT INTO event VALUES ('evt_x', 1, 'price_drop', '{}', 0)"],
  ["delivery with a wrong attempt count", "DELETE FROM delivery_attempt"],
  ["delivery failed before its last attempt", `UPDATE delivery SET status = 'failed' WHERE ${oneDelivery}`],
  ["webhook with a wrong failure count", "UPDATE webhook SET failure_count = 3"],
  ["delivery whose end contradicts its status", `UPDATE delivery SET status = 'due' WHERE ${oneDelivery}`],
  ["overdue delivery", `UPDATE delivery SET status = 'due', ended_at = NULL WHERE ${oneDelivery}`],
  [
    "is not one event row",
    `INSERT INTO event SELECT id || 'b', account_id, type, data, created_at FROM event WHERE type = 'price_drop'`,
  ],
  ["is not one inbox row", "DELETE FROM inbox"],
  ["change of an offer without its round", "INSERT INTO round_change VALUES (1, 1, 1, 0)"],
  ["rule that could not be evaluated", "INSERT INTO alert_problem VALUES ('p', 1, 0, 'x')"],
  ["open round", "INSERT INTO round (product_id, from_at, opened_at) VALUES (1, 0, 0)"],
  ["alert to announce", "UPDATE inbox SET announced_at = NULL"],
  ["unfinished scheduled run", "UPDATE schedule SET run_started_at = 1"],
  ["overdue check", "UPDATE schedule SET due_at = 1"],
  ["hourly schedule 1 is due in", "UPDATE schedule SET due_at = due_at + 864000000"],
  ["unprocessed received event", "INSERT INTO received_event VALUES ('evt_x', '{}', 0)"],
];

it("the checks find nothing in a healthy database with data of every kind", async () => {
  expect(await findingsAfter(() => undefined)).toBe("");
  const { expected, fixture } = (await run!).scenario;
  for (const [kind, texts] of expected.writes) expect(texts.size, kind).toBeGreaterThan(0);
  expect(expected.writeCount).toBeGreaterThan(50);
  expect(fixture.receiver.received.length).toBeGreaterThan(3);
});

it.each(violations)('the checks find "%s"', async (finding, sql) => {
  const findings = await findingsAfter((db) => {
    expect(db.connection.prepare(sql).run().changes).toBeGreaterThan(0);
  });
  expect(findings).toContain(finding);
});

it("the checks find a delivery that its receiver did not get", async () => {
  expect(await findingsAfter((_db, received) => received.pop())).toMatch(/missing at the receiver/);
});

it("the checks find a delivery that is not in the outbox", async () => {
  const findings = await findingsAfter((_db, received) => {
    const first = received[0]!;
    received.push({ ...first, body: { ...first.body, id: "evt_forged" } });
  });
  expect(findings).toMatch(/not in the outbox/);
});

it("the checks find an alert of which the app was not notified", async () => {
  run ??= runEngine();
  const { scenario } = await run;
  const findings = withDatabase(scenario.data, (db) => checkNotifications(db, []));
  expect(findings.join()).toMatch(/^no notification of evt_/);
});
