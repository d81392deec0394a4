import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { offerByPublicId } from "../../../../../src/main/engine/db/prices/offer.js";
import { write } from "../../../../../src/main/engine/db/store.js";
import { listInbox } from "../../../../../src/main/engine/operations/alerts/inbox.js";
import { endRound } from "../../../../../src/main/engine/operations/alerts/round.js";
import { recordObservations } from "../../../../../src/main/engine/operations/prices/record.js";
import type { InboxEntry } from "../../../../../src/shared/app/alerts.js";
import { DAY_MS, MINUTE_MS } from "../../../../../src/shared/time.js";
import { type HouseholdOffer, household, type Seen } from "./household.js";
import { startMs, WatchedProduct } from "./watched-product.js";

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
async function simulate(): Promise<InboxEntry[]> {
  const products = household(productCount);
  const owner = await open(products);
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
