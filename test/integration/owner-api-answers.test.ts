import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type OperationInput, type OperationName, operations } from "../../src/shared/calls.js";
import { MINUTE_MS } from "../../src/shared/time.js";
import { monthlyCopies, startArchive } from "../support/archive.js";
import { deals, products } from "../support/catalogue.js";
import { startService } from "../support/channel-services.js";
import { openTestEngine, type TestEngine } from "../support/engine.js";
import { createValidator, lintDocument, type OpenApiDocument } from "../support/openapi.js";
import { startReceiver } from "../support/receiver.js";
import { startSearchEngine } from "../support/search-engine.js";
import { addLink, type Shop, startShop, startShopEngine } from "../support/shop.js";
import { until } from "../support/until.js";
import { builtPage, sendTo } from "../support/web-page.js";

interface World {
  readonly engine: TestEngine;
  readonly shop: Shop;
  readonly url: string;
  readonly productKey: string;
  readonly offerId: string;
}

// biome-ignore lint/suspicious/noExplicitAny: what the document promises about it is what the test checks.
type Answer = Readonly<Record<string, any>>;
type Inputs = {
  readonly [K in OperationName]: (
    world: World,
    answers: Readonly<Partial<Record<OperationName, Answer>>>,
  ) => OperationInput<K> | Promise<OperationInput<K>>;
};
const html = '<h1>Trail Lantern</h1><p class="now">$49.99</p>';

/** Asks to pair an extension, and returns its code. */
async function askToPair({ engine }: World, letter: string): Promise<{ pairing: string }> {
  const key_hash = createHash("sha256")
    .update(`ss_live_${letter.repeat(32)}`)
    .digest("hex");
  const response = await fetch(`${engine.origin()}/app/v1/pair`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: `chrome-extension://${letter.repeat(32)}` },
    body: JSON.stringify({ name: "Chromium", key_hash }),
  });
  return { pairing: ((await response.json()) as { code: string }).code };
}

/** A page that cannot be read. */
async function addUnread({ engine, shop }: World): Promise<number> {
  shop.page = { offer: {}, html: "<p>Nothing to see</p>" };
  const { links } = await engine.data("links.add", { links: [{ text: `${shop.origin}/p/unread` }] });
  const [link] = (await engine.data("links.wait", { ids: links.map(({ id }) => id) })).links;
  shop.page = { offer: { price: 49.99, availability: "InStock" } };
  return link?.id ?? 0;
}

async function copyOf({ engine, shop }: World, path: string): Promise<string> {
  shop.page = { offer: { price: 39, availability: "InStock" } };
  return (await addLink(engine, `${shop.origin}/p/${path}`, { other_size: "separate", into: null }))
    .product_key;
}

const byKey = ({ productKey }: World) => ({ product_key: productKey });
const byKeys = ({ productKey }: World) => ({ product_keys: [productKey] });
const none = () => ({});

