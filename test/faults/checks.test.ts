import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReadDb } from "../../src/main/engine/db/store.js";
import { ensureBuilt } from "../support/cli.js";
import { moveClock, readClock } from "../support/clock.js";
import { scratchFolder } from "../support/disk.js";
import { temporaryFolder } from "../support/folder.js";
import type { ReceivedDelivery } from "../support/receiver.js";
import { until } from "../support/until.js";
import { checkConsistency } from "./checks/consistency.js";
import { checkTold } from "./checks/inbox.js";
import { checkKept, countKept } from "./checks/kept.js";
import { checkLedger, usedOf } from "./checks/ledger.js";
import { checkDueTimes, checkRest } from "./checks/schedules.js";
import { checkDrops, checkReceived } from "./checks/world.js";
import { chanceOf } from "./support/chance.js";
import { load } from "./support/load.js";
import { look, waitForRest } from "./support/look.js";
import { dropPrices } from "./support/market.js";
import { copyPrepared, openSetting, type Setting, startIn } from "./support/setting.js";
import { Toll } from "./support/toll.js";

beforeAll(ensureBuilt);

const wellFolder = scratchFolder("fault-well");
afterAll(wellFolder.remove);

/** A folder in which all is well after an engine has worked, and what was heard of that. */
async function workWell() {
  const setting = await openSetting();
  const folder = wellFolder.path;
  const data = copyPrepared(setting, folder);
  const before = look(data, usedOf);
  const drops = dropPrices(setting, chanceOf(1));
  const toll = new Toll();
  const engine = startIn(setting, data);
  const baseUrl = await engine.ready();
  const enough = new AbortController();
  const loading = load({
    engine,
    baseUrl,
    setting,
    chance: chanceOf(1),
    toll,
    folder,
    signal: enough.signal,
  });
  moveClock(data, 3_600_000);
  // An import alone counts thirty: there is something of each kind, and enough in all.
  await until(() => countKept(toll.kept) > 50 && Object.values(toll.kept).every(({ size }) => size > 0));
  enough.abort();
  await loading;
  await waitForRest(data, () => readClock(data));
  await engine.stop();
  return { setting: { ...setting, prepared: data } satisfies Setting, before, drops, toll };
}

let well: ReturnType<typeof workWell> | undefined;

/** Everything that the checks say of a copy that `harm` was done to. */
async function findingsAfter(harm: (db: ReadDb, received: ReceivedDelivery[]) => void): Promise<string> {
  well ??= workWell();
  const { setting, before, drops, toll } = await well;
  const data = copyPrepared(setting, temporaryFolder());
  const received = [...setting.receiver.received];
  return look(data, (db) => {
    db.connection.pragma("foreign_keys = OFF");
    db.connection.pragma("ignore_check_constraints = ON");
    harm(db, received);
    const nowMs = readClock(data);
    return [
      ...checkConsistency(db),
      ...checkKept(db, toll.kept),
      ...checkLedger(db, before, toll.bill),
      ...checkRest(db, nowMs),
      ...checkDueTimes(db, nowMs),
      ...checkDrops(db, drops),
      ...checkReceived(db, setting.webhook.id, received),
    ].join("\n");
  });
}

const someDelivery = "id = (SELECT id FROM delivery WHERE status = 'delivered' LIMIT 1)";

