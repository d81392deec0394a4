import { describe, expect, it, vi } from "vitest";
import { insertRule } from "../../../src/main/engine/db/alerts/alert-rule.js";
import { write } from "../../../src/main/engine/db/store.js";
import { silentLog } from "../../../src/main/engine/process/log.js";
import { HOUR_MS, MINUTE_MS } from "../../../src/shared/time.js";
import type { TestEngine, TestEngineOptions } from "../../support/engine.js";
import {
  addLink,
  enterLink,
  readLink,
  type Shop,
  startShop,
  startShopAndEngine,
  startShopEngine,
} from "../../support/shop.js";
import { until } from "../../support/until.js";

const goodPage: Shop["page"] = { offer: { price: 49.99, availability: "InStock" } };
const refusedPage: Shop["page"] = { ...goodPage, status: 403 };

async function watchHourly(engine: TestEngine, shop: Shop): Promise<string> {
  const { product_key: productKey } = await addLink(engine, `${shop.origin}/p/lantern`);
  await engine.request("PUT", `/products/scheduled?ids=${productKey}&schedule=hourly`);
  return productKey;
}

/** A page whose shop needs no pauses, watched hourly. */
async function startWatched(options: TestEngineOptions = {}, page = goodPage) {
  const shop = await startShop();
  shop.page = page;
  const engine = await startShopEngine([shop], { pagePace: { gapMs: 1, speed: 100_000 }, ...options });
  return { shop, engine, productKey: await watchHourly(engine, shop) };
}

function openWatched(price: number, log = silentLog) {
  return startWatched({ log }, { offer: { price, availability: "InStock" } });
}

async function lastCheck(engine: TestEngine, productKey: string) {
  return (await engine.data("schedules.overview", { product_key: productKey })).schedules[0]?.checks[0];
}

/** Advances the clock hour by hour and waits for the check of each. */
async function passHours(engine: TestEngine, productKey: string, hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour++) {
    const before = (await lastCheck(engine, productKey))?.checked_at;
    engine.clock.advance(HOUR_MS);
    await until(async () => {
      const now = (await lastCheck(engine, productKey))?.checked_at;
      return now !== undefined && now !== before;
    });
  }
}

/** Advances the clock until this many checks in a row have failed; a failing shop is checked less often. */
async function failChecks(engine: TestEngine, productKey: string, times: number): Promise<void> {
  while (((await lastCheck(engine, productKey))?.failures ?? 0) < times)
    await passHours(engine, productKey, 1);
}

async function currentPrice(engine: TestEngine, productKey: string) {
  const { body } = await engine.get(`/products/offers?ids=${productKey}`);
  return body.data[0]?.offers?.[0]?.price;
}

async function inbox(engine: TestEngine) {
  return (await engine.data("inbox.list", {})).entries.map(({ type, reason }) => ({ type, reason }));
}

describe("pages that have not changed", () => {
  it("a price that could not be stored is stored by the next check", async () => {
    const logError = vi.fn();
    const { shop, engine, productKey } = await openWatched(50, { ...silentLog, error: logError });
    await passHours(engine, productKey, 1);
    const { connection } = engine.db;
    connection.exec(
      "CREATE TRIGGER full BEFORE UPDATE OF price_minor ON offer BEGIN SELECT RAISE(ABORT, 'full'); END",
    );
    shop.page = { offer: { price: 45, availability: "InStock" } };
    engine.clock.advance(HOUR_MS);
    await until(() => logError.mock.calls.length > 0);
    connection.exec("DROP TRIGGER full");
    await passHours(engine, productKey, 1);
    expect(await currentPrice(engine, productKey)).toBe(45);
  });

  it("a price far from the usual one is shown as held, and confirmed ten minutes later", async () => {
    const { shop, engine, productKey } = await openWatched(50);
    const held = async () => {
      return (await engine.data("offers.terms", { product_key: productKey })).pages.map(
        (page) => page.held_price,
      );
    };
    shop.page = { offer: { price: 5, availability: "InStock" } };
    expect(await held()).toEqual([null]);
    await passHours(engine, productKey, 1);
    expect(await held()).toEqual([5]);
    const dueInMs = async () => {
      const overview = await engine.call("schedules.overview", { product_key: productKey });
      const due = overview.ok ? overview.data.schedules[0]?.next_check_at : undefined;
      return Date.parse(due ?? "") - engine.clock.now();
    };
    await until(async () => (await dueInMs()) <= 10 * MINUTE_MS);
    engine.clock.advance(10 * MINUTE_MS);
    await until(async () => (await currentPrice(engine, productKey)) === 5);
    expect(await held()).toEqual([null]);
  });

  it("a held price counts at once when the user says that it is right, and alerts", async () => {
    const { shop, engine, productKey } = await openWatched(50);
    shop.page = { offer: { price: 5, availability: "InStock" } };
    await passHours(engine, productKey, 1);
    const terms = await engine.call("offers.terms", { product_key: productKey });
    const offerId = terms.ok ? (terms.data.pages[0]?.offer_id ?? "") : "";
    const accept = () => engine.call("prices.accept", { offer_id: offerId });
    expect(await accept()).toMatchObject({ ok: true, data: { is_accepted: true } });
    expect(await currentPrice(engine, productKey)).toBe(5);
    await until(async () => (await inbox(engine)).length > 0);
    expect((await inbox(engine))[0]?.reason).toContain("$5.00");
    expect(await accept()).toMatchObject({ ok: true, data: { is_accepted: false } });
  });
});