/** An input that each operation accepts, in an order in which earlier calls prepare later ones. */
const inputs: Inputs = {
  "sample.load": none,
  "sample.tour": none,
  "sample.remove": none,
  "products.get": ({ productKey }) => ({ ids: ["036000291452", productKey] }),
  "products.search": () => ({ q: "aurora" }),
  "offers.get": ({ productKey }) => ({ ids: [productKey] }),
  "offers.history": ({ productKey }) => ({ ids: [productKey], start: "2026-06-01", end: "2026-06-30" }),
  "reviews.get": () => ({ id: "036000291452" }),
  "deals.list": none,
  "usage.get": none,
  "batch.create": () => ({ identifiers: Array.from({ length: 21 }, (_, i) => `lamp ${i}`) }),
  "batch.get": (_world, { "batch.create": created }) => ({ id: created?.batch.id }),
  "jobs.list": none,
  "jobs.cancel": async ({ engine }) => {
    const identifiers = Array.from({ length: 21 }, (_, i) => `lantern ${i}`);
    const created = await engine.data("batch.create", { identifiers });
    return { id: "batch" in created ? created.batch.id : "" };
  },
  "schedules.list": none,
  "schedules.put": ({ productKey }) => ({ ids: [productKey], schedule: "daily" }),
  "schedules.overview": none,
  "schedules.check": byKey,
  "schedules.delete": () => ({ ids: ["036000291452"] }),
  "webhooks.create": async () => ({ url: (await startReceiver()).url, events: ["price_drop"] }),
  "webhooks.list": none,
  "webhooks.update": (_world, { "webhooks.create": created }) => ({
    id: created?.webhook.id,
    is_active: true,
  }),
  "webhooks.test": (_world, { "webhooks.create": created }) => ({ id: created?.webhook.id }),
  "webhooks.deliveries": (_world, { "webhooks.create": created }) => ({ webhook_id: created?.webhook.id }),
  "webhooks.resend": async ({ engine, shop, productKey }, { "webhooks.create": created }) => {
    const webhook_id = created?.webhook.id;
    shop.page = { offer: { price: 29.99, availability: "InStock" } };
    await engine.data("products.check", { product_key: productKey });
    const ended = async () =>
      (await engine.data("webhooks.deliveries", { webhook_id })).deliveries.find(
        ({ status }) => status === "delivered",
      );
    await until(async () => (await ended()) !== undefined);
    return { webhook_id, event_id: (await ended())?.event_id ?? "" };
  },
  "webhooks.rotate": (_world, { "webhooks.create": created }) => ({ webhook_id: created?.webhook.id }),
  "webhooks.listener": none,
  "webhooks.delete": (_world, { "webhooks.create": created }) => ({ id: created?.webhook.id }),
  "web.configure": () => ({ enabled: true, port: 0 }),
  "web.status": none,
  "web.start_pairing": none,
  "web.list": async (_world, { "web.start_pairing": { code } = {}, "web.status": status }) => {
    await sendTo(status?.urls[0], "/web/pair", { body: { code, name: "Phone" } });
    return {};
  },
  "web.revoke": (_world, { "web.list": listed }) => ({ id: listed?.devices[0].id }),
  "app.info": none,
  "app.statistics": byKey,
  "account.show": none,
  "keys.create": () => ({ name: "kitchen" }),
  "keys.list": none,
  "keys.revoke": (_world, { "keys.create": created }) => ({ id: created?.id }),
  "pages.hosts": none,
  "pages.allow": () => ({ host: "127.0.0.9", is_allowed: true }),
  "offers.terms": byKey,
  "shops.list": none,
  "shops.rename": () => ({ host: "127.0.0.1", name: "The corner shop" }),
  "paying.read": none,
  "paying.count": () => ({ term: { kind: "shipping" }, counts: true }),
  "rates.read": none,
  "pictures.keep": ({ shop }) => ({ url: `${shop.origin}/lantern.jpg` }),
  "offers.foreign": byKey,
  "products.set_size": ({ productKey }) => ({ product_key: productKey, size: { amount: 500, unit: "g" } }),
  "products.rename": ({ productKey }) => ({ product_key: productKey, title: "Lantern" }),
  "acts.list": none,
  "acts.undo": none,
  "acts.redo": (_world, { "acts.undo": undone }) => ({ id: undone?.act.id }),
  "history.before": ({ productKey }) => ({ product_key: productKey, before: "2027-01-01T00:00:00.000Z" }),
  "history.edit": ({ offerId }) => ({
    offer_id: offerId,
    timestamp: "2026-05-01T00:00:00.000Z",
    to: { price: 55, availability: "in" },
  }),
  "history.edits": byKey,
  "links.add": ({ url }) => ({ links: [{ text: `${url}?page=other` }] }),
  "links.wait": (_world, { "links.add": added }) => ({ ids: [added?.links[0].id] }),
  "links.list": none,
  "links.enter": async (world) => ({
    id: await addUnread(world),
    title: "Unread",
    price: 5,
    currency: "EUR",
  }),
  "prices.enter": (_world, { "links.enter": entered }) => ({
    offer_id: entered?.result.page.offer_id,
    price: 6,
    currency: "USD",
  }),
  "links.answer": async (world) => ({ ids: [await addUnread(world)], options: { currency: "USD" } }),
  "links.dismiss": (_world, { "links.answer": answered }) => ({ ids: [answered?.links[0].id] }),
  "prices.teach": ({ shop, url }) => {
    shop.page = { offer: {}, html };
    const price = { selectors: [".now"] };
    return { url, currency: "USD", recipe: { version: 1, host: shop.host, price } };
  },
  "prices.settle_click": ({ offerId, engine }) => ({
    offer_id: offerId,
    clicked_at: new Date(engine.clock.now()).toISOString(),
  }),
  "recipes.locate": ({ shop, url }) => ({
    url,
    html,
    recipe: { version: 1, host: shop.host, price: { selectors: [".now"] } },
    clicked: "$49.99",
  }),
  "recipes.test": ({ url }) => ({ url, html, recipe: null }),
  "recipes.list": none,
  "recipes.export": none,
  "recipes.import": (_world, { "recipes.export": exported }) => ({ text: exported?.text }),
  "recipes.save": (
    _world,
    {
      "recipes.list": {
        recipes: [{ made_at: _, ...recipe }],
      } = { recipes: [{}] },
    },
  ) => ({
    recipe,
  }),
  "recipes.remove": ({ shop }) => ({ host: shop.host }),
  "prices.accept": async ({ engine, shop, offerId, productKey }) => {
    shop.page = { offer: { price: 4_999, availability: "InStock" } };
    await engine.data("products.check", { product_key: productKey });
    return { offer_id: offerId };
  },
  "history.bring": ({ productKey, offerId }) => ({
    product_key: productKey,
    offer_id: offerId,
    content: "Date,Price\n2026-01-31,59.90\n",
    save: true,
  }),
  "shops.set_engine": async () => ({ address: (await startSearchEngine()).address }),
  "shops.engine": none,
  "shops.find": ({ productKey }) => ({ product_key: productKey, search: true }),
  "products.similar": byKey,
  "products.merge": async (world) => ({
    product_key: await copyOf(world, "copy"),
    into: world.productKey,
  }),
  "products.merged": byKey,
  "products.split": (
    _world,
    {
      "products.merged": {
        merged: [each],
      } = { merged: [] },
      "products.merge": done,
    },
  ) => ({
    product_key: done?.product_key,
    offer_ids: each.offer_ids,
  }),
  "offers.remove": async (world) => {
    const other = await copyOf(world, "third");
    const { merged } = await world.engine
      .data("products.merge", { product_key: other, into: world.productKey })
      .then(() => world.engine.data("products.merged", byKey(world)));
    return { product_key: world.productKey, offer_ids: merged[0]?.offer_ids ?? [] };
  },
  "history.fetch": async ({ productKey, url }) => {
    const archive = await startArchive();
    archive.pages.set(url, monthlyCopies("2024-06", [40, 45]));
    return { product_keys: [productKey], archive: archive.origin };
  },
  "history.samples": async ({ engine, productKey }) => {
    const read = () => engine.data("history.samples", { product_key: productKey });
    await until(async () => (await read()).state === "done");
    return { product_key: productKey };
  },
  "history.forget": byKeys,
  "history.consent": none,
  "history.set_consent": () => ({ always: false }),
  "lists.preview": ({ url }) => ({ content: url }),
  "lists.import": ({ shop }) => ({ content: `${shop.origin}/p/listed`, file_name: "links.txt" }),
  "lists.all": none,
  "lists.entries": (_world, { "lists.import": imported }) => ({ id: imported?.id }),
  "lists.cancel": (_world, { "lists.import": imported }) => ({ id: imported?.id }),
  "lists.remove": (_world, { "lists.import": imported }) => ({ id: imported?.id }),
  "lists.follow": ({ shop }) => {
    const links = ["one", "two"]
      .map((name) => `<li><a href="/p/${name}">Lantern ${name}</a> $5.00</li>`)
      .join("");
    shop.page = { offer: {}, html: `<ul>${links}</ul>` };
    return { url: `${shop.origin}/wish-list` };
  },
  "lists.check": (_world, { "lists.follow": followed }) => ({ id: followed?.id }),
  "lists.decide": async ({ engine }, { "lists.follow": followed }) => {
    const { entries } = await engine.data("lists.entries", { id: followed?.id });
    return { id: followed?.id, entry_ids: entries.map(({ id }) => id), state: "dismissed" };
  },
  "watch.export": none,
  "channels.save": async () => ({
    name: "Test",
    kind: "json",
    address: (await startService("json")).address,
  }),
  "channels.list": none,
  "channels.test": (_world, { "channels.save": saved }) => ({ id: saved?.channel.id }),
  "channels.deliveries": none,
  "channels.remove": (_world, { "channels.save": saved }) => ({ id: saved?.channel.id }),
  "inbox.list": none,
  "alerts.of_product": byKey,
  "alerts.problems": none,
  "inbox.mark": () => ({ is_read: true }),
  "inbox.remove": (_world, { "inbox.list": inbox }) => ({ ids: [inbox?.entries[0].id] }),
  "rules.save": ({ productKey }) => ({ product_key: productKey, trigger: { kind: "target", price: 20 } }),
  "rules.list": none,
  "rules.save_many": ({ productKey }) => ({
    product_keys: [productKey],
    trigger: { kind: "target_percent", percent: 10 },
  }),
  "rules.remove": (_world, { "rules.save": saved }) => ({ ids: [saved?.rule.id] }),
  "rules.snooze": ({ productKey }) => ({ product_key: productKey, until: "2027-01-01T00:00:00.000Z" }),
  "purchases.save": ({ productKey }) => ({ product_key: productKey, price: 49.99, return_days: 14 }),
  "purchases.list": none,
  "purchases.remove": (_world, { "purchases.save": saved }) => ({ id: saved?.purchase.id }),
  "upstreams.add": async () => {
    const upstream = await openTestEngine();
    await upstream.import(products);
    return { base_url: `${upstream.origin()}/v1`, key: upstream.key };
  },
  "upstreams.list": none,
  "upstreams.update": (_world, { "upstreams.add": added }) => ({ id: added?.id, name: "Other" }),
  "upstreams.test": (_world, { "upstreams.add": added }) => ({ id: added?.id }),
  "upstreams.history": byKey,
  "upstreams.remove": (_world, { "upstreams.add": added }) => ({ id: added?.id }),
  "tags.change": ({ productKey }) => ({ product_keys: [productKey], add: ["gifts"] }),
  "tags.list": none,
  "products.figures": byKeys,
  "products.spelling": () => ({ q: "lantrn" }),
  "pairings.confirm": (world) => askToPair(world, "a"),
  "pairings.refuse": (world) => askToPair(world, "b"),
  "pairings.list": async (world) => {
    await askToPair(world, "c");
    return {};
  },
  "visits.find": ({ url }) => ({ url }),
  "visits.read": ({ url }) => ({ url, html }),
  "visits.record": ({ url }) => ({ url, html }),
  "watch.put": ({ productKey }) => ({ product_keys: [productKey], schedule: "hourly" }),
  "watch.list": none,
  "watch.rows": byKeys,
  "watch.pages": byKeys,
  "watch.sparklines": byKeys,
  "products.check": byKey,
  "watch.stop": byKeys,
  "watch.unwatched": none,
  "products.remove": byKeys,
};

