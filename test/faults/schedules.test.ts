import { expect, onTestFinished, vi } from "vitest";
import { allRows } from "../../src/main/engine/db/store.js";
import { cadenceMs } from "../../src/main/engine/domain/schedule-times.js";
import type { Cadence } from "../../src/shared/contract/schedule.js";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/shared/time.js";
import { startTestEngine, type TestEngine } from "../support/engine.js";
import { type Receiver, startReceiver } from "../support/receiver.js";
import { addLink, type Shop } from "../support/shop.js";
import { callOk } from "../support/upstream.js";
import { checkConsistency, expectNoFindings, type Finding, findUnless } from "./checks/database.js";
import { ExpectedState } from "./checks/expected-state.js";
import { checkDueTimes, checkIdle, checkReceived } from "./checks/outcome.js";
import { initialPriceMinor, setPrice, startShops } from "./support/fixture.js";
import type { Random } from "./support/random.js";
import { type Round, testFault } from "./support/rounds.js";

const simulatedDays = 24;
const pagePace = { gapMs: 0, speed: 1_000_000 };

/** Before the ends of a month, of a year and of daylight saving, and before a leap day. */
const startTimes = [
  "2026-10-17T21:30:00Z",
  "2027-03-06T10:00:00Z",
  "2028-02-15T23:59:00Z",
  "2026-12-18T00:00:00Z",
];
const timeZones = ["Europe/Berlin", "America/New_York", "Pacific/Apia", "Asia/Kathmandu", "UTC"];
const cadences: readonly Cadence[] = ["hourly", "hourly", "daily", "daily", "weekly", "weekly"];

/** A scheduled product, with the state that a simple model expects. */
interface ScheduledProduct {
  readonly shop: Shop;
  readonly key: string;
  readonly cadence: Cadence;
  /** The first due time; the others follow at intervals of the cadence. */
  readonly firstDueMs: number;
  /** The price at the shop. */
  priceMinor: number;
  /** The price at the last check. */
  checkedMinor: number;
  checks: number;
  drops: number;
}

function countChecks({ requests }: Shop): number {
  return requests.filter(({ path }) => path === "/p/lantern").length;
}

function readDueTime({ db }: TestEngine, key: string): number {
  const sql = "SELECT due_at FROM schedule JOIN product ON product.id = product_id WHERE service = ?";
  return allRows<{ due_at: number }>(db, sql, key)[0]?.due_at ?? 0;
}

async function addProduct(engine: TestEngine, shop: Shop, cadence: Cadence): Promise<ScheduledProduct> {
  await callOk(engine, "pages.allow", { host: shop.host, is_allowed: true });
  const { product_key: key } = await addLink(engine, `${shop.origin}/p/lantern`);
  await callOk(engine, "schedules.put", { ids: [key], schedule: cadence });
  const firstDueMs = readDueTime(engine, key);
  const prices = { priceMinor: initialPriceMinor, checkedMinor: initialPriceMinor };
  return { shop, key, cadence, firstDueMs, ...prices, checks: countChecks(shop), drops: 0 };
}

/** The next step of the clock: mostly up to an hour, sometimes up to days. */
function pickStepMs(random: Random): number {
  const kind = random.next();
  if (kind < 0.9) return random.integer(5 * MINUTE_MS, HOUR_MS);
  return kind < 0.98 ? random.integer(HOUR_MS, 12 * HOUR_MS) : random.integer(DAY_MS, 4 * DAY_MS);
}

function changePrices(products: readonly ScheduledProduct[], random: Random): void {
  for (const product of products) {
    if (!random.boolean(0.1)) continue;
    product.priceMinor = Math.max(2_000, product.priceMinor + random.integer(-800, 800));
    setPrice(product.shop, product.priceMinor);
  }
}

/** A product that was due, once or more, was checked once. One that was not due was not checked. */
function checkStep(engine: TestEngine, product: ScheduledProduct, fromMs: number, toMs: number): Finding[] {
  const { shop, key, cadence, firstDueMs } = product;
  const intervalMs = cadenceMs[cadence];
  const countDue = (ms: number) => Math.floor((ms - firstDueMs) / intervalMs);
  const expected = Math.min(1, countDue(toMs) - countDue(fromMs));
  const checks = countChecks(shop);
  const made = checks - product.checks;
  product.checks = checks;
  if (made > 0) {
    if (product.priceMinor < product.checkedMinor) product.drops++;
    product.checkedMinor = product.priceMinor;
  }
  const dueMs = readDueTime(engine, key);
  const isOnTime = (dueMs - firstDueMs) % intervalMs === 0 && dueMs > toMs;
  const at = new Date(toMs).toISOString();
  return [
    ...findUnless(made === expected, `${cadence} check made ${made} times instead of ${expected} at ${at}`),
    ...findUnless(isOnTime, `${cadence} check next due at ${new Date(dueMs).toISOString()} after ${at}`),
  ];
}

