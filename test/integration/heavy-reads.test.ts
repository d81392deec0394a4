import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { closeStore, openReader, openStore } from "../../src/main/engine/db/open.js";
import { allRows } from "../../src/main/engine/db/store.js";
import { startServer } from "../../src/main/engine/http/server.js";
import { noEffects } from "../../src/main/engine/operations/request/effects.js";
import type { HeavyReader } from "../../src/main/engine/operations/request/heavy-read.js";
import { silentLog } from "../../src/main/engine/process/log.js";
import { MINUTE_MS } from "../../src/shared/time.js";
import { ensureBuilt, runJson, startServe, startServeWith } from "../support/cli.js";
import { copyDatabase, type ScratchFolder, scratchFolder } from "../support/disk.js";
import { openTestEngine } from "../support/engine.js";
import { EngineProcess } from "../support/engine-process.js";
import { temporaryFolder } from "../support/folder.js";
import { type ApiResponse, fetchResponse, listenOn } from "../support/network.js";
import { noteThreads } from "../support/note-threads.js";
import { readLink } from "../support/shop.js";
import { until } from "../support/until.js";
import { importLines, productLine } from "./catalogue/catalogue-files.js";

/** So many that the built engine leaves searches to its reader's thread. */
const productCount = 1_100;
const colours = ["red", "green", "blue", "black"];

function createCatalogue(products = productCount, offersPerProduct = 2): string[] {
  return Array.from({ length: products }, (_, i) =>
    productLine(`p${i}`, {
      title: `Trail lantern ${colours[i % colours.length]} number${i}`,
      model: `TL-${i}`,
      offers: Array.from({ length: offersPerProduct }, (_each, offer) => ({
        id: `offer-${i}-${offer}`,
        retailer: `shop${offer}.example`,
        price: 20 + (i % 7) + offer,
        currency: "USD",
        availability: "in",
        condition: "new",
        URL: `https://shop${offer}.example/p/${i}`,
        is_marketplace: false,
        timestamp: "2026-06-14T12:00:00.000Z",
        history: Array.from({ length: 30 }, (_point, day) => ({
          price: 20 + ((i + day) % 9),
          availability: "in",
          timestamp: new Date(Date.UTC(2026, 4, 1 + day)).toISOString(),
        })),
      })),
    }),
  );
}

const models = Array.from({ length: 40 }, (_, i) => `TL-${i}`);
const names = Array.from({ length: 20 }, (_, i) => `lantern number${i}`);
const period = "start=2026-05-01&end=2026-05-31";

/** Requests that the reader's thread answers, errors among them. */
const heavy: readonly { readonly path: string; readonly body?: object }[] = [
  { path: `/products?ids=${models}` },
  { path: `/products?ids=${models}&format=csv` },
  { path: `/products/offers?ids=${models}` },
  { path: `/products/offers/history?ids=${models}&${period}` },
  { path: `/products/offers/history?ids=${models}&${period}&format=csv` },
  { path: "/products/search?q=red%20lantern&limit=5" },
  { path: "/products/reviews?id=lantern%20number7" },
  { path: "/products?ids=nothing%20of%20this%20name" },
  { path: "/products/batch", body: { identifiers: names, include: ["offers"] } },
];

let folder: ScratchFolder;

beforeAll(async () => {
  await ensureBuilt();
  folder = scratchFolder("heavy-reads");
  const db = openStore(folder.path);
  await importLines(db, createCatalogue());
  closeStore(db);
});
afterAll(() => folder.remove());

const startIso = "2026-06-15T12:00:00.000Z";

