import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { offerByPublicId } from "../../../../../src/main/engine/db/prices/offer.js";
import { write } from "../../../../../src/main/engine/db/store.js";
import { listInbox } from "../../../../../src/main/engine/operations/alerts/inbox.js";
import { endRound } from "../../../../../src/main/engine/operations/alerts/round.js";
import { recordObservations } from "../../../../../src/main/engine/operations/prices/record.js";
import type { InboxEntry } from "../../../../../src/shared/app/alerts.js";
import type { RuleTrigger } from "../../../../../src/shared/app/rules.js";
import { minOf } from "../../../../../src/shared/arrays.js";
import { DAY_MS, MINUTE_MS } from "../../../../../src/shared/time.js";
import { type HouseholdOffer, household, type Seen } from "./household.js";
import { startMs, target, WatchedProduct } from "./watched-product.js";

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
function check(owner: WatchedProduct, { key, offers }: Products[number], day: number): void {
  const dayMs = startMs + day * DAY_MS;
  write(owner.db, (tx) => {
    const record = ({ id }: HouseholdOffer, seen: Seen, atMs: number) => {
      const offerId = offerByPublicId(tx, id)?.id ?? 0;
      recordObservations(tx, { nowMs: atMs, randomBytes }, [{ offerId, ...seen, atMs }]);
    };
    for (const offer of offers) record(offer, offer.seen(day), dayMs);
    const againMs = dayMs + 11 * MINUTE_MS;
    for (const offer of offers) if (isGlitch(offer, day)) record(offer, offer.seen(day - 1), againMs);
    endRound(tx, { nowMs: againMs, randomBytes }, owner.idOf(key));
  });
}

/** The alerts of a household whose products are checked once a day. */
async function simulate(
  rulesFor: (product: Products[number]) => readonly RuleTrigger[] = () => [],
): Promise<InboxEntry[]> {
  const products = household(productCount);
  const owner = await open(products);
  for (const product of products)
    for (const trigger of rulesFor(product)) owner.save(trigger, { product_key: product.key });
  for (let day = 1; day <= days; day++) for (const product of products) check(owner, product, day);
  return allEntries(owner);
}

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

/** The best prices from the second day on, of the days on which a shop has the product in stock. */
function bestPrices({ offers }: Products[number]): number[] {
  const prices: number[] = [];
  for (let day = 1; day <= days; day++) {
    const known = offers.map((offer) => offer.seen(isGlitch(offer, day) ? day - 1 : day));
    const best = minOf(known.flatMap((seen) => (seen.availability === 2 ? [] : seen.priceMinor)));
    if (best !== null) prices.push(best);
  }
  return prices;
}

/** How often the best price reaches the target from above. */
function countReached(product: Products[number]): number {
  const limit = Math.floor(firstBest(product) * 0.9);
  const isMet = bestPrices(product).map((price) => price <= limit);
  return isMet.filter((met, i) => met && isMet[i - 1] !== true).length;
}

it("each new low of a household is reported to a rule for new lows, and nothing else", async () => {
  const entries = await simulate(() => [{ kind: "new_low", days: null }]);
  for (const product of household(productCount)) {
    const prices = [firstBest(product), ...bestPrices(product)];
    const lows = prices.filter((price, i) => i > 0 && price < Math.min(...prices.slice(0, i)));
    const reported = entries.filter(({ data }) => data.product.service === product.key);
    expect(`${product.key}: ${reported.length}`).toBe(`${product.key}: ${lows.length}`);
  }
}, 600_000);

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