describe("a page that still shows the figure that the user has corrected", () => {
  async function openCorrected() {
    const { shop, engine, productKey } = await openWatched(249);
    await passHours(engine, productKey, 1);
    const page = async () => {
      return (await engine.data("offers.terms", { product_key: productKey })).pages[0];
    };
    const offerId = (await page())?.offer_id ?? "";
    const enter = (price: number) => {
      const timestamp = new Date(engine.clock.now()).toISOString();
      const to = { price, availability: "in" } as const;
      return engine.call("history.edit", { offer_id: offerId, timestamp, to });
    };
    engine.clock.advance(MINUTE_MS);
    expect(await enter(169)).toMatchObject({ ok: true });
    return { shop, engine, productKey, offerId, page, enter };
  }

  it("keeps the entered price at each check, also of an unchanged page, and shows what the page reads", async () => {
    const { engine, productKey, page } = await openCorrected();
    expect(await page()).toMatchObject({ held_price: null, is_corrected: false });
    for (let hour = 0; hour < 2; hour++) {
      await passHours(engine, productKey, 1);
      expect(await currentPrice(engine, productKey)).toBe(169);
      expect(await page()).toMatchObject({ held_price: 249, is_corrected: true });
    }
    expect((await lastCheck(engine, productKey))?.detail).toContain("corrected");
    expect(await inbox(engine)).toEqual([]);
  });

  it("records another figure as a new price, and the corrected one after it", async () => {
    const { shop, engine, productKey, page } = await openCorrected();
    await passHours(engine, productKey, 1);
    for (const price of [239, 249]) {
      shop.page = { offer: { price, availability: "InStock" } };
      await passHours(engine, productKey, 1);
      expect(await currentPrice(engine, productKey)).toBe(price);
      expect(await page()).toMatchObject({ held_price: null, is_corrected: false });
    }
  });

  it("records that it is sold out, at the entered price", async () => {
    const { shop, engine, productKey } = await openCorrected();
    shop.page = { offer: { price: 249, availability: "OutOfStock" } };
    await passHours(engine, productKey, 2);
    const { body } = await engine.get(`/products/offers?ids=${productKey}`);
    expect(body.data[0]?.offers?.[0]).toMatchObject({ price: 169, availability: "out" });
  });

  it("uses the figure once the user accepts it", async () => {
    const { engine, productKey, offerId, page } = await openCorrected();
    await passHours(engine, productKey, 1);
    const accepted = await engine.call("prices.accept", { offer_id: offerId });
    expect(accepted).toMatchObject({ ok: true, data: { is_accepted: true } });
    expect(await currentPrice(engine, productKey)).toBe(249);
    await passHours(engine, productKey, 1);
    expect(await currentPrice(engine, productKey)).toBe(249);
    expect(await page()).toMatchObject({ held_price: null, is_corrected: false });
  });

  it("keeps the first misread figure in mind when the entered price is corrected", async () => {
    const { shop, engine, productKey, enter } = await openCorrected();
    await passHours(engine, productKey, 1);
    expect(await enter(159)).toMatchObject({ ok: true });
    shop.page = { offer: { price: 249, availability: "InStock" }, extraFields: { sku: "L-2" } };
    await passHours(engine, productKey, 1);
    expect(await currentPrice(engine, productKey)).toBe(159);
  });

  it("does not take a price that rose back at a shop that had refused checks for a misread one", async () => {
    const { shop, engine, productKey, enter } = await openCorrected();
    shop.page = { offer: { price: 199, availability: "InStock" } };
    await passHours(engine, productKey, 1);
    shop.page = { offer: { price: 199, availability: "InStock" }, status: 403 };
    await failChecks(engine, productKey, 1);
    expect(await enter(149)).toMatchObject({ ok: true });
    shop.page = { offer: { price: 199, availability: "InStock" } };
    while ((await lastCheck(engine, productKey))?.outcome !== "ok") await passHours(engine, productKey, 1);
    expect(await currentPrice(engine, productKey)).toBe(199);
  });
});

