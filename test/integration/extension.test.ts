import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { operationsOfExtension } from "../../src/shared/app/device-access.js";
import { maxPairings, pairingMs } from "../../src/shared/app/limits.js";
import { appOperations } from "../../src/shared/app/operations.js";
import { contractOperations } from "../../src/shared/contract/operations.js";
import { MINUTE_MS } from "../../src/shared/time.js";
import { openTestEngine, type TestEngine } from "../support/engine.js";
import { addLink } from "../support/shop.js";
import { until } from "../support/until.js";

const origin = `chrome-extension://${"abcdefghijklmnop".repeat(2)}`;
const otherOrigin = "moz-extension://0c1d2e3f-0000-4000-8000-0123456789ab";

let engine: TestEngine;

beforeEach(async () => {
  engine = await openTestEngine();
});

function keyOf(letter: string): string {
  return `ss_live_${letter.repeat(32)}`;
}

function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

interface Sent {
  readonly key?: string;
  /** Null for a program. */
  readonly from?: string | null;
}

async function send(path: string, body: unknown, { key, from = origin }: Sent = {}) {
  const response = await fetch(`${engine.origin()}${path}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      ...(from === null ? {} : { Origin: from, "Sec-Fetch-Site": "cross-site" }),
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

function askToPair(letter = "a", from: string | null = origin, name = "Chromium") {
  return send("/app/v1/pair", { name, key_hash: hashOf(keyOf(letter)) }, { from });
}

/** Pairs the extension, and returns its key. */
async function pair(letter = "a", from = origin): Promise<string> {
  const { body } = await askToPair(letter, from);
  const confirmed = await engine.call("pairings.confirm", { pairing: body.code });
  expect(confirmed.ok).toBe(true);
  return keyOf(letter);
}

async function pairings() {
  const listed = await engine.call("pairings.list", {});
  if (!listed.ok) throw new Error(listed.error.message);
  return listed.data.pairings;
}

describe("pairing", () => {
  it("works after the clock was set back, and no code lasts longer for it", async () => {
    const { body } = await askToPair();
    engine.clock.advance(-10 * MINUTE_MS);
    expect(await pairings()).toEqual([]);
    expect(await engine.call("pairings.confirm", { pairing: body.code })).toMatchObject({ ok: false });
    await pair("b");
  });

  it("makes the extension's own key valid once the user has confirmed the code", async () => {
    const asked = await askToPair();
    expect(asked).toMatchObject({
      status: 200,
      body: { version: "0.0.0", state: "waiting", code: expect.stringMatching(/^\d{3} \d{3}$/) },
    });
    expect(await pairings()).toMatchObject([{ name: "Chromium", origin, code: asked.body.code }]);
    await until(() =>
      engine.events.some((event) => event.kind === "changed" && event.dataKind === "pairings"),
    );
    expect((await send("/app/v1/watch.rows", { product_keys: [] }, { key: keyOf("a") })).status).toBe(401);
    const [waiting] = await pairings();
    expect(await engine.call("pairings.confirm", { pairing: waiting?.id ?? "" })).toMatchObject({
      data: { name: "Chromium" },
    });
    expect((await askToPair()).body).toMatchObject({ state: "paired" });
    expect(await pairings()).toEqual([]);
    expect(await send("/app/v1/watch.rows", { product_keys: [] }, { key: keyOf("a") })).toEqual({
      status: 200,
      body: { rows: [], gone: [] },
    });
  });

  it("lists the key with its extension, and ends with it", async () => {
    const key = await pair();
    const listed = await engine.call("keys.list", {});
    const own = listed.ok ? listed.data.keys.find(({ extension }) => extension === origin) : undefined;
    expect(own).toMatchObject({ name: "Chromium", owner: true });
    await engine.call("keys.revoke", { id: own?.id ?? "" });
    expect((await send("/app/v1/watch.rows", { product_keys: [] }, { key })).status).toBe(401);
    expect((await askToPair()).body.state).toBe("waiting");
  });

  it("keeps the state of a request that is repeated, and tells a refusal", async () => {
    const { body } = await askToPair();
    expect((await askToPair()).body).toEqual(body);
    await engine.call("pairings.refuse", { pairing: body.code });
    expect((await askToPair()).body).toMatchObject({ state: "refused" });
    expect(await pairings()).toEqual([]);
    expect(await engine.call("pairings.confirm", { pairing: body.code })).toMatchObject({ ok: false });
  });

  it("tells the state of a request without making one", async () => {
    const look = async () => {
      const body = { name: "Chromium", key_hash: hashOf(keyOf("a")), is_new: false };
      return (await send("/app/v1/pair", body)).body;
    };
    expect(await look()).toMatchObject({ state: "unknown" });
    expect(await pairings()).toEqual([]);
    const { body } = await askToPair();
    expect(await look()).toEqual(body);
    await engine.call("pairings.confirm", { pairing: body.code });
    expect(await look()).toMatchObject({ state: "paired" });
  });

  it("forgets a request after two minutes", async () => {
    const { body } = await askToPair();
    engine.clock.advance(pairingMs);
    expect(await pairings()).toEqual([]);
    expect(await engine.call("pairings.confirm", { pairing: body.code })).toMatchObject({
      ok: false,
      error: { action: "Start the pairing again in the extension. A code is valid for two minutes." },
    });
    expect((await askToPair()).body).toMatchObject({ state: "waiting" });
  });

  it("replaces an extension's earlier request and key", async () => {
    const first = await pair("a");
    await askToPair("b");
    expect(await askToPair("c")).toMatchObject({ status: 429 });
    engine.clock.advance(5_000);
    await askToPair("c");
    expect(await pairings()).toHaveLength(1);
    const second = await pair("c");
    expect((await send("/app/v1/watch.rows", { product_keys: [] }, { key: second })).status).toBe(200);
    expect((await send("/app/v1/watch.rows", { product_keys: [] }, { key: first })).status).toBe(401);
  });

  it("lets only a few extensions wait, the latest of them", async () => {
    const from = (digit: number) => otherOrigin.replace(/.$/, String(digit));
    for (let digit = 0; digit < maxPairings; digit++) {
      expect((await askToPair("abcdef"[digit], from(digit))).status).toBe(200);
      engine.clock.advance(1);
    }
    const [oldest] = await pairings();
    expect((await askToPair("z")).status).toBe(200);
    const waiting = await pairings();
    expect(waiting.map((each) => each.origin)).toEqual([from(1), from(2), origin]);
    expect(await engine.call("pairings.confirm", { pairing: oldest?.code ?? "" })).toMatchObject({
      ok: false,
    });
  });

  it.each([
    ["a web page", "https://shop.example", 405],
    ["a page of a file", "null", 405],
    ["a name like an extension's", "https://chrome-extension.example", 405],
    ["an extension with a path", `${origin}/popup.html`, 405],
    ["a program", null, 405],
  ])("refuses %s", async (_who, from, status) => {
    expect((await askToPair("a", from)).status).toBe(status);
    expect(await pairings()).toEqual([]);
  });

  it.each([
    ["no name", { name: " ", key_hash: hashOf(keyOf("a")) }],
    ["half a hash", { name: "Chromium", key_hash: "ab" }],
    ["nothing", {}],
  ])("refuses a request with %s", async (_what, body) => {
    expect(await send("/app/v1/pair", body)).toMatchObject({
      status: 400,
      body: { error_detail: { code: "ERR_INVALID_PARAMS" } },
    });
  });

  it("reads at most 4 KiB of a request, since its sender has no key yet", async () => {
    const body = { name: "Chromium", key_hash: hashOf(keyOf("a")), more: "x".repeat(4_096) };
    expect(await send("/app/v1/pair", body)).toMatchObject({
      status: 400,
      body: { error: "The body is larger than 4 KiB." },
    });
    expect(await pairings()).toEqual([]);
  });
});

describe("the key of a paired extension", () => {
  it("is refused from any other caller", async () => {
    const key = await pair();
    for (const from of [otherOrigin, "https://shop.example", null])
      expect((await send("/app/v1/watch.rows", { product_keys: [] }, { key, from })).status).toBeGreaterThan(
        400,
      );
  });

  it("is refused by the contract's API", async () => {
    const key = await pair();
    expect(await engine.get("/usage", { key })).toMatchObject({
      status: 401,
      body: { error_detail: { code: "ERR_AUTH_INVALID" } },
    });
    expect((await send("/v1/products/search", {}, { key })).status).toBe(405);
  });

  it("opens only what the extension needs", async () => {
    const key = await pair();
    const others = Object.keys({ ...contractOperations, ...appOperations }).filter(
      (name) => !operationsOfExtension.some((each) => each === name),
    );
    expect(others).toContain("keys.create");
    for (const name of others) expect((await send(`/app/v1/${name}`, {}, { key })).status, name).toBe(401);
    for (const name of operationsOfExtension)
      expect((await send(`/app/v1/${name}`, { unknown_field: true }, { key })).status, name).not.toBe(401);
  });

  it("takes back what it has done, and nothing else", async () => {
    const key = await pair();
    const added = await addLink(engine, url, { html: page(49.9) });
    const keys = { product_keys: [added.product_key] };
    const stopped = await send("/app/v1/watch.stop", keys, { key });
    const undo = (id: number) => send("/app/v1/acts.undo", { id }, { key });
    expect(await undo(added.act_id ?? 0)).toMatchObject({
      status: 401,
      body: { error_detail: { reason: { kind: "actOfAnother" } } },
    });
    expect(await undo(stopped.body.act_id)).toMatchObject({
      status: 200,
      body: { act: { is_undone: true } },
    });
    expect((await engine.data("watch.rows", keys)).rows).toHaveLength(1);
  });

  it("is the only one that an extension can use", async () => {
    const made = await engine.call("keys.create", { name: "script", owner: true });
    const key = made.ok ? made.data.key : "";
    expect((await send("/app/v1/watch.rows", { product_keys: [] }, { key })).status).toBe(401);
    expect((await send("/app/v1/watch.rows", { product_keys: [] }, { key, from: null })).status).toBe(200);
  });
});

const url = "https://lanterns.example/p/400";

function page(price: number, extra: object = {}): string {
  const data = {
    "@type": "Product",
    name: "Trail Lantern 400",
    gtin13: "4006381333931",
    offers: { "@type": "Offer", price, priceCurrency: "EUR", availability: "InStock" },
    ...extra,
  };
  return `<h1>Trail Lantern 400</h1><script type="application/ld+json">${JSON.stringify(data)}</script>`;
}

const blockedPage = "<title>Attention Required! | Cloudflare</title><h1>Sorry, you have been blocked</h1>";

async function addPage(price: number): Promise<string> {
  const added = await addLink(engine, url, { html: page(price) });
  await engine.call("schedules.put", { ids: [added.product_key], schedule: "daily" });
  return added.product_key;
}

async function row(productKey: string) {
  return (await engine.data("watch.rows", { product_keys: [productKey] })).rows[0];
}

describe("a page that the browser shows", () => {
  it("is read without being saved", async () => {
    const read = await engine.call("visits.read", { url, html: page(49.9) });
    expect(read).toEqual({
      ok: true,
      data: {
        reading: {
          kind: "price",
          title: "Trail Lantern 400",
          image: null,
          price: 49.9,
          currency: "EUR",
          sign: null,
          availability: "in",
          conditions: [],
        },
        product_key: null,
        is_known_page: false,
        shop_names: {},
      },
    });
    expect(await engine.call("app.info", {})).toMatchObject({ data: { products: 0 } });
  });

  it("is read with what the shops of its product are called", async () => {
    await addPage(49.9);
    await engine.data("shops.rename", { host: "lanterns.example", name: "Lantern House" });
    const { shop_names } = await engine.data("visits.read", { url, html: page(49.9) });
    expect(shop_names).toEqual({ "lanterns.example": "Lantern House" });
  });

  it("is read with the condition of what is not new", async () => {
    const html = page(49.9).replace(
      '"priceCurrency"',
      '"itemCondition": "RefurbishedCondition", "priceCurrency"',
    );
    expect(await engine.data("visits.read", { url, html })).toMatchObject({
      reading: { kind: "price", price: 49.9, condition: "refurbished" },
    });
  });

  it("names what members pay, and says once that it counts for the owner", async () => {
    const html = `<h1>Trail Lantern 400</h1><p class=price>€49.90</p><p>Members pay €44.90</p><button>Add to cart</button>`;
    const member = { kind: "member", price: 44.9 };
    const read = async () => {
      const { reading } = await engine.data("visits.read", { url, html });
      return reading.kind === "price" ? reading.conditions : reading;
    };
    expect(await read()).toMatchObject([{ ...member, counts: false }]);
    await engine.data("paying.count", {
      term: { kind: "member", retailer: "lanterns.example" },
      counts: true,
    });
    expect(await read()).toMatchObject([{ ...member, counts: true }]);
  });

  it("is added without a request to the shop", async () => {
    const productKey = await addPage(49.9);
    expect(await row(productKey)).toMatchObject({
      best: { price: 49.9, currency: "EUR", retailer: "lanterns.example" },
    });
    expect(await engine.call("visits.find", { url: `${url}#reviews` })).toMatchObject({
      data: { product_key: productKey },
    });
  });

  it("leads to the product that another shop sells", async () => {
    const productKey = await addPage(49.9);
    expect(
      await engine.call("visits.read", { url: "https://lamps.example/trail-400", html: page(47) }),
    ).toMatchObject({ data: { product_key: productKey, is_known_page: false } });
  });

  it.each([
    [
      "several prices",
      page(1, {
        offers: [
          { "@type": "Offer", price: 1, priceCurrency: "EUR" },
          { "@type": "Offer", price: 2, priceCurrency: "EUR" },
        ],
      }),
      { kind: "several", choices: [{ price: 1 }, { price: 2 }] },
    ],
    ["no product", "<h1>Our stores</h1>", { kind: "unread", title: "Our stores" }],
    ["a bot check", blockedPage, { kind: "unread", title: null }],
    [
      "a price in an unknown dollar",
      "<h1>Lamp</h1><p class=price>$79.00</p><button>Add to cart</button>",
      { kind: "price", price: 79, currency: null, sign: "$" },
    ],
  ])("with %s is told as such", async (_what, html, reading) => {
    expect(await engine.call("visits.read", { url, html })).toMatchObject({ data: { reading } });
  });

  it("has the currency of its shop's other pages", async () => {
    const html = "<h1>Lamp</h1><p class=price>$79.00</p><button>Add to cart</button>";
    await addLink(engine, url, { html, currency: "USD" });
    const next = { url: "https://lanterns.example/trail-500", html };
    expect(await engine.data("visits.read", next)).toMatchObject({
      reading: { kind: "price", price: 79, currency: "USD" },
    });
  });

  it("records a changed price in the history, and alerts", async () => {
    const productKey = await addPage(49.9);
    engine.clock.advance(60 * MINUTE_MS);
    expect(await engine.call("visits.record", { url, html: page(44.9) })).toEqual({
      ok: true,
      data: {
        outcome: "recorded",
        product_key: productKey,
        page: { price: 44.9, currency: "EUR" },
      },
    });
    expect(await row(productKey)).toMatchObject({
      best: { price: 44.9 },
      visited_at: new Date(engine.clock.now()).toISOString(),
    });
  });

  it("is evaluated at what the owner pays there once it is recorded", async () => {
    const html = `<h1>Trail Lantern 400</h1><p class=price>€49.90</p><p>Members pay €44.90</p><button>Add to cart</button>`;
    await addLink(engine, url, { html });
    await engine.data("paying.count", {
      term: { kind: "member", retailer: "lanterns.example" },
      counts: true,
    });
    engine.clock.advance(60 * MINUTE_MS);
    expect(await engine.data("visits.record", { url, html })).toMatchObject({ page: { price: 44.9 } });
  });

  it("waits for a second look at a price that is far from the usual one", async () => {
    const productKey = await addPage(49.9);
    engine.clock.advance(60 * MINUTE_MS);
    await engine.call("visits.record", { url, html: page(4.99) });
    expect(await row(productKey)).toMatchObject({ best: { price: 49.9 }, held_price: 4.99 });
    engine.clock.advance(60 * MINUTE_MS);
    await engine.call("visits.record", { url, html: page(4.99) });
    expect(await row(productKey)).toMatchObject({ best: { price: 4.99 }, held_price: null });
  });

  it.each([
    ["a bot check", blockedPage],
    ["another currency", page(49.9).replace("EUR", "USD")],
    ["nothing to read", "<p></p>"],
  ])("changes nothing if it has %s", async (_what, html) => {
    const productKey = await addPage(49.9);
    engine.clock.advance(MINUTE_MS);
    const before = await row(productKey);
    expect(await engine.call("visits.record", { url, html })).toMatchObject({ data: { outcome: "unread" } });
    expect(await row(productKey)).toEqual(before);
  });

  it("records nothing of a page that is not known", async () => {
    await addPage(49.9);
    expect(
      await engine.call("visits.record", { url: "https://lanterns.example/p/500", html: page(1) }),
    ).toEqual({ ok: true, data: { outcome: "unknown" } });
    expect(await engine.call("visits.find", { url: "https://lanterns.example/" })).toMatchObject({
      data: { product_key: null },
    });
  });

  it("is refused if it is larger than 4 MiB", async () => {
    const key = await pair();
    const html = "x".repeat(4 * 1_048_576 + 1);
    expect(await send("/app/v1/visits.read", { url, html }, { key })).toMatchObject({ status: 400 });
    expect(
      await send("/app/v1/visits.read", { url, html: "ü".repeat(4 * 1_048_576) }, { key }),
    ).toMatchObject({
      status: 200,
    });
  });
});
