import { expect, it } from "vitest";
import { sampleStateAt } from "../../src/main/engine/sources/sample/index.js";
import { DAY_MS, HOUR_MS } from "../../src/shared/time.js";
import { freezeSampleMarket, openTestEngine, type TestEngine } from "../support/engine.js";
import { openReceiver, type Receiver } from "../support/receiver.js";
import { until } from "../support/until.js";

const marketHost = "sample-market.example";
const checkableHosts = [marketHost, "sample-electronics.example"];

interface Fixture {
  readonly engine: TestEngine;
  readonly receiver: Receiver;
  readonly webhookId: string;
}

async function startFixture(events = ["schedule_completion"]): Promise<Fixture> {
  const engine = await openTestEngine({ sample: true });
  freezeSampleMarket(engine);
  const receiver = await openReceiver();
  const created = await engine.request("POST", "/webhooks", { url: receiver.url, events });
  return { engine, receiver, webhookId: created.body.webhook.id };
}

interface Listing {
  readonly productKey: string;
  readonly offers: { readonly id: string; readonly retailer: string; readonly seenMs: number }[];
}

/** The sample's products and offers, as stored. */
function readListings({ db }: TestEngine): Listing[] {
  const rows = db.connection
    .prepare(
      `SELECT p.service AS productKey, o.public_id AS id, o.retailer, o.seen_at AS seenMs
       FROM product p JOIN offer o ON o.product_id = p.id ORDER BY p.id, o.id`,
    )
    .all() as { productKey: string; id: string; retailer: string; seenMs: number }[];
  const productKeys = [...new Set(rows.map(({ productKey }) => productKey))];
  return productKeys.map((productKey) => ({
    productKey,
    offers: rows.filter((row) => row.productKey === productKey),
  }));
}

function isCheckable({ retailer }: { retailer: string }): boolean {
  return checkableHosts.includes(retailer);
}

/** A product sold both at a shop that can be checked and at one that cannot. */
function mixedProduct(engine: TestEngine): Listing {
  const found = readListings(engine).find(
    ({ offers }) => offers.some(isCheckable) && offers.some((offer) => !isCheckable(offer)),
  );
  if (found === undefined) throw new Error("No sample product is sold at both kinds of shop.");
  return found;
}

function readListing(engine: TestEngine, productKey: string): Listing {
  const found = readListings(engine).find((each) => each.productKey === productKey);
  if (found === undefined) throw new Error(`Unknown product ${productKey}.`);
  return found;
}

async function schedule({ engine }: Fixture, ids: readonly string[], cadence = "hourly", retailer = "") {
  const limit = retailer === "" ? "" : `&retailer=${retailer}`;
  const response = await engine.request(
    "PUT",
    `/products/scheduled?ids=${ids.join(",")}&schedule=${cadence}${limit}`,
  );
  expect(response.status, response.text).toBe(200);
}

async function readSchedules({ engine }: Fixture) {
  return (await engine.data("schedules.overview", {})).schedules;
}

/** Waits until no schedule is due or running. */
async function waitUntilIdle(fixture: Fixture): Promise<void> {
  await until(async () => {
    const nowMs = fixture.engine.clock.now();
    const all = await readSchedules(fixture);
    return all.every((each) => !each.is_running && Date.parse(each.next_check_at) > nowMs);
  });
}

/** Waits for every delivery: one that the clock passes counts as timed out, and is repeated. */
async function waitUntilDelivered({ engine, webhookId }: Fixture): Promise<void> {
  await until(async () => (await engine.data("webhooks.deliveries", { webhook_id: webhookId })).due === 0);
}

it("visits the shops that can be checked, stores today's price, and costs nothing [§4 scheduling; decision 27; §8 cost of scheduling]", async () => {
  const fixture = await startFixture();
  const { engine } = fixture;
  const { productKey, offers } = mixedProduct(engine);
  await schedule(fixture, [productKey]);
  const credits = (await engine.get("/usage")).body.meta.credits_remaining;
  engine.clock.advance(5 * DAY_MS);
  await fixture.receiver.waitFor(1);
  const after = readListing(engine, productKey).offers;
  for (const offer of after) {
    if (!isCheckable(offer)) {
      expect(offer.seenMs).toBe(offers.find(({ id }) => id === offer.id)?.seenMs);
      continue;
    }
    expect(offer.seenMs).toBe(engine.clock.now());
    const shown = engine.db.connection
      .prepare("SELECT price_minor FROM offer WHERE public_id = ?")
      .pluck()
      .get(offer.id);
    expect(shown).toBe(sampleStateAt(offer.id, engine.clock.now())?.priceMinor);
  }
  expect((await engine.get("/usage")).body.meta.credits_remaining).toBe(credits);
});

