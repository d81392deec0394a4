import { expect, it, vi } from "vitest";
import { allRows } from "../../src/main/engine/db/store.js";
import { cadenceMs } from "../../src/main/engine/domain/schedule-times.js";
import type { Cadence } from "../../src/shared/contract/schedule.js";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/shared/time.js";
import { startTestEngine, type TestEngine } from "../support/engine.js";
import { type Receiver, startReceiver } from "../support/receiver.js";
import { checkConsistency } from "./checks/consistency.js";
import { expectNone, type Finding } from "./checks/finding.js";
import { checkLedger, usedOf } from "./checks/ledger.js";
import { checkDueTimes, checkRest } from "./checks/schedules.js";
import { checkReceived } from "./checks/world.js";
import type { Chance } from "./support/chance.js";
import { type Market, type MarketShop, openMarket } from "./support/market.js";
import { type Round, roundsTimeoutMs, runRounds } from "./support/rounds.js";
import { Toll } from "./support/toll.js";

const simulatedDays = 24;
const pagePace = { gapMs: 0, speed: 1_000_000 };

/** Ends of months, years and daylight saving, a leap day; and places where each of those comes at another hour. */
const starts = [
  "2026-10-17T21:30:00Z",
  "2027-03-06T10:00:00Z",
  "2028-02-15T23:59:00Z",
  "2026-12-18T00:00:00Z",
];
const zones = ["Europe/Berlin", "America/New_York", "Pacific/Apia", "Asia/Kathmandu", "UTC"];
const cadences: readonly Cadence[] = ["hourly", "hourly", "daily", "daily", "weekly", "weekly"];

/** A watched product, and what a plain model of its schedule says of it. */
interface Watched {
  readonly shop: MarketShop;
  readonly service: string;
  readonly cadence: Cadence;
  /** One of the times at which it falls due; the others lie whole intervals away. */
  readonly slotMs: number;
  visits: number;
  seenMinor: number;
  drops: number;
}

/** How many times it falls due after `fromMs` up to and with `toMs`. */
function slotsBetween({ slotMs, cadence }: Watched, fromMs: number, toMs: number): number {
  const interval = cadenceMs[cadence];
  return Math.floor((toMs - slotMs) / interval) - Math.floor((fromMs - slotMs) / interval);
}

function dueOf({ db }: TestEngine, service: string): number {
  const sql = "SELECT due_at FROM schedule JOIN product ON product.id = product_id WHERE service = ?";
  return allRows<{ due_at: number }>(db, sql, service)[0]?.due_at ?? 0;
}

async function watch(engine: TestEngine, shop: MarketShop, cadence: Cadence): Promise<Watched> {
  await engine.call("pages.allow", { host: shop.host, is_allowed: true });
  const added = await engine.call("links.add", { url: shop.url });
  if (!added.ok || added.data.outcome !== "added") throw new Error("Not added.");
  const { product_key } = added.data;
  await engine.call("schedules.put", { ids: [product_key], schedule: cadence });
  const slotMs = dueOf(engine, product_key);
  return {
    shop,
    service: product_key,
    cadence,
    slotMs,
    visits: shop.visits,
    seenMinor: shop.priceMinor,
    drops: 0,
  };
}

/** Mostly the engine runs on; now and then the computer is off for hours, or for days. */
function nextStepMs(chance: Chance): number {
  const kind = chance.next();
  if (kind < 0.9) return chance.whole(5 * MINUTE_MS, HOUR_MS);
  return kind < 0.98 ? chance.whole(HOUR_MS, 12 * HOUR_MS) : chance.whole(DAY_MS, 4 * DAY_MS);
}

function movePrices(watched: readonly Watched[], chance: Chance): void {
  for (const { shop } of watched)
    if (chance.is(0.1)) shop.priceMinor = Math.max(2_000, shop.priceMinor + chance.whole(-800, 800));
}

/** Due once or often, it was checked once; not due, it was left alone; and its next turn is in its rhythm. */
function checkStep(engine: TestEngine, each: Watched, fromMs: number, toMs: number): Finding[] {
  const wanted = Math.min(1, slotsBetween(each, fromMs, toMs));
  const made = each.shop.visits - each.visits;
  each.visits = each.shop.visits;
  if (made > 0) {
    if (each.shop.priceMinor < each.seenMinor) each.drops++;
    each.seenMinor = each.shop.priceMinor;
  }
  const dueMs = dueOf(engine, each.service);
  const isInRhythm = (dueMs - each.slotMs) % cadenceMs[each.cadence] === 0 && dueMs > toMs;
  const at = new Date(toMs).toISOString();
  return [
    ...(made === wanted ? [] : [`${each.cadence} was checked ${made} times instead of ${wanted} at ${at}`]),
    ...(isInRhythm
      ? []
      : [`${each.cadence} is out of its rhythm after ${at}: ${new Date(dueMs).toISOString()}`]),
  ];
}