function send(baseUrl: string, key: string, { path, body }: (typeof heavy)[number]): Promise<ApiResponse> {
  return fetchResponse(baseUrl + path, {
    key,
    ...(body === undefined
      ? {}
      : { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
  });
}

/** A product whose only offer has a price every half an hour, and one whose offer has few. */
function createLongHistory(): string[] {
  const history = (points: number) =>
    Array.from({ length: points }, (_, i) => ({
      price: 20 + (i % 9),
      availability: "in",
      timestamp: new Date(Date.UTC(2025, 10, 1) + i * 30 * MINUTE_MS).toISOString(),
    }));
  return [9_000, 90].map((points, i) => {
    const line = JSON.parse(createCatalogue(2, 1)[i] ?? "");
    return JSON.stringify({ ...line, offers: [{ ...line.offers[0], history: history(points) }] });
  });
}

/** What does not depend on the run. */
function comparable({ status, headers, text }: ApiResponse) {
  return {
    status,
    type: headers.get("content-type"),
    used: headers.get("x-credits-used"),
    remaining: headers.get("x-ratelimit-remaining"),
    text: text.replace(/"request_id":"[^"]+"/, "").replace(/127\.0\.0\.1:\d+/, ""),
  };
}

async function createOwnerKey(folder: string): Promise<string> {
  const args = ["keys", "create", "--owner", "--name", "own", "--data", folder];
  return (await runJson<{ key: string }>(...args)).key;
}

describe("heavy reads", () => {
  it("answers heavy reads on a thread exactly as without one, and charges the same", async () => {
    // An engine that runs from its sources has no reader's thread.
    const plain = await openTestEngine({
      startIso,
      dataFolder: copyDatabase(folder.path, temporaryFolder()),
    });
    const server = await startServe(folder.path, "--clock", startIso);
    const baseUrl = `${plain.origin()}/v1`;
    for (const request of heavy) {
      const [expected, got] = [
        await send(baseUrl, plain.key, request),
        await send(server.base_url, server.api_key, request),
      ];
      expect(comparable(got), request.path).toEqual(comparable(expected));
    }
    expect(await server.stop()).toBe(0);
  });

  it("leaves heavy reads to one thread, and light ones to none", async () => {
    const { env, threads } = noteThreads();
    const server = await startServeWith(env, folder.path);
    expect((await server.get(`/products?ids=${models.slice(0, 20)}`)).status).toBe(200);
    expect((await server.get("/products/search?q=")).status).toBe(400);
    expect(threads()).toBe(0);
    const request = { path: `/products/offers/history?ids=${models}&${period}` };
    const reads = Array.from({ length: 30 }, () => send(server.base_url, server.api_key, request));
    expect(new Set((await Promise.all(reads)).map(({ status }) => status))).toEqual(new Set([200]));
    expect(threads()).toBe(1);
  });

  it("leaves long histories to a thread, the owner's too, and answers as without one", async () => {
    const long = temporaryFolder();
    const db = openStore(long);
    await importLines(db, createLongHistory());
    closeStore(db);
    const plain = await openTestEngine({ startIso, dataFolder: copyDatabase(long, temporaryFolder()) });
    const { env, threads } = noteThreads();
    const server = await startServeWith(env, long, "--clock", startIso);
    const answers = async (baseUrl: string, key: string, ownerKey: string, i: number) => {
      const ownerApi = baseUrl.replace(/v1$/, "app/v1");
      const history = `/products/offers/history?ids=TL-${i}&start=2025-11-01&end=2026-06-01`;
      const product_key = `product/test/p${i}`;
      const all = [
        await send(baseUrl, key, { path: history }),
        await send(baseUrl, key, { path: `${history}&format=csv` }),
        await send(ownerApi, ownerKey, { path: "/app.statistics", body: { product_key } }),
        await send(ownerApi, ownerKey, { path: "/products.figures", body: { product_keys: [product_key] } }),
        await send(ownerApi, ownerKey, { path: "/offers.foreign", body: { product_key } }),
        await send(ownerApi, ownerKey, {
          path: "/offers.history",
          body: { ids: [product_key], start: "2025-11-01", end: "2026-06-01" },
        }),
      ];
      expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
      return all.map(comparable);
    };
    const keys = {
      plain: await createOwnerKey(plain.folder),
      server: await createOwnerKey(long),
    };
    const both = async (i: number) => {
      const expected = await answers(`${plain.origin()}/v1`, plain.key, keys.plain, i);
      const got = await answers(server.base_url, server.api_key, keys.server, i);
      for (const [n, each] of got.entries()) expect(each, `request ${n}`).toEqual(expected[n]);
    };
    await both(1);
    expect(threads()).toBe(0);
    await both(0);
    expect(threads()).toBe(1);
  });

  it("drops what waits for a thread when its client closes the connection, without counting it", async () => {
    const engine = await openTestEngine();
    const signals: AbortSignal[] = [];
    const reader: HeavyReader = {
      waiting: () => 0,
      read: (_read, signal) => {
        if (signal === undefined) throw new Error("Nobody is waiting.");
        signals.push(signal);
        return once(signal, "abort").then(() => signal.throwIfAborted()) as Promise<never>;
      },
    };
    const { db, clock } = engine;
    const context = { db, clock, randomBytes, log: silentLog, effects: noEffects, reader, version: "0" };
    const server = await startServer(context, 0);
    onTestFinished(() => server.close());
    const client = new AbortController();
    const url = `http://127.0.0.1:${server.port}/v1/products?ids=${models}`;
    const headers = { Authorization: `Bearer ${engine.key}` };
    const sent = fetch(url, { headers, signal: client.signal });
    await until(() => signals.length > 0);
    client.abort();
    await expect(sent).rejects.toThrow("aborted");
    await until(() => signals[0]?.aborted === true);
    const usage = await engine.get("/usage");
    expect(usage.body.data).toMatchObject({ current_period: { credits_used: 0, requests_made: 1 } });
  });

  it("lists many schedules on a thread, each as when it was scheduled", async () => {
    const { env, threads } = noteThreads();
    const sample = temporaryFolder();
    const server = await startServeWith(env, sample, "--sample");
    const db = openReader(sample);
    const keys = allRows<{ service: string }>(db, "SELECT service FROM product LIMIT 150").map(
      ({ service }) => service,
    );
    closeStore(db);
    const schedule = async (ids: readonly string[]) => {
      const url = `${server.base_url}/products/scheduled?ids=${ids}&schedule=weekly`;
      const { body } = await fetchResponse(url, { key: server.api_key, method: "PUT" });
      return body.data.map(({ match: _match, ...product }) => product);
    };
    const first = await schedule(keys.slice(0, 75));
    expect((await server.get("/products/scheduled")).body.data).toEqual(first);
    expect(threads()).toBe(0);
    const all = [...first, ...(await schedule(keys.slice(75)))];
    expect((await server.get("/products/scheduled")).body.data).toEqual(all);
    expect(threads()).toBe(1);
    expect(new Set(all.map(({ checkable }) => checkable))).toEqual(new Set([undefined, false]));
  });

  it("looks the names of a batch job up on a thread", async () => {
    const { env, threads } = noteThreads();
    const server = await startServeWith(env, folder.path);
    const identifiers = Array.from({ length: 30 }, (_, i) =>
      i % 3 === 0 ? `no such ${i}` : `lantern number${i}`,
    );
    const { body } = await send(server.base_url, server.api_key, {
      path: "/products/batch",
      body: { identifiers, include: ["offers"] },
    });
    const job = async () =>
      (await send(server.base_url, server.api_key, { path: `/batch/${body.batch.id}` })).body;
    await until(async () => (await job()).batch.status === "completed");
    const { results, summary } = await job();
    expect(summary).toEqual({ total: 30, found: 20, not_found: 10 });
    expect(results.map(({ identifier }) => identifier)).toEqual(identifiers);
    expect(results[7]?.product?.model).toBe("TL-7");
    expect(threads()).toBe(1);
  });

  it("reads long results of a batch job on a thread", async () => {
    const { env, threads } = noteThreads();
    const many = temporaryFolder();
    const db = openStore(many);
    await importLines(db, createCatalogue(25, 60));
    closeStore(db);
    const server = await startServeWith(env, many);
    const identifiers = models.slice(0, 25);
    const runJob = async (include: readonly string[]) => {
      const created = await send(server.base_url, server.api_key, {
        path: "/products/batch",
        body: { identifiers, include },
      });
      const path = `/batch/${created.body.batch.id}`;
      const job = async () => (await send(server.base_url, server.api_key, { path })).body;
      await until(async () => (await job()).batch.status === "completed");
      return (await job()).results.map(({ offers }) => offers?.length);
    };
    expect(await runJob([])).toEqual(identifiers.map(() => undefined));
    expect(threads()).toBe(0);
    expect(await runJob(["offers"])).toEqual(identifiers.map(() => 60));
    expect(threads()).toBe(1);
  });

  it("reads long pages on a thread, short ones without it, and both alike", async () => {
    const { env, threads } = noteThreads();
    const engine = new EngineProcess(temporaryFolder(), { env });
    await engine.ready();
    const url = "https://shop.example/p/lantern";
    const page = '<h1>Trail Lantern</h1><p class="price">$49.99</p><button>Add to cart</button>';
    const short = await engine.call("visits.read", { url, html: page });
    expect(short.reading).toMatchObject({ kind: "price", price: 49.99 });
    expect(threads()).toBe(0);
    const html = `${page}<p>${"A lantern for long trails. ".repeat(10_000)}</p>`;
    expect(await engine.call("visits.read", { url, html })).toEqual(short);
    expect(threads()).toBe(1);
    await engine.stop();
  });

  it("starts the thread while a page for which the user waits is on its way", async () => {
    const { env, threads } = noteThreads();
    const engine = new EngineProcess(temporaryFolder(), { env });
    await engine.ready();
    const page = `<h1>Trail Lantern</h1><p class="price">€49.99</p><p>${"For long trails. ".repeat(10_000)}</p>`;
    let threadsOnTheWay: number | undefined;
    const shop = createServer((_request, response) => {
      const answer = () => {
        threadsOnTheWay = threads();
        response.setHeader("Content-Type", "text/html").end(page);
      };
      void until(() => threads() > 0).then(answer, answer);
    });
    onTestFinished(() => void shop.close());
    await listenOn(shop, 0);
    const { port } = shop.address() as AddressInfo;
    await engine.call("pages.allow", { host: "127.0.0.1", is_allowed: true });
    const added = await readLink(engine, { url: `http://127.0.0.1:${port}/p/lantern` });
    expect(added.outcome).toBe("added");
    expect(threadsOnTheWay).toBe(1);
    expect(threads()).toBe(1);
    await engine.stop();
  });

  it("reads long files of links on a thread, short ones without it, and both alike", async () => {
    const { env, threads } = noteThreads();
    const engine = new EngineProcess(temporaryFolder(), { env });
    await engine.ready();
    const preview = (lines: number) =>
      engine.call("lists.preview", {
        content: "https://shop.example/p/1,Trail Lantern\n".repeat(lines),
        file_name: "links.csv",
      });
    const short = await preview(3);
    expect(short).toMatchObject({ repeated: 2, items: [{ title: "Trail Lantern" }] });
    expect(threads()).toBe(0);
    expect(await preview(3_000)).toEqual({ ...short, repeated: 2_999 });
    await expect(
      engine.call("lists.preview", { content: "no link ".repeat(10_000), file_name: "" }),
    ).rejects.toThrow("The file has no links, such as https://shop.example/lamp.");
    expect(threads()).toBe(1);
    await engine.stop();
  });

  it("answers a search of the window on a thread", async () => {
    const engine = new EngineProcess(folder.path);
    await engine.ready();
    const { data } = await engine.call("products.search", { q: "red lantern number4" });
    expect(data[0]?.title).toBe("Trail lantern red number4");
    await engine.stop();
  });
});