it("visits a single shop when the schedule names a retailer [§4 scheduling]", async () => {
  const fixture = await startFixture();
  const product = readListings(fixture.engine).find((each) =>
    checkableHosts.every((retailer) => each.offers.some((offer) => offer.retailer === retailer)),
  );
  if (product === undefined) throw new Error("No sample product is sold at both checkable shops.");
  await schedule(fixture, [product.productKey], "hourly", marketHost);
  fixture.engine.clock.advance(DAY_MS);
  await fixture.receiver.waitFor(1);
  const nowMs = fixture.engine.clock.now();
  for (const { retailer, seenMs } of readListing(fixture.engine, product.productKey).offers)
    expect(seenMs === nowMs, retailer).toBe(retailer === marketHost);
  const [each] = await readSchedules(fixture);
  expect(each).toMatchObject({ retailer: marketHost, checked_retailers: [marketHost] });
  expect(each?.checks.every(({ outcome, failures }) => outcome === "ok" && failures === 0)).toBe(true);
});

it("emits one schedule_completion with the best in-stock price before and after [decision 28; decision 29; §6 event types]", async () => {
  const fixture = await startFixture();
  const { productKey } = mixedProduct(fixture.engine);
  const best = async () => {
    const { body } = await fixture.engine.get(`/products/offers?ids=${productKey}`);
    const [first] = body.data[0]?.offers ?? [];
    return first?.availability === "in" ? first.price : null;
  };
  await schedule(fixture, [productKey]);
  let previous = await best();
  for (let run = 1; run <= 4; run++) {
    fixture.engine.clock.advance(7 * DAY_MS);
    await fixture.receiver.waitFor(run);
    await waitUntilIdle(fixture);
    const current = await best();
    const { body } = fixture.receiver.received.at(-1) ?? {};
    expect(body?.event).toBe("schedule_completion");
    expect(body?.data).toMatchObject({
      product: { service: productKey },
      retailer: null,
      availability: null,
      price: { current, previous, currency: "USD" },
    });
    previous = current;
  }
  expect(fixture.receiver.received).toHaveLength(4);
});

it("emits no schedule_completion if it could ask no shop [decision 54]", async () => {
  const fixture = await startFixture();
  const { engine, receiver } = fixture;
  const { productKey, offers } = mixedProduct(engine);
  const uncheckable = offers.find((offer) => !isCheckable(offer))?.retailer;
  await schedule(fixture, [productKey], "hourly", uncheckable);
  engine.clock.advance(DAY_MS);
  await waitUntilIdle(fixture);
  expect((await readSchedules(fixture))[0]?.last_check_at).not.toBeNull();
  const listed = () => engine.get("/products/scheduled");
  expect((await listed()).body.data).toMatchObject([{ retailer: uncheckable, checkable: false }]);
  await schedule(fixture, [productKey], "hourly");
  expect((await listed()).body.data[0]).not.toHaveProperty("checkable");
  engine.clock.advance(DAY_MS);
  await receiver.waitFor(1);
  await waitUntilIdle(fixture);
  expect(receiver.received).toHaveLength(1);
});