describe("pages whose checks fail", () => {
  it("a price that no check has seen again triggers no rule until one does", async () => {
    const { shop, engine, productKey } = await startWatched();
    await passHours(engine, productKey, 1);
    // Saved through the engine, the rule would be evaluated at once.
    write(engine.db, (tx) =>
      insertRule(tx, {
        productId: null,
        trigger: { kind: "target", priceMinor: 10_000, currency: "USD" },
        retailer: null,
        condition: null,
        isEnabled: true,
        createdMs: 0,
        channels: null,
      }),
    );
    shop.page = refusedPage;
    await failChecks(engine, productKey, 2);
    expect(await inbox(engine)).toEqual([]);
    shop.page = goodPage;
    while ((await lastCheck(engine, productKey))?.outcome !== "ok") await passHours(engine, productKey, 1);
    await until(async () => (await inbox(engine)).length > 0);
    expect((await inbox(engine))[0]?.reason).toContain("$49.99");
  }, 60_000);

  it("a failing page is reported once after five failures in a row, and once on recovery", async () => {
    const { shop, engine, productKey } = await startWatched({ listenerPort: 0 });
    shop.page = refusedPage;
    await failChecks(engine, productKey, 4);
    expect(await inbox(engine)).toEqual([]);
    await failChecks(engine, productKey, 7);
    expect(await inbox(engine)).toEqual([
      {
        type: "checks_failing",
        reason: expect.stringMatching(/^5 checks in a row have failed at 127\.0\.0\.1: /),
      },
    ]);
    await until(() => engine.events.some(({ kind }) => kind === "inbox"));
    shop.page = goodPage;
    while ((await lastCheck(engine, productKey))?.outcome !== "ok") await passHours(engine, productKey, 1);
    await passHours(engine, productKey, 1);
    expect((await inbox(engine)).map(({ type }) => type)).toEqual(["checks_recovered", "checks_failing"]);
    expect(await lastCheck(engine, productKey)).toMatchObject({ outcome: "ok", failures: 0 });
    shop.page = refusedPage;
    await failChecks(engine, productKey, 5);
    expect((await inbox(engine)).map(({ type }) => type)).toEqual([
      "checks_failing",
      "checks_recovered",
      "checks_failing",
    ]);
  }, 60_000);

  it("a failing page whose price was entered by hand is not reported", async () => {
    const { shop, engine } = await startShopAndEngine({ pagePace: { gapMs: 1, speed: 100_000 } });
    shop.page = refusedPage;
    const said = { url: `${shop.origin}/p/lantern`, title: "Trail Lantern", price: 45, currency: "USD" };
    const { product_key: productKey } = await enterLink(engine, said);
    await engine.request("PUT", `/products/scheduled?ids=${productKey}&schedule=hourly`);
    await failChecks(engine, productKey, 6);
    expect(await inbox(engine)).toEqual([]);
  }, 60_000);

  it("a failing page is not reported while no other check succeeds, because the computer may be offline", async () => {
    const { shop, engine, productKey } = await startWatched();
    shop.vanish();
    await failChecks(engine, productKey, 8);
    expect(await lastCheck(engine, productKey)).toMatchObject({ outcome: "network" });
    expect(await inbox(engine)).toEqual([]);
  }, 60_000);

  it("a page that is gone stays gone while its shop cannot be reached", async () => {
    const { shop, engine, productKey } = await startWatched();
    shop.page = { ...goodPage, status: 404 };
    await failChecks(engine, productKey, 1);
    const gone = await lastCheck(engine, productKey);
    expect(gone).toMatchObject({ outcome: "gone" });
    shop.vanish();
    await failChecks(engine, productKey, 2);
    expect(await lastCheck(engine, productKey)).toMatchObject({ outcome: "gone", detail: gone?.detail });
  }, 60_000);

  it.each([
    ["a list of products", "/lanterns", "The page now leads to another one, without this product."],
    ["the front page", "/", "The page now leads to the shop's front page."],
  ])("a redirect to %s is a page that is gone", async (_where, path, detail) => {
    const [shop, front] = [await startShop(), await startShop()];
    const engine = await startShopEngine([shop, front], { pagePace: { gapMs: 1, speed: 100_000 } });
    const productKey = await watchHourly(engine, shop);
    shop.page = { ...goodPage, status: 302, location: `${front.origin}${path}` };
    front.page = { offer: {}, html: "<p>$5.00</p><p>$6.00</p><p>$7.00</p>" };
    await passHours(engine, productKey, 1);
    expect(await lastCheck(engine, productKey)).toMatchObject({ outcome: "gone", detail });
    expect(await currentPrice(engine, productKey)).toBe(49.99);
  });

  it("a redirect to another product is a page that is gone, and one to a renamed product is followed", async () => {
    const [shop, moved] = [await startShop(), await startShop()];
    const engine = await startShopEngine([shop, moved], { pagePace: { gapMs: 1, speed: 100_000 } });
    const productKey = await watchHourly(engine, shop);
    shop.page = { ...goodPage, status: 302, location: `${moved.origin}/p/other` };
    moved.page = {
      offer: { price: 9.99, availability: "InStock" },
      extraFields: { name: "Wool Blanket, Grey" },
    };
    await passHours(engine, productKey, 1);
    expect(await lastCheck(engine, productKey)).toMatchObject({
      outcome: "gone",
      detail: "The page now leads to another product: Wool Blanket, Grey.",
    });
    expect(await currentPrice(engine, productKey)).toBe(49.99);
    moved.page = {
      offer: { price: 44.99, availability: "InStock" },
      extraFields: { name: "Lantern for trails, 2nd edition" },
    };
    while ((await lastCheck(engine, productKey))?.outcome !== "ok") await passHours(engine, productKey, 1);
    expect(await currentPrice(engine, productKey)).toBe(44.99);
  }, 60_000);
});