/** The engine has stored the last price and reported each drop that the model expects. */
function checkProduct({ db }: TestEngine, { key, drops, checkedMinor }: ScheduledProduct): Finding[] {
  const [row] = allRows<{ events: number; priceMinor: number }>(
    db,
    `SELECT price_minor AS priceMinor, (SELECT count(*) FROM event
       WHERE type = 'price_drop' AND data ->> '$.product.service' = service) AS events
     FROM offer JOIN product ON product.id = product_id WHERE service = ?`,
    key,
  );
  return [
    ...findUnless(row?.events === drops, `${key}: ${row?.events} price drops reported instead of ${drops}`),
    ...findUnless(row?.priceMinor === checkedMinor, `${key}: ${row?.priceMinor} instead of ${checkedMinor}`),
  ];
}

/** Lets time pass, in a long step with the engine stopped. Returns the number of checks made. */
async function runStep(engine: TestEngine, products: readonly ScheduledProduct[], random: Random) {
  const fromMs = engine.clock.now();
  changePrices(products, random);
  const stepMs = pickStepMs(random);
  if (stepMs > 2 * DAY_MS) await engine.restart(() => engine.clock.advance(stepMs));
  else engine.clock.advance(stepMs);
  const isIdle = () => checkIdle(engine.db, engine.clock.now()).length === 0;
  await vi.waitUntil(isIdle, { timeout: 60_000, interval: 3 });
  const made = products.reduce((sum, { shop, checks }) => sum + countChecks(shop) - checks, 0);
  const findings = products.flatMap((product) => checkStep(engine, product, fromMs, fromMs + stepMs));
  expectNoFindings("After a step", findings);
  return made;
}

async function runSimulation(round: Round, engine: TestEngine, receiver: Receiver): Promise<void> {
  const shops = await startShops(cadences.length);
  const { url } = receiver;
  const { webhook } = await callOk(engine, "webhooks.create", {
    url,
    events: ["price_drop", "schedule_completion"],
  });
  const products: ScheduledProduct[] = [];
  for (const [i, cadence] of cadences.entries()) products.push(await addProduct(engine, shops[i]!, cadence));
  const expected = new ExpectedState(engine.db);
  const endMs = engine.clock.now() + simulatedDays * DAY_MS;
  let checks = 0;
  while (engine.clock.now() < endMs) {
    checks += await runStep(engine, products, round.random);
    const settle = expected.startRequest(1);
    settle((await engine.get(`/products?ids=${products[0]!.key}`)).body.meta.credits_used);
  }
  const completions = receiver.received.filter(({ body }) => body.event === "schedule_completion");
  expect(completions).toHaveLength(checks);
  expectNoFindings("In the end", [
    ...checkConsistency(engine.db),
    ...checkDueTimes(engine.db, engine.clock.now()),
    ...expected.checkLedger(engine.db),
    ...checkReceived(engine.db, webhook.id, receiver.received),
    ...products.flatMap((product) => checkProduct(engine, product)),
  ]);
  round.count("checks made on time", checks);
  for (const { drops } of products) round.count("price drops reported once", drops);
  round.count("days", simulatedDays);
}

testFault("every scheduled product is checked when due, and once after a gap", {
  name: "schedules",
  scenario: `${simulatedDays} days of schedules with sleeps of hours and days, over ends of months and of daylight saving`,
  rounds: { short: 1, long: 20 },
  prepare: () => {
    const { TZ } = process.env;
    onTestFinished(() => {
      if (TZ === undefined) delete process.env.TZ;
      else process.env.TZ = TZ;
    });
  },
  runRound: async (round) => {
    process.env.TZ = round.random.pick(timeZones);
    const receiver = await startReceiver();
    const startIso = round.random.pick(startTimes);
    const engine = await startTestEngine({ dataFolder: round.folder, startIso, pagePace });
    try {
      await runSimulation(round, engine, receiver);
    } finally {
      await engine.stop();
      await receiver.close();
    }
  },
  minCounts: { "checks made on time": 101, "price drops reported once": 1 },
});
