import { describe, expect, onTestFinished, vi } from "vitest";
import { sampleStateAt } from "../../src/main/engine/sources/sample/index.js";
import { DAY_MS, HOUR_MS } from "../../src/shared/time.js";
import { rule } from "../support/contract-rules.js";
import { startTestEngine, type TestEngine } from "../support/engine.js";
import { type Receiver, startReceiver } from "../support/receiver.js";
import { holdSampleMarket } from "../support/sample-market.js";
import { until } from "../support/until.js";

const market = "sample-market.example";
const recheckable = [market, "sample-electronics.example"];

interface Setting {
  readonly engine: TestEngine;
  readonly receiver: Receiver;
}

async function startSetting(events = ["schedule_completion"]): Promise<Setting> {
  const engine = await startTestEngine({ sample: true });
  onTestFinished(() => engine.stop());
  holdSampleMarket(engine);
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  await engine.ask("POST", "/webhooks", { url: receiver.url, events });
  return { engine, receiver };
}

interface Listing {
  readonly service: string;
  readonly offers: { readonly id: string; readonly retailer: string; readonly seenMs: number }[];
}

/** Products of the sample with their offers, as the database has them. */
function listings({ db }: TestEngine): Listing[] {
  const rows = db.connection
    .prepare(
      `SELECT p.service, o.public_id AS id, o.retailer, o.seen_at AS seenMs
       FROM product p JOIN offer o ON o.product_id = p.id ORDER BY p.id, o.id`,
    )
    .all() as { service: string; id: string; retailer: string; seenMs: number }[];
  const services = [...new Set(rows.map(({ service }) => service))];
  return services.map((service) => ({ service, offers: rows.filter((row) => row.service === service) }));
}

function isChecked({ retailer }: { retailer: string }): boolean {
  return recheckable.includes(retailer);
}

/** A product that is sold at a shop that can be asked and at one that cannot. */
function mixedProduct(engine: TestEngine): Listing {
  const found = listings(engine).find(
    ({ offers }) => offers.some(isChecked) && offers.some((offer) => !isChecked(offer)),
  );
  if (found === undefined) throw new Error("The sample has no such product.");
  return found;
}

function listingOf(engine: TestEngine, service: string): Listing {
  const found = listings(engine).find((each) => each.service === service);
  if (found === undefined) throw new Error(`There is no ${service}.`);
  return found;
}

async function schedule({ engine }: Setting, ids: readonly string[], cadence = "hourly", retailer = "") {
  const limit = retailer === "" ? "" : `&retailer=${retailer}`;
  const answer = await engine.ask(
    "PUT",
    `/products/scheduled?ids=${ids.join(",")}&schedule=${cadence}${limit}`,
  );
  expect(answer.status, answer.text).toBe(200);
}

async function overview({ engine }: Setting) {
  const answer = await engine.call("schedules.overview", {});
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.data.schedules;
}

/** Waits until no schedule is due and none runs. */
async function settled(setting: Setting): Promise<void> {
  await vi.waitUntil(
    async () => {
      const nowMs = setting.engine.clock.now();
      const all = await overview(setting);
      return all.every((each) => !each.is_running && Date.parse(each.next_check_at) > nowMs);
    },
    { timeout: 20_000, interval: 10 },
  );
}