async function untilAtRest(engine: TestEngine): Promise<void> {
  await vi.waitUntil(() => checkRest(engine.db, engine.clock.now()).length === 0, {
    timeout: 20_000,
    interval: 3,
  });
}

/** What was told, against what the model has seen. */
function checkTold({ db }: TestEngine, { service, drops, seenMinor }: Watched): Finding[] {
  const sql = `SELECT count(*) AS events FROM event WHERE type = 'price_drop' AND data ->> '$.product.service' = ?`;
  const told = allRows<{ events: number }>(db, sql, service)[0]?.events;
  const here = allRows<{ price_minor: number }>(
    db,
    "SELECT price_minor FROM offer JOIN product ON product.id = product_id WHERE service = ?",
    service,
  )[0]?.price_minor;
  return [
    ...(told === drops ? [] : [`${service}: ${told} drops were told, there were ${drops}`]),
    ...(here === seenMinor ? [] : [`${service}: costs ${here} here, ${seenMinor} was seen`]),
  ];
}

interface Scene {
  readonly round: Round;
  readonly engine: TestEngine;
  readonly receiver: Receiver;
  readonly webhookId: string;
  readonly watched: readonly Watched[];
  readonly toll: Toll;
}

async function setScene(
  round: Round,
  engine: TestEngine,
  market: Market,
  receiver: Receiver,
): Promise<Scene> {
  const made = await engine.call("webhooks.create", {
    url: receiver.url,
    events: ["price_drop", "schedule_completion"],
  });
  if (!made.ok) throw new Error(made.error.message);
  const watched: Watched[] = [];
  for (const [i, cadence] of cadences.entries()) watched.push(await watch(engine, market.shops[i]!, cadence));
  return { round, engine, receiver, webhookId: made.data.webhook.id, watched, toll: new Toll() };
}

/** Lets some time pass, in a long gap with the engine off; gives how many checks that has brought. */
async function step({ round, engine, watched, toll }: Scene): Promise<number> {
  const fromMs = engine.clock.now();
  movePrices(watched, round.chance);
  const stepMs = nextStepMs(round.chance);
  if (stepMs > 2 * DAY_MS) await engine.restart(() => engine.clock.advance(stepMs));
  else engine.clock.advance(stepMs);
  await untilAtRest(engine);
  const runs = watched.reduce((sum, { shop, visits }) => sum + shop.visits - visits, 0);
  expectNone(
    "After a step",
    watched.flatMap((each) => checkStep(engine, each, fromMs, fromMs + stepMs)),
  );
  const settle = toll.send(1);
  settle((await engine.get(`/products?ids=${watched[0]!.service}`)).body.meta.credits_used);
  return runs;
}

async function letDaysPass(scene: Scene): Promise<void> {
  const { round, engine, receiver, webhookId, watched, toll } = scene;
  const before = usedOf(engine.db);
  const endMs = engine.clock.now() + simulatedDays * DAY_MS;
  let runs = 0;
  while (engine.clock.now() < endMs) runs += await step(scene);
  const completions = receiver.received.filter(({ body }) => body.event === "schedule_completion");
  expect(completions).toHaveLength(runs);
  expectNone("In the end", [
    ...checkConsistency(engine.db),
    ...checkDueTimes(engine.db, engine.clock.now()),
    ...checkLedger(engine.db, before, toll.bill),
    ...checkReceived(engine.db, webhookId, receiver.received),
    ...watched.flatMap((each) => checkTold(engine, each)),
  ]);
  round.tally.add("checks made in their turn", runs);
  round.tally.add(
    "price drops told once",
    watched.reduce((sum, { drops }) => sum + drops, 0),
  );
  round.tally.add("days", simulatedDays);
}

async function simulate(round: Round): Promise<void> {
  process.env.TZ = round.chance.pick(zones);
  const market = await openMarket(cadences.length);
  const receiver = await startReceiver();
  const startIso = round.chance.pick(starts);
  const engine = await startTestEngine({ dataFolder: round.folder, startIso, pagePace });
  try {
    await letDaysPass(await setScene(round, engine, market, receiver));
  } finally {
    await engine.stop();
    await receiver.close();
    market.close();
  }
}

it("every product is checked in its turn, and once after a gap, for weeks", {
  timeout: roundsTimeoutMs,
}, async () => {
  const zone = process.env.TZ;
  const fault = {
    name: "schedules",
    what: `${simulatedDays} days of schedules with sleeps of hours and days, over ends of months and of daylight saving`,
    rounds: { short: 1, long: 20 },
  };
  const tally = await runRounds(fault, simulate);
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
  expect(tally.of("checks made in their turn")).toBeGreaterThan(100);
  expect(tally.of("price drops told once")).toBeGreaterThan(0);
});
