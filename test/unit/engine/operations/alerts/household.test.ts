import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { saveSnooze } from "../../../../../src/main/engine/db/alerts/alert-snooze.js";
import { offerByPublicId } from "../../../../../src/main/engine/db/prices/offer.js";
import { write } from "../../../../../src/main/engine/db/store.js";
import { listInbox } from "../../../../../src/main/engine/operations/alerts/inbox.js";
import { endRound } from "../../../../../src/main/engine/operations/alerts/round.js";
import { recordObservations } from "../../../../../src/main/engine/operations/prices/record.js";
import type { InboxEntry } from "../../../../../src/shared/app/alerts.js";
import type { RuleTrigger } from "../../../../../src/shared/app/rules.js";
import { DAY_MS, MINUTE_MS } from "../../../../../src/shared/time.js";
import { type HouseholdOffer, household, type Seen } from "./household.js";
import { drop, startMs, target, WatchedProduct } from "./watched-product.js";

/** Prices this far from the usual one wait for a second look. */
const outlierFactor = 5;
const isLong = process.env.TIDEMARK_LONG === "1";
const productCount = isLong ? 100 : 30;
const days = isLong ? 400 : 120;
const months = days / 30;

type Products = ReturnType<typeof household>;

async function open(products: Products): Promise<WatchedProduct> {
  const owner = await WatchedProduct.open();
  for (const { key, offers } of products)
    await owner.addProduct(
      key,
      offers.map(({ id, retailer, seen }) => ({ id, retailer, price: seen(0).priceMinor / 100 })),
    );
  return owner;
}

const firstBest = ({ offers }: Products[number]) => Math.min(...offers.map(({ seen }) => seen(0).priceMinor));

function allEntries({ db }: WatchedProduct): InboxEntry[] {
  const entries: InboxEntry[] = [];
  for (let before: number | undefined; ; before = entries.at(-1)?.id) {
    const page = listInbox(db, { limit: 200, before }).entries;
    entries.push(...page);
    if (page.length < 200) return entries;
  }
}

const isGlitch = ({ seen }: HouseholdOffer, day: number) =>
  day > 0 && seen(day).priceMinor * outlierFactor < seen(day - 1).priceMinor;

/** A day's check of a product, and a second look at prices that are far from the usual ones. */
function check(
  owner: WatchedProduct,
  { key, offers }: Products[number],
  day: number,
  isPerShop: boolean,
): void {
  const dayMs = startMs + day * DAY_MS;
  write(owner.db, (tx) => {
    const end = (nowMs: number) => endRound(tx, { nowMs, randomBytes }, owner.idOf(key));
    const record = ({ id }: HouseholdOffer, seen: Seen, atMs: number) => {
      const offerId = offerByPublicId(tx, id)?.id ?? 0;
      recordObservations(tx, { nowMs: atMs, randomBytes }, [{ offerId, ...seen, atMs }]);
      if (isPerShop) end(atMs);
    };
    for (const offer of offers) record(offer, offer.seen(day), dayMs);
    const againMs = dayMs + 11 * MINUTE_MS;
    for (const offer of offers) if (isGlitch(offer, day)) record(offer, offer.seen(day - 1), againMs);
    end(againMs);
  });
}

/** The alerts of a household whose products are checked once a day. `isPerShop` ends a round for each shop. */
async function simulate(
  rulesFor: (product: Products[number]) => readonly RuleTrigger[] = () => [],
  { everyDrop = false, isPerShop = false, hasSnoozes = false } = {},
): Promise<InboxEntry[]> {
  const products = household(productCount);
  const owner = await open(products);
  for (const product of products)
    for (const trigger of rulesFor(product)) owner.save(trigger, { product_key: product.key });
  if (everyDrop) owner.save(drop(), { product_key: null });
  const snoozedUntilMs = startMs + (lastSnoozedDay + 0.9) * DAY_MS;
  if (hasSnoozes)
    write(owner.db, (tx) => {
      for (const { key } of products.filter((product) => isSnoozed(product, 1)))
        saveSnooze(tx, owner.idOf(key), snoozedUntilMs);
    });
  for (let day = 1; day <= days; day++) for (const product of products) check(owner, product, day, isPerShop);
  return allEntries(owner);
}

const lastSnoozedDay = 60;
const isSnoozed = ({ key }: Products[number], day: number) => /p[35]\//.test(key) && day <= lastSnoozedDay;

const perMonth = (count: number) => count / productCount / months;

it("a household with the default rules gets less than one alert for a product and month", async () => {
  const entries = await simulate();
  expect(entries.length).toBeGreaterThan(productCount / 4);
  expect(perMonth(entries.length)).toBeLessThan(1);
  // A one-visit glitch causes no alert.
  expect(entries.every(({ reason }) => !reason?.includes("(−90%)"))).toBe(true);
}, 600_000);

