import { request } from "node:https";
import { beforeAll, describe, expect, it } from "vitest";
import { allRows } from "../../../src/main/engine/db/store.js";
import { localWebhook } from "../../../src/main/engine/db/webhooks/webhook.js";
import { createSecretBox } from "../../../src/main/engine/operations/request/secret-box.js";
import { ensureCertificate } from "../../../src/main/engine/webhooks/listener/certificate.js";
import { signatureHeader } from "../../../src/main/engine/webhooks/signature.js";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../src/shared/time.js";
import { envelope } from "../../support/catalogue.js";
import { ensureBuilt, runResults } from "../../support/cli.js";
import type { TestEngine, TestEngineOptions } from "../../support/engine.js";
import { closedAddress } from "../../support/network.js";
import { addLink, type Shop, startShop, startShopEngine } from "../../support/shop.js";
import { until } from "../../support/until.js";
import { lampAt, readOffers, startUpstreamFixture } from "../../support/upstream.js";

beforeAll(ensureBuilt);

const lampKey = "0012345678905";

/**
 * How alerts are announced: to the window through the app's own listener or by the engine itself, to a channel, or not at
 * all.
 */
const announcers = ["listener", "listener and channel", "engine and channel", "channel", "nobody"] as const;
type Announcer = (typeof announcers)[number];

const hasChannel = (announcer: Announcer) => announcer.includes("channel");
const hasWindow = (announcer: Announcer) => /listener|engine/.test(announcer);
const optionsOf = (announcer: Announcer): TestEngineOptions =>
  hasWindow(announcer) ? { listenerPort: 0 } : {};

/** A product that costs $100 and is checked hourly, with a target of $80. */
interface Watched {
  readonly engine: TestEngine;
  readonly productKey: string;
  /** Changes the price at the shop, by default to $79. */
  readonly drop: (price?: number) => unknown;
  readonly url: string;
}

async function watchPage(announcer: Announcer, firstPrice = 100): Promise<Watched> {
  const shop: Shop = await startShop();
  const page = (price: number) => ({ offer: { price, availability: "InStock" } });
  shop.page = page(firstPrice);
  const engine = await startShopEngine([shop], optionsOf(announcer));
  const url = `${shop.origin}/p/lantern`;
  const drop = (price = 79) => {
    shop.page = page(price);
    // The last visit was a while ago.
    engine.clock.advance(MINUTE_MS);
  };
  return { engine, productKey: (await addLink(engine, url)).product_key, url, drop };
}

async function watchUpstream(announcer: Announcer): Promise<Watched> {
  const { upstream, engine, advance } = await startUpstreamFixture(
    [lampAt(100, "2026-06-15T08:00:00.000Z")],
    optionsOf(announcer),
  );
  await readOffers(engine, lampKey);
  const [{ key } = { key: "" }] = allRows<{ key: string }>(engine.db, "SELECT service AS key FROM product");
  const drop = async () => {
    await upstream.import([lampAt(79, "2026-06-15T12:10:00.000Z")]);
    advance(HOUR_MS);
  };
  return { engine, productKey: key, url: "", drop };
}

async function offerOf({ engine, productKey }: Watched) {
  const { body } = await engine.get(`/products/offers?ids=${productKey}`);
  const [offer] = body.data[0]?.offers ?? [];
  if (offer === undefined) throw new Error("The product has no offer.");
  return offer;
}

async function enterPrice(watched: Watched, price: number): Promise<unknown> {
  const { id, timestamp } = await offerOf(watched);
  const to = { price, availability: "in" } as const;
  return watched.engine.data("history.edit", { offer_id: id, timestamp, to });
}

function saveTarget({ engine, productKey }: Watched, price: number): Promise<unknown> {
  const trigger = { kind: "target", price, currency: "USD" } as const;
  return engine.data("rules.save", { product_key: productKey, trigger });
}

/** Sends the event of another engine to the app's own listener. */
async function sendEvent({ engine, productKey }: Watched): Promise<void> {
  const box = createSecretBox(null);
  const { url } = await engine.data("webhooks.listener", {});
  const { data } = envelope("");
  const body = JSON.stringify(
    envelope("evt_of_another_engine", {
      data: {
        ...data,
        product: { ...data.product, service: productKey },
        price: { current: 79, previous: 100, currency: "USD" },
      },
    }),
  );
  const secret = box.open(localWebhook(engine.db, 1)?.secret ?? Buffer.of()) ?? "";
  const { certPem } = await ensureCertificate(engine.db, box, Date.now());
  const headers = { "x-service-signature": signatureHeader(secret, engine.clock.now() / 1_000, body) };
  const status = await new Promise((resolve, reject) => {
    const sending = request(url ?? "", { method: "POST", ca: certPem, headers, agent: false });
    sending.once("error", reject).once("response", (response) => resolve(response.resume().statusCode));
    sending.end(body);
  });
  expect(status).toBe(200);
}

interface Door {
  readonly watch?: (announcer: Announcer) => Promise<Watched>;
  /** Runs before the target is saved. */
  readonly prepare?: (watched: Watched) => Promise<unknown>;
  /** Lowers the price to $79, or makes the target one that is met. */
  readonly open: (watched: Watched) => Promise<unknown>;
  readonly announcers?: readonly Announcer[];
  /** Whether the price is recorded after `open`, instead of by the time it returns. */
  readonly isLater?: true;
}

