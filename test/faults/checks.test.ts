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
import {
  checkDrops,
  checkDueTimes,
  checkIdle,
  checkInboxDrops,
  checkNotifications,
  checkReceived,
} from "./checks/outcome.js";
import { openFixture } from "./support/fixture.js";
import { startLoad } from "./support/load.js";
import { createRandom } from "./support/random.js";
import {
  copyPrepared,
  createScenario,
  type Scenario,
  startEngine,
  stopWhenIdle,
} from "./support/scenario.js";

const folder = scratchFolder("fault-checks");
afterAll(folder.remove);

/** Runs an engine under load, until there is something of everything to check, and then stops it. */
async function runEngine(): Promise<Scenario> {
  const round = { seed: 1, random: createRandom(1), folder: folder.path, count: () => undefined };
  const scenario = createScenario(await openFixture(), round);
  const engine = startEngine(scenario);
  const load = startLoad(scenario, await engine.ready(), engine);
  moveClock(folder.path, HOUR_MS);
  const { expected } = scenario;
  await until(() => expected.writeCount > 50 && [...expected.writes.values()].every(({ size }) => size > 0));
  await load.stop();
  await stopWhenIdle(scenario, engine);
  return scenario;
}

let scenario: Promise<Scenario> | undefined;

/** Changes a copy of the healthy database, and returns all findings of the checks. */
async function findingsAfter(change: (db: ReadDb, received: ReceivedDelivery[]) => void): Promise<string> {
  scenario ??= runEngine();
  const { fixture, data, expected, drops } = await scenario;
  const copy = copyPrepared({ ...fixture, prepared: data }, join(temporaryFolder(), "data"));
  const received = [...fixture.receiver.received];
  return withDatabase(copy, (db) => {
    db.connection.pragma("foreign_keys = OFF");
    db.connection.pragma("ignore_check_constraints = ON");
    change(db, received);
    const nowMs = readClock(folder.path);
    return [
      ...checkConsistency(db),
      ...expected.checkWrites(db),
      ...expected.checkLedger(db),
      ...checkIdle(db, nowMs),
      ...checkDueTimes(db, nowMs),
      ...checkDrops(db, drops),
      ...checkInboxDrops(db, drops),
      ...checkReceived(db, fixture.webhookId, received),
      ...checkNotifications(expected.notifiedEventIds),
    ].join("\n");
  });
}

const oneDelivery = "id = (SELECT id FROM delivery WHERE status = 'delivered' LIMIT 1)";