const targetOf = (product: Products[number]): RuleTrigger[] => [
  target(Math.floor(firstBest(product) * 0.9) / 100),
];

/** How often the best price reaches the target from above. */
function countReached(product: Products[number]): number {
  const limit = Math.floor(firstBest(product) * 0.9);
  let isReported = false;
  let count = 0;
  for (let day = 1; day <= days; day++) {
    const known = product.offers.map((offer) => offer.seen(isGlitch(offer, day) ? day - 1 : day));
    const prices = known.filter(({ availability }) => availability !== 2).map(({ priceMinor }) => priceMinor);
    if (prices.length === 0) continue;
    const isMet = Math.min(...prices) <= limit;
    if (isMet && !isReported) count++;
    isReported = isMet;
  }
  return count;
}

it("targets of a household are reported when the price reaches them from above, and only then", async () => {
  const entries = await simulate(targetOf);
  for (const product of household(productCount)) {
    const reached = entries.filter(
      ({ data, clauses }) =>
        data.product.service === product.key && clauses?.clauses.some(({ kind }) => kind === "target"),
    );
    // A further alert, of a sale that goes on, also says that the target is reached.
    const first = reached.filter(({ clauses }) => clauses?.clauses[0]?.kind === "target");
    expect(`${product.key}: ${first.length}`).toBe(`${product.key}: ${countReached(product)}`);
  }
  expect(entries.some(({ clauses }) => clauses?.clauses[0]?.kind === "target")).toBe(true);
}, 600_000);

/** The price that the shop confirmed on that day. */
const known = (offer: HouseholdOffer, day: number): Seen => offer.seen(isGlitch(offer, day) ? day - 1 : day);

function bestOn({ offers }: Products[number], day: number): number {
  const inStock = offers.map((offer) => known(offer, day)).filter(({ availability }) => availability !== 2);
  return Math.min(...inStock.map(({ priceMinor }) => priceMinor));
}

interface Told {
  readonly day: number;
  readonly priceMinor: number;
}

/** What the default rules make of a shop's lower price, and why they report some of them only. */
function fateOfDrop(
  product: Products[number],
  offer: HouseholdOffer,
  day: number,
  alerts: readonly Told[],
): string {
  const last = alerts.findLast((alert) => alert.day <= day);
  const best = bestOn(product, day);
  if (isGlitch(offer, day)) return "held back, and wrong at the second look";
  if (known(offer, day).availability === 2) return "sold out";
  if (last?.day === day) return "reported";
  if (isSnoozed(product, day)) return "snoozed";
  if (best >= bestOn(product, day - 1)) return "not the best price";
  if (last === undefined || day - last.day >= 30) return "less than 5 % under the highest of 30 days";
  return best >= last.priceMinor
    ? "not lower than the last alert"
    : "less than 5 % under the last alert, no new low";
}

function fatesOfDrops(entries: readonly InboxEntry[]): Map<string, number> {
  const fates = new Map<string, number>();
  for (const product of household(productCount)) {
    const alerts = entries
      .filter(({ data }) => data.product.service === product.key)
      .map(({ data, received_at }) => ({
        day: Math.floor((Date.parse(received_at) - startMs) / DAY_MS),
        priceMinor: Math.round((data.price?.current ?? 0) * 100),
      }))
      .reverse();
    for (let day = 1; day <= days; day++)
      for (const offer of product.offers) {
        if (offer.seen(day).priceMinor >= known(offer, day - 1).priceMinor) continue;
        const fate = fateOfDrop(product, offer, day, alerts);
        fates.set(fate, (fates.get(fate) ?? 0) + 1);
      }
  }
  return fates;
}

if (process.env.TIDEMARK_TABLE === "1")
  it("a table of what each shopper gets", async () => {
    const lows: RuleTrigger[] = [
      { kind: "new_low", days: null },
      { kind: "percent_below", base: "median30", percent: 10 },
    ];
    const rows = {
      defaults: await simulate(),
      "every drop of any shop, an alert for each shop": await simulate(undefined, {
        everyDrop: true,
        isPerShop: true,
      }),
      "every drop of any shop": await simulate(undefined, { everyDrop: true }),
      "targets at 10 % less": await simulate(targetOf),
      "new lows, and 10 % under the median": await simulate(() => lows),
    };
    for (const [name, entries] of Object.entries(rows))
      console.log(name, entries.length, perMonth(entries.length).toFixed(2));
    console.log("Lower prices with the default rules, two products snoozed for a while:");
    console.table(Object.fromEntries(fatesOfDrops(await simulate(undefined, { hasSnoozes: true }))));
  }, 600_000);