describe("a check", () => {
  rule(
    ["section 4 scheduling", "decision 27", "section 8 cost of scheduling"],
    "asks the shops that can be asked, sees today's price there, and costs nothing",
    async () => {
      const setting = await startSetting();
      const { engine } = setting;
      const { service, offers } = mixedProduct(engine);
      await schedule(setting, [service]);
      const credits = (await engine.get("/usage")).body.meta.credits_remaining;
      engine.clock.advance(5 * DAY_MS);
      await setting.receiver.has(1);
      const after = listingOf(engine, service).offers;
      for (const offer of after) {
        if (!isChecked(offer)) {
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
    },
  );

  rule("section 4 scheduling", "goes to one shop where the schedule is limited to it", async () => {
    const setting = await startSetting();
    const product = listings(setting.engine).find((each) =>
      recheckable.every((retailer) => each.offers.some((offer) => offer.retailer === retailer)),
    );
    if (product === undefined) throw new Error("The sample has no such product.");
    await schedule(setting, [product.service], "hourly", market);
    setting.engine.clock.advance(DAY_MS);
    await setting.receiver.has(1);
    const nowMs = setting.engine.clock.now();
    for (const { retailer, seenMs } of listingOf(setting.engine, product.service).offers)
      expect(seenMs === nowMs, retailer).toBe(retailer === market);
    const [each] = await overview(setting);
    expect(each).toMatchObject({ retailer: market, checked_retailers: [market] });
    expect(each?.checks.every(({ outcome, failures }) => outcome === "ok" && failures === 0)).toBe(true);
  });
});

describe("a run", () => {
  rule(
    ["decision 28", "decision 29", "section 6 event types"],
    "ends with one schedule_completion that has the best price in stock, before and after",
    async () => {
      const setting = await startSetting();
      const { service } = mixedProduct(setting.engine);
      const best = async () => {
        const { body } = await setting.engine.get(`/products/offers?ids=${service}`);
        const [first] = body.data[0]?.offers ?? [];
        return first?.availability === "in" ? first.price : null;
      };
      await schedule(setting, [service]);
      let previous = await best();
      for (let run = 1; run <= 4; run++) {
        setting.engine.clock.advance(7 * DAY_MS);
        await setting.receiver.has(run);
        await settled(setting);
        const current = await best();
        const { body } = setting.receiver.received.at(-1) ?? {};
        expect(body?.event).toBe("schedule_completion");
        expect(body?.data).toMatchObject({
          product: { service },
          retailer: null,
          availability: null,
          price: { current, previous, currency: "USD" },
        });
        previous = current;
      }
      expect(setting.receiver.received).toHaveLength(4);
    },
  );

  rule("decision 27", "comes once an interval, in its own rhythm", async () => {
    const setting = await startSetting();
    const { service } = mixedProduct(setting.engine);
    await schedule(setting, [service], "hourly");
    const [first] = await overview(setting);
    const dueMs = Date.parse(first?.next_check_at ?? "");
    const startMs = setting.engine.clock.now();
    expect(dueMs).toBeGreaterThan(startMs);
    expect(dueMs).toBeLessThanOrEqual(startMs + HOUR_MS);
    setting.engine.clock.advance(dueMs - startMs - 1);
    await setting.engine.get("/usage");
    expect(setting.receiver.received).toEqual([]);
    for (let run = 1; run <= 3; run++) {
      setting.engine.clock.advance(run === 1 ? 1 : HOUR_MS);
      await setting.receiver.has(run);
      await settled(setting);
      const [now] = await overview(setting);
      expect(Date.parse(now?.next_check_at ?? "")).toBe(dueMs + run * HOUR_MS);
    }
  });

  rule("decision 27", "that was missed many times is made up for once, also after a restart", async () => {
    const setting = await startSetting();
    const { service } = mixedProduct(setting.engine);
    await schedule(setting, [service], "hourly");
    setting.engine.clock.advance(3 * DAY_MS);
    await setting.receiver.has(1);
    await settled(setting);
    expect(setting.receiver.received).toHaveLength(1);
    setting.engine.clock.advance(1);
    await setting.engine.restart();
    await settled(setting);
    expect(setting.receiver.received).toHaveLength(1);
  });

  rule("decision 27", "of many that are overdue does not come all at once", async () => {
    const setting = await startSetting();
    const services = listings(setting.engine)
      .slice(0, 100)
      .map(({ service }) => service);
    await schedule(setting, services, "daily");
    setting.engine.clock.advance(10 * DAY_MS);
    await setting.receiver.has(10);
    const waiting = (await overview(setting))
      .map(({ next_check_at }) => Date.parse(next_check_at) - setting.engine.clock.now())
      .filter((waitMs) => waitMs > 0 && waitMs <= 10 * 60_000);
    expect(waiting.length).toBeGreaterThanOrEqual(80);
    expect(new Set(waiting).size).toBe(waiting.length);
    setting.engine.clock.advance(Math.max(...waiting));
    await setting.receiver.has(100);
    await settled(setting);
    expect(setting.receiver.received).toHaveLength(100);
  });

  rule("decision 27", "is not put off for ever by a clock that is set back", async () => {
    const setting = await startSetting();
    const { service } = mixedProduct(setting.engine);
    await schedule(setting, [service], "hourly");
    setting.engine.clock.advance(-100 * DAY_MS);
    await until(async () => {
      const [each] = await overview(setting);
      return Date.parse(each?.next_check_at ?? "") <= setting.engine.clock.now() + HOUR_MS;
    });
    setting.engine.clock.advance(HOUR_MS);
    await setting.receiver.has(1);
  });

  rule(["section 3 scheduled product", "decision 25"], "comes no more once unscheduled", async () => {
    const setting = await startSetting();
    const { service } = mixedProduct(setting.engine);
    await schedule(setting, [service], "hourly");
    await setting.engine.ask("DELETE", `/products/scheduled?ids=${service}`);
    setting.engine.clock.advance(DAY_MS);
    await setting.engine.get("/usage");
    expect(await overview(setting)).toEqual([]);
    expect(setting.receiver.received).toEqual([]);
  });
});

describe("schedules made together", () => {
  rule("decision 27", "have their turns at different times of the interval", async () => {
    const setting = await startSetting();
    const services = listings(setting.engine)
      .slice(0, 60)
      .map(({ service }) => service);
    await schedule(setting, services, "hourly");
    const startMs = setting.engine.clock.now();
    const minutes = (await overview(setting)).map(({ next_check_at }) =>
      Math.floor((Date.parse(next_check_at) - startMs) / 60_000),
    );
    for (const quarter of [0, 15, 30, 45])
      expect(
        minutes.filter((minute) => minute >= quarter && minute < quarter + 15).length,
      ).toBeGreaterThanOrEqual(12);
  });
});

describe("a price that falls", () => {
  rule(["decision 28", "section 6 delivery"], "is found by a check and told to the account", async () => {
    const setting = await startSetting(["price_drop", "availability_change"]);
    const services = listings(setting.engine)
      .filter(({ offers }) => offers.some(isChecked))
      .slice(0, 40)
      .map(({ service }) => service);
    await schedule(setting, services, "hourly");
    for (let day = 0; day < 10; day++) {
      setting.engine.clock.advance(7 * DAY_MS);
      setting.engine.clock.advance(10 * 60_000);
      await settled(setting);
    }
    await setting.receiver.has(20);
    for (const { body } of setting.receiver.received) {
      expect(recheckable).toContain(body.data.retailer);
      expect(services).toContain(body.data.product.service);
      const { price, availability } = body.data;
      if (body.event === "price_drop") expect(price?.current).toBeLessThan(price?.previous ?? 0);
      else expect(availability?.current).not.toBe(availability?.previous);
    }
    const ids = setting.receiver.received.map(({ body }) => body.id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