it("a shop that was not reached is tried again a minute later, without visiting the others", async () => {
  const [healthy, down] = [await startShop(), await startShop()];
  const engine = await startShopEngine([healthy, down], { pagePace: { gapMs: 1, speed: 100_000 } });
  const { product_key: productKey } = await addLink(engine, `${healthy.origin}/p/lantern`);
  await readLink(engine, { url: `${down.origin}/p/lantern`, into: productKey });
  await engine.request("PUT", `/products/scheduled?ids=${productKey}&schedule=daily`);
  const overview = async () => {
    return (await engine.data("schedules.overview", { product_key: productKey })).schedules[0];
  };
  const finishedRun = (since: string | null | undefined) =>
    until(async () => {
      const now = await overview();
      return now?.is_running === false && now.last_check_at !== since && now;
    });
  const runNow = async () => {
    const before = await overview();
    engine.clock.advance(MINUTE_MS);
    await engine.call("schedules.check", { product_key: productKey });
    return await finishedRun(before?.last_check_at);
  };
  await runNow();
  down.vanish();
  const failed = await runNow();
  expect(failed.checks.map(({ outcome }) => outcome).sort()).toEqual(["network", "ok"]);
  expect(Date.parse(failed.next_check_at) - engine.clock.now()).toBe(MINUTE_MS);
  down.reappear();
  down.page = { offer: { price: 39.99, availability: "InStock" } };
  const visits = healthy.requests.length;
  engine.clock.advance(MINUTE_MS);
  const retried = await finishedRun(failed.last_check_at);
  expect(retried.checks.map(({ outcome }) => outcome)).toEqual(["ok", "ok"]);
  expect(retried.best?.price).toBe(39.99);
  expect(healthy.requests).toHaveLength(visits);
  expect(Date.parse(retried.next_check_at) - engine.clock.now()).toBeGreaterThan(30 * MINUTE_MS);
  await runNow();
  expect(healthy.requests).toHaveLength(visits + 1);
});