const doors: Readonly<Record<string, Door>> = {
  "a scheduled check": {
    isLater: true,
    open: async ({ engine, drop }) => {
      await drop();
      engine.clock.advance(HOUR_MS);
    },
  },
  "a check at once": {
    isLater: true,
    open: async ({ engine, productKey, drop }) => {
      await drop();
      await engine.data("schedules.check", { product_key: productKey });
    },
  },
  "a check by the command line": {
    open: async ({ engine, drop }) => {
      await drop();
      await runResults(["watch", "check", "--data", engine.folder]);
    },
  },
  "a check by the command line while no engine runs": {
    open: ({ engine, drop }) =>
      engine.restart(async () => {
        await drop();
        const { results } = await runResults(["watch", "check", "--data", engine.folder]);
        expect(results).toMatchObject([{ price: 79 }]);
        engine.clock.set(new Date().toISOString());
      }),
  },
  "a visit of the browser": {
    open: async ({ engine, drop, url }) => {
      await drop();
      const html = await (await fetch(url)).text();
      expect(await engine.data("visits.record", { url, html })).toMatchObject({ outcome: "recorded" });
    },
  },
  "a price entered by hand": { open: (watched) => enterPrice(watched, 79) },
  "a correction that is undone": {
    watch: (announcer) => watchPage(announcer, 79),
    prepare: (watched) => enterPrice(watched, 100),
    open: async ({ engine, productKey }) => {
      const { edits } = await engine.data("history.edits", { product_key: productKey });
      for (const { offer_id, timestamp, before } of edits)
        await engine.data("history.edit", { offer_id, timestamp, to: before });
    },
  },
  "an import of a catalogue": {
    open: async (watched) => {
      const { engine, productKey, url } = watched;
      const { id, retailer } = await offerOf(watched);
      engine.clock.advance(MINUTE_MS);
      const timestamp = new Date(engine.clock.now()).toISOString();
      const state = { price: 79, currency: "USD", availability: "in" } as const;
      const offers = [{ id, retailer, URL: url, timestamp, ...state }];
      await engine.import([{ type: "product", service: productKey, title: "Lantern", offers }]);
    },
  },
  "an upstream's answer": {
    watch: watchUpstream,
    open: async ({ engine, drop }) => {
      await engine.data("schedules.put", { ids: [lampKey], schedule: "weekly" });
      await drop();
      await readOffers(engine, lampKey);
    },
  },
  "an event of another engine": {
    open: sendEvent,
    announcers: ["listener", "listener and channel"],
    isLater: true,
  },
  "a target that is met already": { open: (watched) => saveTarget(watched, 101) },
  "a lower price that is older than a rule's day": {
    watch: (announcer) => watchPage(announcer, 88),
    prepare: async ({ engine, productKey, drop }) => {
      const trigger = { kind: "new_low", days: 1 } as const;
      await engine.data("rules.save", { product_key: productKey, trigger });
      for (const price of [120, 100]) {
        await drop(price);
        await engine.data("products.check", { product_key: productKey });
      }
    },
    isLater: true,
    open: async ({ engine }) => engine.clock.advance(DAY_MS - MINUTE_MS / 2),
  },
  "the end of a snooze": {
    isLater: true,
    open: async ({ engine, productKey, drop }) => {
      const endIso = new Date(engine.clock.now() + 2 * HOUR_MS).toISOString();
      await engine.data("rules.snooze", { product_key: productKey, until: endIso });
      await drop();
      await engine.data("products.check", { product_key: productKey });
      expect((await engine.data("inbox.list", {})).total).toBe(0);
      engine.clock.advance(2 * HOUR_MS);
    },
  },
};

const cases = Object.entries(doors).flatMap(([name, door]) =>
  (door.announcers ?? announcers).map((announcer) => [name, announcer, door] as const),
);

describe("an alert", () => {
  it.each(cases)("of %s is recorded and announced once by %s", async (_name, announcer, door) => {
    const watched = await (door.watch ?? watchPage)(announcer);
    const { engine, productKey } = watched;
    await engine.data("schedules.put", { ids: [productKey], schedule: "hourly" });
    if (hasChannel(announcer))
      await engine.data("channels.save", { address: `http://${closedAddress}/hook`, kind: "json" });
    if (announcer === "engine and channel") {
      const { webhook_id: id } = await engine.data("webhooks.listener", {});
      await engine.request("PUT", `/webhooks/${id}`, { is_active: false });
    }
    const entries = () =>
      allRows<{ announced: number; queued: number }>(
        engine.db,
        `SELECT announced_at IS NOT NULL AS announced,
           (SELECT count(*) FROM channel_alert WHERE entry_id = inbox.id) AS queued FROM inbox`,
      );
    await door.prepare?.(watched);
    await saveTarget(watched, 80);
    await door.open(watched);
    if (door.isLater !== true) expect(entries()).toHaveLength(1);
    const times = Number(hasWindow(announcer));
    await until(() => entries().some(({ announced }) => announced === times));
    // A later check, and another start, repeat nothing.
    await engine.data("products.check", { product_key: productKey });
    await engine.restart();
    await engine.data("products.check", { product_key: productKey });
    expect(entries()).toEqual([{ announced: times, queued: Number(hasChannel(announcer)) }]);
    expect(engine.events.filter(({ kind }) => kind === "inbox")).toHaveLength(times);
    const isByListener = announcer.startsWith("listener") && door.announcers === undefined;
    if (isByListener)
      expect(allRows(engine.db, "SELECT status FROM delivery")).toEqual([{ status: "delivered" }]);
  });
});
