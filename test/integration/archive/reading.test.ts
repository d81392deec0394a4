import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { DAY_MS, MINUTE_MS } from "../../../src/shared/time.js";
import {
  type Archive,
  type ArchivedPage,
  monthlyCopies,
  productPage,
  refuse,
  startArchive,
} from "../../support/archive.js";
import type { TestEngine } from "../../support/engine.js";
import { addLink, type Shop, startShopAndEngine } from "../../support/shop.js";
import { until } from "../../support/until.js";

interface Asked {
  readonly engine: TestEngine;
  readonly shop: Shop;
  readonly archive: Archive;
  readonly url: string;
  readonly productKey: string;
}

/** A product at 49.99, with an archive that has these copies of its page. */
async function startWith(pages: readonly ArchivedPage[]): Promise<Asked> {
  const { engine, shop, url } = await startShopAndEngine({ pagePace: { gapMs: 0 } });
  const archive = await startArchive();
  archive.now = () => engine.clock.now();
  archive.pages.set(url, pages);
  const { product_key: productKey } = await addLink(engine, url);
  return { engine, shop, archive, url, productKey };
}

function state({ engine, productKey }: Asked) {
  return engine.data("history.samples", { product_key: productKey });
}

async function fetchHistory(asked: Asked, since?: string) {
  const { engine, archive, productKey } = asked;
  const request = { product_keys: [productKey], archive: archive.origin, ...(since && { since }) };
  return engine.data("history.fetch", request);
}

async function readAll(asked: Asked) {
  await until(async () => (await state(asked)).state === "done");
  return state(asked);
}

function copiesAsked({ requests }: Archive): string[] {
  return requests.flatMap(({ path }) => /^\/web\/(\d{8})/.exec(path)?.[1] ?? []);
}

const good: ArchivedPage = { at: "20250315120000", html: productPage(55) };
const wall =
  '<title>Just a moment...</title><h1>Checking your browser before accessing</h1><div id="cf-challenge"></div>';
const cutOff = (response: ServerResponse) =>
  void response
    .writeHead(200, { "Content-Type": "text/html", "Content-Length": 5_000 })
    .write("<h1>Tr", () => response.destroy());
const redirect = (response: ServerResponse) =>
  void response.writeHead(302, { Location: "/web/20250410120000id_/http://elsewhere.example/" }).end();

describe("copies of a page in an archive", () => {
  it("the prices of archived copies are stored with the address of their copy and their evidence", async () => {
    const asked = await startWith([good]);
    expect((await fetchHistory(asked)).products).toEqual([
      { product_key: asked.productKey, addresses: 1, reason: null },
    ]);
    expect(await readAll(asked)).toEqual({
      state: "done",
      always: false,
      archive: new URL(asked.archive.origin).host,
      addresses: [asked.url],
      copies: 1,
      read: 1,
      added: 1,
      paused_until: null,
      reason: null,
      left_out: [],
      samples: [
        {
          offer_id: expect.any(String),
          retailer: "127.0.0.1",
          price: 55,
          currency: "USD",
          availability: "in",
          timestamp: "2025-03-15T12:00:00.000Z",
          url: `${asked.archive.origin}/web/20250315120000id_/${asked.url}`,
          source: "archive",
          evidence: "json-ld:Product.offers.price",
        },
      ],
    });
    expect(asked.archive.requests[0]?.path).toBe(
      `/cdx/search/cdx?${new URLSearchParams({ url: asked.url, output: "json", fl: "timestamp,original,statuscode,mimetype,digest", filter: "statuscode:200", collapse: "timestamp:6" })}`,
    );
  });

  it.each<[string, string, Partial<ArchivedPage>]>([
    ["a page in another currency", "currency", { html: productPage(55, { priceCurrency: "EUR" }) }],
    ["a bot wall", "blocked", { html: wall }],
    [
      "another product at the address",
      "other product",
      { html: productPage(55, { name: "Garden Hose 20" }) },
    ],
    ["a used product", "other product", { html: productPage(35, { itemCondition: "UsedCondition" }) }],
    ["a page without a price", "no price", { html: "<h1>Trail Lantern</h1><p>A lantern for trails.</p>" }],
    ["a page that is sold out", "sold out", { html: "<h1>Trail Lantern</h1><p>Coming soon</p>" }],
    [
      "a page with several prices",
      "ambiguous",
      {
        html: `<h1>Trail Lantern</h1><script type="application/ld+json">{"@type":"Product","name":"Trail Lantern","offers":[
          {"@type":"Offer","name":"Black","price":49.99,"priceCurrency":"USD"},{"@type":"Offer","name":"Green","price":59.99,"priceCurrency":"USD"}]}</script>`,
      },
    ],
    ["a price ten times as high", "implausible", { html: productPage(549) }],
    ["a redirect", "redirect", { answer: redirect }],
    ["a copy that is not there", "missing", {}],
    ["a copy that the archive does not show", "missing", { answer: refuse(403) }],
    [
      "a file",
      "unreadable",
      { answer: (response) => void response.writeHead(200, { "Content-Type": "image/png" }).end("png") },
    ],
    ["an answer that is cut off", "unreadable", { answer: cutOff }],
    ["a copy that always fails", "unreadable", { answer: refuse(503) }],
  ])("%s is left out as '%s', and the copies beside it count", async (_name, reason, odd) => {
    const { html: _html, ...rest } = good;
    const asked = await startWith([{ ...rest, ...odd, at: "20240615120000" }, good]);
    await fetchHistory(asked);
    await until(async () => {
      asked.engine.clock.advance(MINUTE_MS);
      return (await state(asked)).state === "done";
    });
    const { copies, added, left_out, samples } = await state(asked);
    expect({ copies, added, left_out }).toEqual({ copies: 2, added: 1, left_out: [{ reason, copies: 1 }] });
    expect(samples.map(({ price }) => price)).toEqual([55]);
  });

  it("a copy with the digest of one that was read counts with its price, and is not asked for", async () => {
    const same = productPage(55);
    const asked = await startWith([
      { at: "20230615120000", html: same },
      { at: "20240615120000", html: same, type: "warc/revisit", status: "-" },
      { ...good, html: same },
    ]);
    await fetchHistory(asked);
    const { copies, read, added, samples } = await readAll(asked);
    expect({ copies, read, added }).toEqual({ copies: 3, read: 3, added: 3 });
    expect(new Set(samples.map(({ url }) => url)).size).toBe(3);
    expect(copiesAsked(asked.archive)).toEqual(["20250315"]);
  });

  it("rows of the index that are no copies of this page are not asked for", async () => {
    const asked = await startWith([
      { ...good, at: "20250015120000" },
      { ...good, at: "20350115120000" },
      { ...good, at: "20240115120000", original: "http://other.example/p/lantern" },
      { ...good, at: "20240215120000", type: "image/png" },
      good,
    ]);
    await fetchHistory(asked);
    expect(await readAll(asked)).toMatchObject({ copies: 1, added: 1 });
  });

  it("copies from when an own price was known are not asked for, and a second request asks for what is new", async () => {
    const asked = await startWith([good]);
    await fetchHistory(asked);
    await readAll(asked);
    const { requests, pages } = asked.archive;
    pages.set(asked.url, [
      good,
      { at: "20260401120000", html: productPage(52) },
      { at: "20260620120000", html: productPage(1) },
    ]);
    requests.length = 0;
    asked.engine.clock.advance(30 * DAY_MS);
    await fetchHistory(asked);
    await until(async () => (await state(asked)).samples.length === 2);
    expect(copiesAsked(asked.archive)).toEqual(["20260401"]);
  });

  it.each<[string, (response: ServerResponse) => void, string]>([
    [
      "an empty index",
      (response: ServerResponse) => void response.end("[]"),
      "The archive has no older copies of this page.",
    ],
    [
      "a page in place of the index",
      (response: ServerResponse) => void response.end("<h1>Sorry</h1>"),
      "At this address is no index of an archive.",
    ],
    ["an index that is refused", refuse(403), "The archive has no index of this page, or does not show it."],
  ])("%s ends the work with its reason", async (_name, answer, reason) => {
    const asked = await startWith([good]);
    asked.archive.next.push(answer);
    await fetchHistory(asked);
    expect(await readAll(asked)).toMatchObject({ copies: 0, added: 0, reason });
  });
});