/** Changes to a healthy database, and the finding that each must cause. */
const violations: readonly (readonly [string, string, RegExp])[] = [
  ["a missing charge", "UPDATE account SET period_credits = period_credits - 1", /credits charged, /],
  ["an excess charge", "UPDATE account SET period_credits = period_credits + 1", /credits charged, /],
  ["an uncounted request", "UPDATE account SET period_requests = period_requests - 1", /requests charged, /],
  ["a batch job charged twice", "UPDATE batch_charge SET credits = credits * 2", /not charged one credit/],
  ["a missing batch result", "DELETE FROM batch_result WHERE position = 3", /wrong result count/],
  ["a batch job completed early", "UPDATE batch_job SET total = total + 1", /batch job completed early/],
  ["an unfinished batch job", "UPDATE batch_job SET finished_at = NULL", /unfinished batch job/],
  ["a missing batch job", "DELETE FROM batch_job", /missing batch job/],
  ["a missing key", "DELETE FROM api_key", /missing key/],
  ["a missing imported product", "DELETE FROM product WHERE service LIKE '%n0x3'", /missing import/],
  [
    "a missing schedule",
    "DELETE FROM schedule WHERE product_id IN (SELECT id FROM product WHERE service LIKE 'product/test/%')",
    /missing schedule/,
  ],
  [
    "a schedule with another cadence",
    "UPDATE schedule SET cadence = CASE cadence WHEN 'daily' THEN 'weekly' ELSE 'daily' END",
    /missing schedule/,
  ],
  ["a missing webhook", "DELETE FROM webhook", /missing webhook/],
  ["a missing rule", "DELETE FROM alert_rule", /missing rule/],
  ["a missing tag", "DELETE FROM tag", /missing tag/],
  ["a missing offer", "DELETE FROM offer WHERE id = 1", /product without offers|foreign key/],
  ["a row without its parent", "DELETE FROM product WHERE id = 1", /foreign key/],
  ["a missing search text", "DELETE FROM product_text WHERE rowid = 1", /without its search text/],
  [
    "a missing product key",
    "DELETE FROM identifier WHERE product_id = 1",
    /without its search text or its key/,
  ],
  ["a wrong offer count", "UPDATE product SET offer_count = 7 WHERE id = 1", /wrong offer count/],
  ["a missing history block", "DELETE FROM price_block WHERE offer_id = 1", /no points/],
  ["a missing point", "UPDATE price_block SET count = count + 1 WHERE offer_id = 1", /holds/],
  [
    "a price that contradicts the history",
    "UPDATE offer SET price_minor = 1 WHERE id = 1",
    /but the offer is 1/,
  ],
  [
    "a missing delivery",
    `DELETE FROM delivery WHERE ${oneDelivery}`,
    /without a delivery to a subscribed webhook|without deliveries/,
  ],
  [
    "a repeated delivery",
    `INSERT INTO delivery (webhook_id, event_id, status, attempts, due_at) SELECT webhook_id, event_id, 'due', 0, 0 FROM delivery WHERE ${oneDelivery}`,
    /several deliveries/,
  ],
  [
    "an event without deliveries",
    "INSERT INTO event VALUES ('evt_x', 1, 'price_drop', '{}', 0)",
    /event without deliveries/,
  ],
  ["a missing attempt", "DELETE FROM delivery_attempt", /wrong attempt count/],
  [
    "a delivery that failed early",
    `UPDATE delivery SET status = 'failed' WHERE ${oneDelivery}`,
    /failed before its fifth attempt/,
  ],
  ["an uncounted failure", "UPDATE webhook SET failure_count = 3", /wrong failure count/],
  [
    "a due delivery that has ended",
    `UPDATE delivery SET status = 'due' WHERE ${oneDelivery}`,
    /end contradicts its status/,
  ],
  [
    "an overdue delivery",
    `UPDATE delivery SET status = 'due', ended_at = NULL WHERE ${oneDelivery}`,
    /overdue delivery/,
  ],
  [
    "a price drop reported twice",
    "INSERT INTO event SELECT id || 'b', account_id, type, data, created_at FROM event WHERE type = 'price_drop'",
    /is not one event/,
  ],
  ["a missing inbox entry", "DELETE FROM inbox", /is not one inbox entry/],
  ["an inbox entry without an event", "UPDATE inbox SET event_id = event_id || 'b'", /never received/],
  ["an unfinished scheduled run", "UPDATE schedule SET run_started_at = 1", /unfinished scheduled run/],
  ["an overdue check", "UPDATE schedule SET due_at = 1", /overdue check/],
  [
    "a check delayed by ten days",
    "UPDATE schedule SET due_at = due_at + 864000000",
    /schedule \d+ is due in/,
  ],
  ["an unprocessed received event", "UPDATE received_event SET body = '{}'", /unprocessed received event/],
];

it("the checks find nothing in a healthy database with data of every kind", async () => {
  expect(await findingsAfter(() => undefined)).toBe("");
  const { expected, fixture } = await scenario!;
  for (const [kind, texts] of expected.writes) expect(texts.size, kind).toBeGreaterThan(0);
  expect(expected.writeCount).toBeGreaterThan(50);
  expect(fixture.receiver.received.length).toBeGreaterThan(3);
});

it.each(violations)("the checks find %s", async (_name, sql, finding) => {
  const findings = await findingsAfter((db) => {
    expect(db.connection.prepare(sql).run().changes).toBeGreaterThan(0);
  });
  expect(findings).toMatch(finding);
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

it("the checks find a repeated notification", () => {
  expect(checkNotifications(["a", "b", "a"])).toEqual(["repeated notification of a"]);
});
