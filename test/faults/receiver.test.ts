import { expect, vi } from "vitest";
import { allRows } from "../../src/main/engine/db/store.js";
import { maxAttempts, retryDelaysMs } from "../../src/main/engine/domain/delivery-retries.js";
import { plainProduct } from "../support/catalogue.js";
import { startTestEngine, type TestEngine } from "../support/engine.js";
import { type Receiver, startReceiver } from "../support/receiver.js";
import { callOk } from "../support/upstream.js";
import { checkConsistency, expectNoFindings, type Finding, findRows, findUnless } from "./checks/database.js";
import { checkReceived } from "./checks/outcome.js";
import { type BadReceiver, receiverFaults, startBadReceiver } from "./support/bad-receiver.js";
import { type Round, testFault } from "./support/rounds.js";

const badReceiverCount = 4;
const failuresBeforeDisabling = 50;

function productLines(count: number, price: number, timestamp: string) {
  return Array.from({ length: count }, (_, i) => ({
    ...plainProduct(`hook${i}`, `Hooked thing ${i}`),
    offers: plainProduct(`hook${i}`, "", 1).offers?.map((offer) => ({ ...offer, price, timestamp })),
  }));
}

async function createWebhook(engine: TestEngine, url: string): Promise<string> {
  return (await callOk(engine, "webhooks.create", { url, events: ["price_drop"] })).webhook.id;
}

function receivedIds({ received }: Receiver): ReadonlySet<string> {
  return new Set(received.map(({ body }) => body.id));
}

async function waitUntilNothingIsDue({ db, clock }: TestEngine): Promise<void> {
  const sql = "SELECT 1 FROM delivery WHERE status = 'due' AND due_at <= ?";
  await vi.waitUntil(() => allRows(db, sql, clock.now()).length === 0, { timeout: 120_000, interval: 10 });
}

/** No attempt is made before the contract's delay has passed. */
function checkRetryDelays({ db }: TestEngine): Finding[] {
  return retryDelaysMs.flatMap((delayMs, i) =>
    findRows(
      db,
      `attempt ${i + 2} made less than ${delayMs} ms after the previous one`,
      `SELECT a.delivery_id FROM delivery_attempt AS a JOIN delivery_attempt AS b
         ON b.delivery_id = a.delivery_id AND a.attempt = ? AND b.attempt = ?
       WHERE b.started_at < a.started_at + ?`,
      i + 1,
      i + 2,
      delayMs,
    ),
  );
}

interface BadWebhook {
  readonly id: string;
  readonly receiver: BadReceiver;
}

/** Every event was delivered, has failed, or was cancelled when too many failures disabled the webhook. */
function checkStatuses(
  { db }: TestEngine,
  { id, receiver }: BadWebhook,
  hasRecovered: boolean,
  events: number,
): Finding[] {
  const rows = allRows<{ status: string; rows: number }>(
    db,
    "SELECT status, count(*) AS rows FROM delivery WHERE webhook_id = ? GROUP BY status",
    id,
  );
  const count = (status: string) => rows.find((row) => row.status === status)?.rows ?? 0;
  const total = rows.reduce((sum, row) => sum + row.rows, 0);
  const failed = Math.min(events, failuresBeforeDisabling);
  const expected = receiver.isDelivery || hasRecovered ? [events, 0] : [0, failed];
  const actual = [count("delivered"), count("failed")];
  // Deliveries in progress when the webhook is disabled may fail, too.
  const isDisabled = failed === failuresBeforeDisabling && !hasRecovered && count("failed") >= failed;
  return [
    ...findUnless(total === events, `${receiver.name}: ${total} deliveries of ${events} events`),
    ...findUnless(
      String(actual) === String(expected) || isDisabled,
      `${receiver.name}: delivered and failed ${actual} instead of ${expected}`,
    ),
  ];
}

async function deliverToBadReceivers({ random, count, folder }: Round): Promise<void> {
  const good = await startReceiver();
  const names = random.sample(Object.keys(receiverFaults), badReceiverCount);
  const badReceivers = await Promise.all(names.map(startBadReceiver));
  const engine = await startTestEngine({ deliveryTimeoutMs: 2_000, dataFolder: folder });
  try {
    const events = random.boolean(0.2) ? failuresBeforeDisabling + 3 : random.integer(1, 6);
    // Before this attempt, the bad receivers recover; after the last attempt, they never do.
    const recoveryAttempt = random.integer(2, maxAttempts + 1);
    await engine.import(productLines(events, 50, "2026-06-14T12:00:00.000Z"));
    const ids = Array.from({ length: events }, (_, i) => `product/hook${i}/x`);
    await callOk(engine, "schedules.put", { ids, schedule: "weekly" });
    const goodId = await createWebhook(engine, good.url);
    const badWebhooks: BadWebhook[] = [];
    for (const receiver of badReceivers)
      badWebhooks.push({ id: await createWebhook(engine, receiver.url), receiver });
    await engine.import(productLines(events, 40, new Date(engine.clock.now()).toISOString()));
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      if (attempt === recoveryAttempt) for (const receiver of badReceivers) receiver.recover();
      // The good receiver gets every event without waiting for the bad ones.
      if (attempt === 1)
        await vi.waitUntil(() => receivedIds(good).size === events, { timeout: 60_000, interval: 10 });
      await waitUntilNothingIsDue(engine);
      engine.clock.advance((retryDelaysMs[attempt - 1] ?? 0) + 1_000);
    }
    const hasRecovered = recoveryAttempt <= maxAttempts;
    expectNoFindings(`${names.join(", ")}; recovery at attempt ${recoveryAttempt}; ${events} events`, [
      ...checkConsistency(engine.db),
      ...checkRetryDelays(engine),
      ...checkReceived(engine.db, goodId, good.received),
      ...badWebhooks.flatMap((webhook) => checkStatuses(engine, webhook, hasRecovered, events)),
    ]);
    expect(receivedIds(good).size).toBe(events);
    count("deliveries accounted for", events * (badReceiverCount + 1));
    count("attempts", allRows(engine.db, "SELECT 1 FROM delivery_attempt").length);
  } finally {
    await engine.stop();
    await good.close();
    for (const receiver of badReceivers) receiver.close();
  }
}

testFault("a bad webhook receiver gets the contract's retries and delays no other receiver", {
  name: "receiver",
  scenario: `webhook receivers with ${Object.keys(receiverFaults).length} faults, four at a time beside a good one`,
  rounds: { short: 2, long: 60 },
  runRound: deliverToBadReceivers,
  minCounts: { attempts: 11 },
});