async function send(engine: TestEngine, key: string, operation: string, body: object) {
  const response = await fetch(`${engine.origin()}/app/v1/${operation}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Answer };
}

async function openWorld(): Promise<World> {
  const shop = await startShop();
  const engine = await startShopEngine([shop], {
    pagePace: { gapMs: 0 },
    pageFolder: builtPage(),
    ratesUrl: `${shop.origin}/rates.xml`,
  });
  await engine.import([...products, ...deals]);
  const url = `${shop.origin}/p/lantern`;
  const { product_key: productKey, offer_id: offerId } = await addLink(engine, url, {
    target: { price: 45, currency: "USD" },
  });
  engine.clock.advance(MINUTE_MS);
  return { engine, shop, url, productKey, offerId };
}

describe("the owner API's document", () => {
  it("describes the real answer of every operation", { timeout: 180_000 }, async () => {
    const world = await openWorld();
    const { engine } = world;
    const { key } = await engine.data("keys.create", { name: "script", owner: true });
    const document = (await (
      await fetch(`${engine.origin()}/app/v1/openapi.json`)
    ).json()) as OpenApiDocument;
    const validate = createValidator(document);
    const answers: Partial<Record<OperationName, Answer>> = {};
    const wrong: Record<string, unknown> = {};
    for (const [name, input] of Object.entries(inputs)) {
      const { status, body } = await send(
        engine,
        key,
        name,
        await (async () => input(world, answers))().catch((e) => {
          console.log(name, e);
          return {};
        }),
      );
      const errors = validate(`/${name}`, status, body, "POST");
      if (status !== 200 || errors.length > 0) wrong[name] = { status, errors, message: body.error };
      answers[name as OperationName] = body;
    }
    expect(wrong).toEqual({});
    expect(Object.keys(answers).sort()).toEqual(Object.keys(operations).sort());
  });

  it("has no problem that a linter finds, and an example for each operation", async () => {
    const engine = await openTestEngine();
    const document = (await (
      await fetch(`${engine.origin()}/app/v1/openapi.json`)
    ).json()) as OpenApiDocument;
    expect(await lintDocument(document)).toEqual([]);
    for (const [path, { post }] of Object.entries(document.paths)) {
      expect(post?.summary, path).toMatch(/^[A-Z][^!?]{8,}[^.]$/);
      const { schema, example } = post?.requestBody?.content["application/json"] ?? {};
      expect([schema?.type, example], path).toEqual(["object", expect.anything()]);
    }
  });
});