it("runs once per interval, always at the same offset [decision 27]", async () => {
  const fixture = await startFixture();
  const { productKey } = mixedProduct(fixture.engine);
  await schedule(fixture, [productKey], "hourly");
  const [first] = await readSchedules(fixture);
  const dueMs = Date.parse(first?.next_check_at ?? "");
  const startMs = fixture.engine.clock.now();
  expect(dueMs).toBeGreaterThan(startMs);
  expect(dueMs).toBeLessThanOrEqual(startMs + HOUR_MS);
  fixture.engine.clock.advance(dueMs - startMs - 1);
  await fixture.engine.get("/usage");
  expect(fixture.receiver.received).toEqual([]);
  for (let run = 1; run <= 3; run++) {
    fixture.engine.clock.advance(run === 1 ? 1 : HOUR_MS);
    await fixture.receiver.waitFor(run);
    await waitUntilIdle(fixture);
    const [now] = await readSchedules(fixture);
    expect(Date.parse(now?.next_check_at ?? "")).toBe(dueMs + run * HOUR_MS);
  }
});

it("makes up for many missed runs with a single run, even after a restart [decision 27]", async () => {
  const fixture = await startFixture();
  const { productKey } = mixedProduct(fixture.engine);
  await schedule(fixture, [productKey], "hourly");
  fixture.engine.clock.advance(3 * DAY_MS);
  await fixture.receiver.waitFor(1);
  await waitUntilIdle(fixture);
  expect(fixture.receiver.received).toHaveLength(1);
  fixture.engine.clock.advance(1);
  await fixture.engine.restart();
  await waitUntilIdle(fixture);
  expect(fixture.receiver.received).toHaveLength(1);
});

it("runs within one interval after the clock is set back [decision 27]", async () => {
  const fixture = await startFixture();
  const { productKey } = mixedProduct(fixture.engine);
  await schedule(fixture, [productKey], "hourly");
  fixture.engine.clock.advance(-100 * DAY_MS);
  await until(async () => {
    const [each] = await readSchedules(fixture);
    return Date.parse(each?.next_check_at ?? "") <= fixture.engine.clock.now() + HOUR_MS;
  });
  fixture.engine.clock.advance(HOUR_MS);
  await fixture.receiver.waitFor(1);
});

it("does not run once the product is unscheduled [§3 scheduled product; decision 25]", async () => {
  const fixture = await startFixture();
  const { productKey } = mixedProduct(fixture.engine);
  await schedule(fixture, [productKey], "hourly");
  await fixture.engine.request("DELETE", `/products/scheduled?ids=${productKey}`);
  fixture.engine.clock.advance(DAY_MS);
  await fixture.engine.get("/usage");
  expect(await readSchedules(fixture)).toEqual([]);
  expect(fixture.receiver.received).toEqual([]);
});

it("spreads schedules created together across the interval [decision 27]", async () => {
  const fixture = await startFixture();
  const productKeys = readListings(fixture.engine)
    .slice(0, 60)
    .map(({ productKey }) => productKey);
  await schedule(fixture, productKeys, "hourly");
  const startMs = fixture.engine.clock.now();
  const minutes = (await readSchedules(fixture)).map(({ next_check_at }) =>
    Math.floor((Date.parse(next_check_at) - startMs) / 60_000),
  );
  for (const quarter of [0, 15, 30, 45])
    expect(
      minutes.filter((minute) => minute >= quarter && minute < quarter + 15).length,
    ).toBeGreaterThanOrEqual(12);
});

it("notifies the account of a price drop found by a check [decision 28; §6 delivery]", async () => {
  const fixture = await startFixture(["price_drop", "availability_change"]);
  const productKeys = readListings(fixture.engine)
    .filter(({ offers }) => offers.some(isCheckable))
    .slice(0, 40)
    .map(({ productKey }) => productKey);
  await schedule(fixture, productKeys, "hourly");
  for (let day = 0; day < 10; day++) {
    fixture.engine.clock.advance(7 * DAY_MS);
    fixture.engine.clock.advance(10 * 60_000);
    await waitUntilIdle(fixture);
    await waitUntilDelivered(fixture);
  }
  await fixture.receiver.waitFor(20);
  for (const { body } of fixture.receiver.received) {
    expect(checkableHosts).toContain(body.data.retailer);
    expect(productKeys).toContain(body.data.product.service);
    const { price, availability } = body.data;
    if (body.event === "price_drop") expect(price?.current).toBeLessThan(price?.previous ?? 0);
    else expect(availability?.current).not.toBe(availability?.previous);
  }
  const ids = fixture.receiver.received.map(({ body }) => body.id);
  expect(new Set(ids).size).toBe(ids.length);
});
