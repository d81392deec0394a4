import { expect, it, vi } from "vitest";
import { allRows } from "../../src/main/engine/db/store.js";
import { retryDelaysMs } from "../../src/main/engine/domain/delivery-retries.js";
import { plainProduct } from "../support/catalogue.js";
import { startTestEngine, type TestEngine } from "../support/engine.js";
import { type Receiver, startReceiver } from "../support/receiver.js";
import { checkConsistency } from "./checks/consistency.js";
import { expectNone, type Finding, findRows } from "./checks/finding.js";
import { checkReceived } from "./checks/world.js";
import { type BadReceiver, manners, openBadReceiver } from "./support/bad-receiver.js";
import { type Round, roundsTimeoutMs, runRounds } from "./support/rounds.js";

const badOnes = 4;
const attempts = 5;
const failuresBeforeDisabling = 50;

function lines(count: number, price: number, timestamp: string) {
  return Array.from({ length: count }, (_, i) => ({
    ...plainProduct(`hook${i}`, `Hooked thing ${i}`),
    offers: plainProduct(`hook${i}`, "", 1).offers?.map((offer) => ({ ...offer, price, timestamp })),
  }));
}

async function webhookAt(engine: TestEngine, url: string): Promise<string> {
  const made = await engine.call("webhooks.create", { url, events: ["price_drop"] });
  if (!made.ok) throw new Error(made.error.message);
  return made.data.webhook.id;
}

function countDue({ db, clock }: TestEngine): number {
  const sql = "SELECT 1 FROM delivery WHERE status = 'due' AND due_at <= ?";
  return allRows(db, sql, clock.now()).length;
}

function idsOf({ received }: Receiver): ReadonlySet<string> {
  return new Set(received.map(({ body }) => body.id));
}

/** At least once: a computer that is busy with all the others may miss the time of the first answer. */
async function untilTold(receiver: Receiver, events: number): Promise<void> {
  await vi.waitUntil(() => idsOf(receiver).size === events, { timeout: 60_000, interval: 10 });
}

async function untilNothingIsDue(engine: TestEngine): Promise<void> {
  await vi.waitUntil(() => countDue(engine) === 0, { timeout: 120_000, interval: 10 });
}

/** Contract: no attempt comes before its wait is over, and none is left out. */
function checkWaits({ db }: TestEngine): Finding[] {
  return retryDelaysMs.flatMap((waitMs, i) =>
    findRows(
      db,
      `Attempt ${i + 2} came before its ${waitMs} ms were over`,
      `SELECT a.delivery_id FROM delivery_attempt AS a JOIN delivery_attempt AS b
         ON b.delivery_id = a.delivery_id AND a.attempt = ? AND b.attempt = ?
       WHERE b.started_at < a.started_at + ?`,
      i + 1,
      i + 2,
      waitMs,
    ),
  );
}

interface Hook {
  readonly id: string;
  readonly receiver: BadReceiver;
}

/** Delivered, failed, or cancelled because it was one failure too many: each as the contract has it. */
function checkEnds({ db }: TestEngine, { id, receiver }: Hook, isGood: boolean, events: number): Finding[] {
  const rows = allRows<{ status: string; rows: number }>(
    db,
    "SELECT status, count(*) AS rows FROM delivery WHERE webhook_id = ? GROUP BY status",
    id,
  );
  const count = (status: string) => rows.find((row) => row.status === status)?.rows ?? 0;
  const failed = Math.min(events, failuresBeforeDisabling);
  const wanted = receiver.isDelivery || isGood ? [events, 0] : [0, failed];
  const seen = [count("delivered"), count("failed")];
  const sum = rows.reduce((all, row) => all + row.rows, 0);
  return [
    ...(sum === events ? [] : [`${receiver.name}: ${sum} deliveries of ${events} events`]),
    ...(String(seen) === String(wanted) ||
    (failed === failuresBeforeDisabling && !isGood && (seen[1] ?? 0) >= failed)
      ? []
      : [`${receiver.name}: delivered and failed ${seen}, not ${wanted}`]),
  ];
}

async function misbehave({ chance, tally, folder }: Round): Promise<void> {
  const good = await startReceiver();
  const names = [...Object.keys(manners)].sort(() => chance.next() - 0.5).slice(0, badOnes);
  const receivers = await Promise.all(names.map(openBadReceiver));
  const engine = await startTestEngine({ deliveryTimeoutMs: 2_000, dataFolder: folder });
  try {
    const events = chance.is(0.2) ? failuresBeforeDisabling + 3 : chance.whole(1, 6);
    // They behave again before this attempt; after the last, they never do.
    const goodFrom = chance.whole(2, attempts + 1);
    await engine.import(lines(events, 50, "2026-06-14T12:00:00.000Z"));
    const ids = Array.from({ length: events }, (_, i) => `product/hook${i}/x`);
    expect(await engine.call("schedules.put", { ids, schedule: "weekly" })).toMatchObject({ ok: true });
    const goodId = await webhookAt(engine, good.url);
    const hooks: Hook[] = [];
    for (const receiver of receivers) hooks.push({ id: await webhookAt(engine, receiver.url), receiver });
    await engine.import(lines(events, 40, new Date(engine.clock.now()).toISOString()));
    for (let attempt = 1; attempt <= attempts; attempt++) {
      if (attempt === goodFrom) for (const { receiver } of hooks) receiver.behave();
      // Whoever behaves is not kept waiting by who does not.
      if (attempt === 1) await untilTold(good, events);
      await untilNothingIsDue(engine);
      engine.clock.advance((retryDelaysMs[attempt - 1] ?? 0) + 1_000);
    }
    const isGood = goodFrom <= attempts;
    expectNone(`Told by ${names.join(", ")}, good from attempt ${goodFrom}, ${events} events`, [
      ...checkConsistency(engine.db),
      ...checkWaits(engine),
      ...checkReceived(engine.db, goodId, good.received),
      ...hooks.flatMap((hook) => checkEnds(engine, hook, isGood, events)),
    ]);
    expect(idsOf(good).size).toBe(events);
    tally.add("deliveries accounted for", events * (badOnes + 1));
    tally.add("attempts", allRows(engine.db, "SELECT 1 FROM delivery_attempt").length);
  } finally {
    await engine.stop();
    await good.close();
    for (const receiver of receivers) receiver.close();
  }
}

it("a receiver, however bad, is told what the contract says and holds up nobody else", {
  timeout: roundsTimeoutMs,
}, async () => {
  const fault = {
    name: "receiver",
    what: `webhook receivers with ${Object.keys(manners).length} bad manners, four at a time beside a good one`,
    rounds: { short: 2, long: 60 },
  };
  const tally = await runRounds(fault, misbehave);
  expect(tally.of("attempts")).toBeGreaterThan(10);
});