describe("pauses of an archive", () => {
  it.each<[string, number, (response: ServerResponse) => void]>([
    ["429", 5, refuse(429)],
    ["429 with Retry-After", 20, refuse(429, { "Retry-After": "1200" })],
    ["429 with a short Retry-After", 5, refuse(429, { "Retry-After": "1" })],
    ["503", 1, refuse(503)],
    ["503 with Retry-After", 10, refuse(503, { "Retry-After": "600" })],
    ["an index that is cut off", 1, cutOff],
  ])("after %s, a pause of %i minutes is shown, and survives a restart", async (_name, minutes, answer) => {
    const asked = await startWith([good]);
    const { archive, engine } = asked;
    archive.next.push(answer);
    await fetchHistory(asked);
    await until(async () => (await state(asked)).paused_until !== null);
    await engine.restart();
    engine.clock.advance((minutes - 1) * MINUTE_MS);
    const end = new Date(engine.clock.now() + MINUTE_MS).toISOString();
    expect(await state(asked)).toMatchObject({ paused_until: end });
    engine.clock.advance(MINUTE_MS - 1);
    expect(archive.requests).toHaveLength(1);
    engine.clock.advance(1);
    expect(await readAll(asked)).toMatchObject({ added: 1, paused_until: null });
  });

  it("a request on its way is no pause", async () => {
    const asked = await startWith([good]);
    const held = Promise.withResolvers<void>();
    asked.archive.hold = held.promise;
    await fetchHistory(asked);
    await until(() => asked.archive.requests.length === 1);
    expect(await state(asked)).toMatchObject({ state: "open", paused_until: null });
    held.resolve();
    expect(await readAll(asked)).toMatchObject({ added: 1 });
  });

  it("an engine that restarts in the middle goes on where it was", async () => {
    const prices = Array.from({ length: 12 }, (_, i) => 40 + i);
    const asked = await startWith(monthlyCopies("2025-01", prices));
    await fetchHistory(asked);
    await until(async () => (await state(asked)).added >= 4);
    const held = Promise.withResolvers<void>();
    asked.archive.hold = held.promise;
    await asked.engine.restart();
    held.resolve();
    asked.archive.hold = null;
    const { added, samples } = await readAll(asked);
    expect(added).toBe(12);
    expect(samples.map(({ price }) => price)).toEqual(prices);
    // The copy that was on its way may have been asked for twice.
    expect(copiesAsked(asked.archive).length).toBeLessThanOrEqual(13);
  });
});