/** What is broken on purpose, and the words in which it has to be found. */
const harms: readonly (readonly [string, string, RegExp])[] = [
  [
    "a charge that is forgotten",
    "UPDATE account SET period_credits = period_credits - 1",
    /credits were charged/,
  ],
  ["a charge too many", "UPDATE account SET period_credits = period_credits + 1", /credits were charged/],
  [
    "a request that is not counted",
    "UPDATE account SET period_requests = period_requests - 1",
    /requests were charged/,
  ],
  [
    "a batch that is charged twice",
    "UPDATE batch_charge SET credits = credits * 2",
    /charge is not one credit/,
  ],
  ["a batch result that is lost", "DELETE FROM batch_result WHERE position = 3", /results are miscounted/],
  ["a batch that stops early", "UPDATE batch_job SET total = total + 1", /ended early/],
  ["a batch that hangs", "UPDATE batch_job SET finished_at = NULL", /job that never ends/],
  ["a job that is lost", "DELETE FROM batch_job", /The batch job is gone/],
  ["a key that is lost", "DELETE FROM api_key", /The key is gone/],
  [
    "a product of an import that is lost",
    "DELETE FROM product WHERE service LIKE '%n0x3'",
    /The import is gone/,
  ],
  [
    "a schedule that is lost",
    "DELETE FROM schedule WHERE product_id IN (SELECT id FROM product WHERE service LIKE 'product/test/%')",
    /The schedule is gone/,
  ],
  [
    "a schedule of another pace",
    "UPDATE schedule SET cadence = CASE cadence WHEN 'daily' THEN 'weekly' ELSE 'daily' END",
    /The schedule is gone/,
  ],
  ["a webhook that is lost", "DELETE FROM webhook", /The webhook is gone/],
  ["a rule that is lost", "DELETE FROM alert_rule", /The rule is gone/],
  ["a tag that is lost", "DELETE FROM tag", /The tag is gone/],
  ["an offer that is lost", "DELETE FROM offer WHERE id = 1", /without any offer|foreign key/],
  ["a row without its parent", "DELETE FROM product WHERE id = 1", /foreign key/],
  ["a search text that is lost", "DELETE FROM product_text WHERE rowid = 1", /without its search text/],
  [
    "an identifier that is lost",
    "DELETE FROM identifier WHERE product_id = 1",
    /without its search text or its id/,
  ],
  ["offers that are miscounted", "UPDATE product SET offer_count = 7 WHERE id = 1", /offers are miscounted/],
  ["a block of history that is lost", "DELETE FROM price_block WHERE offer_id = 1", /no history/],
  ["a point that is lost", "UPDATE price_block SET count = count + 1 WHERE offer_id = 1", /holds/],
  ["a price that is not the history's", "UPDATE offer SET price_minor = 1 WHERE id = 1", /the offer says 1/],
  [
    "a delivery that is lost",
    `DELETE FROM delivery WHERE ${someDelivery}`,
    /a webhook is not told|for nobody/,
  ],
  [
    "an event that is told twice",
    `INSERT INTO delivery (webhook_id, event_id, status, attempts, due_at) SELECT webhook_id, event_id, 'due', 0, 0 FROM delivery WHERE ${someDelivery}`,
    /told twice/,
  ],
  [
    "an event without deliveries",
    "INSERT INTO event VALUES ('evt_x', 1, 'price_drop', '{}', 0)",
    /event for nobody/,
  ],
  ["an attempt that is lost", "DELETE FROM delivery_attempt", /Attempts are miscounted/],
  [
    "a delivery that failed early",
    `UPDATE delivery SET status = 'failed' WHERE ${someDelivery}`,
    /Failed before its fifth attempt/,
  ],
  ["a failure that is not counted", "UPDATE webhook SET failure_count = 3", /Failures are miscounted/],
  [
    "a delivery that ended and is due",
    `UPDATE delivery SET status = 'due' WHERE ${someDelivery}`,
    /end does not fit/,
  ],
  [
    "a delivery that is never sent",
    `UPDATE delivery SET status = 'due', ended_at = NULL WHERE ${someDelivery}`,
    /delivery that is overdue/,
  ],
  [
    "a drop that is told of twice",
    "INSERT INTO event SELECT id || 'b', account_id, type, data, created_at FROM event WHERE type = 'price_drop'",
    /was not told once/,
  ],
  ["an alert that is lost", "DELETE FROM inbox", /not in the inbox once/],
  ["an alert that nobody has sent", "UPDATE inbox SET event_id = event_id || 'b'", /never received/],
  ["a run that hangs", "UPDATE schedule SET run_started_at = 1", /run that never ends/],
  ["a check that is never made", "UPDATE schedule SET due_at = 1", /check that is overdue/],
  ["a check that is put off for ever", "UPDATE schedule SET due_at = due_at + 864000000", /waits for/],
  ["a received event that lies about", "UPDATE received_event SET body = '{}'", /nobody looks at/],
];

describe("the checks", () => {
  it("find nothing where all is well, and there is something to look at", async () => {
    expect(await findingsAfter(() => undefined)).toBe("");
    const { toll, setting } = await well!;
    for (const [kind, names] of Object.entries(toll.kept)) expect(names.size, kind).toBeGreaterThan(0);
    expect(countKept(toll.kept)).toBeGreaterThan(50);
    expect(setting.receiver.received.length).toBeGreaterThan(3);
  });

  it.each(harms)("find %s", async (_what, sql, words) => {
    const changed = await findingsAfter((db) => {
      expect(db.connection.prepare(sql).run().changes).toBeGreaterThan(0);
    });
    expect(changed).toMatch(words);
  });

  it("find a delivery that never reached its receiver, and one that nobody sent", async () => {
    expect(await findingsAfter((_db, received) => received.pop())).toMatch(/at its receiver, is gone/);
    const forged = (received: ReceivedDelivery[]) => {
      const [first] = received;
      if (first !== undefined) received.push({ ...first, body: { ...first.body, id: "evt_forged" } });
    };
    expect(await findingsAfter((_db, received) => forged(received))).toMatch(/the outbox does not hold/);
  });

  it("find what the app is told twice", () => {
    expect(checkTold(["a", "b", "a"])).toEqual(["The app was told twice of a"]);
  });
});
