import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { allRows } from "../../../src/main/engine/db/store.js";
import { chunk } from "../../../src/shared/arrays.js";
import { MINUTE_MS } from "../../../src/shared/time.js";
import type { TestEngine } from "../../support/engine.js";
import { addLink } from "../../support/shop.js";
import { productHtml } from "../../support/shop-site.js";
import { until } from "../../support/until.js";
import {
  entriesOf,
  type ListShop,
  listOf,
  productPage,
  revertImport,
  snapshot,
  startListEngine,
  startListShop,
  untilEnded,
} from "./shops.js";

const shopCount = 20;
const linksPerShop = 8;

/** A list with a repeated link and a bad line in every hundred. */
function listOfLinks(links: readonly string[]): string {
  return links
    .flatMap((link, i) => (i % 100 === 0 ? [link, link, "ftp://shop.example/lamp"] : [link]))
    .join("\n");
}

function linksTo(shops: readonly ListShop[]): string[] {
  return Array.from({ length: shopCount * linksPerShop }, (_, i) => `${shops[i % shopCount]?.origin}/p/${i}`);
}

/** Lets the clock that ends slices leap by more than a slice, the next `count` times that it is read. */
function leapingClock(): { leap(count: number): void } {
  const now = performance.now.bind(performance);
  let leaps = 0;
  let offsetMs = 0;
  // The clock never goes back, because the pauses of shops use it, too.
  const spy = vi.spyOn(performance, "now").mockImplementation(() => {
    if (leaps > 0) offsetMs += 50;
    leaps = Math.max(0, leaps - 1);
    return now() + offsetMs;
  });
  onTestFinished(() => spy.mockRestore());
  return {
    leap: (count) => {
      leaps = count;
    },
  };
}

/** How many sizes of a table can be seen while `work` runs. The engine shares this test's event loop. */
async function countSizes({ db }: TestEngine, table: string, work: () => Promise<unknown>): Promise<number> {
  const sizes = new Set<number>();
  let next = setImmediate(function look() {
    for (const { size } of allRows<{ size: number }>(db, `SELECT count(*) AS size FROM ${table}`))
      sizes.add(size);
    next = setImmediate(look);
  });
  await work();
  clearImmediate(next);
  return sizes.size;
}

/** How many times faster than real time the shops' pauses pass, and the engine's clock with them. */
const speed = 120;
const isLong = process.env.TIDEMARK_LONG === "1";
const hostCount = isLong ? 200 : 80;
/** Of one shop, so that its pauses are waited for once the others are done. */
const linksBeyond = 12;
const linksPerHost = isLong ? 25 : 2;

interface HostRecord {
  readonly firstMs: number;
  isBusy: boolean;
  /** Visits while it was down. */
  refused: number;
  endedMs: number;
  /** The shortest pause between two visits, in milliseconds of the engine's clock. */
  minGapMs: number;
}

/** Shops with an address each; every tenth is down for ten minutes at first, and every tenth page has two prices. */
async function startManyHosts() {
  const hosts = new Map<string, HostRecord>();
  const server = createServer((request, response) => {
    const [address = "", path = ""] = [request.headers.host, request.url];
    const index = Number(address.split(":")[0]?.split(".")[3]);
    const record = hosts.get(address) ?? {
      firstMs: performance.now(),
      isBusy: false,
      refused: 0,
      endedMs: Number.NEGATIVE_INFINITY,
      minGapMs: Number.POSITIVE_INFINITY,
    };
    hosts.set(address, record);
    expect(record.isBusy).toBe(false);
    record.minGapMs = Math.min(record.minGapMs, (performance.now() - record.endedMs) * speed);
    record.isBusy = true;
    const end = () => {
      record.isBusy = false;
      record.endedMs = performance.now();
    };
    const isDown = index % 10 === 0 && (performance.now() - record.firstMs) * speed < 10 * MINUTE_MS;
    if (isDown) {
      record.refused++;
      end();
      return void request.socket.destroy();
    }
    const price = path.endsWith("asks") ? ["20.00", "30.00"] : "20.00";
    response.setHeader("Content-Type", "text/html");
    response.end(productHtml({ name: `Lamp ${path} of ${index}`, price }), end);
  });
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const origins = Array.from({ length: hostCount }, (_, i) => `http://127.0.0.${i + 1}:${port}`);
  return { origins, hosts };
}

describe("links of many shops", () => {
  it("are stored, added, taken back and restored in slices, between which the event loop turns", {
    timeout: 1_200_000,
  }, async () => {
    const engine = await startListEngine();
    const clock = leapingClock();
    const shops = await Promise.all(Array.from({ length: shopCount }, () => startListShop()));
    const links = linksTo(shops);
    let id = 0;
    clock.leap(1_000);
    const sizesWhileStoring = await countSizes(engine, "link", async () => {
      const imported = await engine.data("lists.import", { content: listOfLinks(links) });
      id = imported.id;
      expect(imported).toMatchObject({ items: links.length });
      expect(imported.skipped).toHaveLength(Math.ceil(links.length / 100));
    });
    expect(sizesWhileStoring).toBeGreaterThan(20);
    await until(async () => (await listOf(engine, id)).counts.watched > 0);
    expect((await listOf(engine, id)).counts.waiting).toBeGreaterThan(0);
    await engine.restart();
    const list = await untilEnded(engine, id);
    expect(list).toMatchObject({ state: "ended", counts: { watched: links.length } });
    expect(allRows(engine.db, "SELECT 1 FROM schedule")).toHaveLength(links.length);
    const after = snapshot(engine.db);
    clock.leap(1_000);
    const sizesWhileUndoing = await countSizes(engine, "product", () =>
      revertImport(engine, id, "acts.undo"),
    );
    expect(sizesWhileUndoing).toBeGreaterThan(20);
    expect(allRows(engine.db, "SELECT 1 FROM product")).toEqual([]);
    await revertImport(engine, id, "acts.redo");
    expect(snapshot(engine.db)).toEqual(after);
  });

  it("ask each shop for one page at a time, and six shops at once, beside a pasted link", {
    timeout: 60_000,
  }, async () => {
    const engine = await startListEngine();
    const shops = await Promise.all(Array.from({ length: 10 }, () => startListShop()));
    const open = new Map<string, number>();
    const countOpen = () => [...open.values()].filter((count) => count > 0).length;
    let most = 0;
    // The shops answer once six of them have been asked.
    const { promise: sixAsked, resolve: beginToAnswer } = Promise.withResolvers<void>();
    for (const shop of shops)
      shop.respond = (path, response) => {
        open.set(shop.host, (open.get(shop.host) ?? 0) + 1);
        expect(open.get(shop.host)).toBe(1);
        most = Math.max(most, countOpen());
        void sixAsked.then(() => {
          open.set(shop.host, 0);
          response.end(productPage(`Item ${path} of ${shop.host}`, 20));
        });
      };
    const links = shops.flatMap(({ origin }) => ["a", "b", "c"].map((name) => `${origin}/p/${name}`));
    const { id } = await engine.data("lists.import", { content: links.join("\n") });
    await until(() => countOpen() >= 6);
    // A seventh request of the list would arrive before this one is answered.
    await addLink(engine, `${(await startListShop()).origin}/p/pasted`);
    beginToAnswer();
    expect((await untilEnded(engine, id)).counts.watched).toBe(30);
    expect(most).toBe(6);
  });
});

describe(`links of ${hostCount} shops`, () => {
  it("are all settled, at most every five seconds in a shop, while some shops are down, pages ask and the window is opened", {
    timeout: 3_600_000,
  }, async () => {
    const startedMs = performance.now();
    let passedMs = 0;
    const { origins, hosts } = await startManyHosts();
    const engine = await startListEngine({ pagePace: { speed } });
    for (const origin of origins)
      await engine.data("pages.allow", { host: new URL(origin).host, is_allowed: true });
    const count = hostCount * linksPerHost + linksBeyond;
    const links = Array.from({ length: count }, (_, i) => {
      const asks = (i + Math.floor(i / hostCount)) % 10 === 5;
      return `${origins[i < count - linksBeyond ? i % hostCount : 1]}/p/${i}${asks ? "asks" : ""}`;
    });
    const { id } = await engine.data("lists.import", { content: links.join("\n") });
    /** Lets the engine's time pass as fast as the shops' pauses, and looks at the links as the window does. */
    const look = async () => {
      const elapsedMs = Math.floor((performance.now() - startedMs) * speed) - passedMs;
      passedMs += elapsedMs;
      engine.clock.advance(elapsedMs);
      const { links: cards } = await engine.data("links.list", {});
      expect(cards.filter((link) => link.reading_since !== null).length).toBeLessThanOrEqual(6);
    };
    const untilSettled = () => untilEnded(engine, id, { timeout: 60_000, look });
    await untilSettled();
    const asking = (await entriesOf(engine, id)).filter(({ state }) => state === "question");
    expect(asking).toHaveLength(links.filter((link) => link.endsWith("asks")).length);
    expect((await listOf(engine, id)).counts).toMatchObject({ watched: count - asking.length, failed: 0 });
    const refused = [...hosts.values()].map((host) => host.refused).filter((each) => each > 0);
    expect(refused).toHaveLength(hostCount / 10);
    // After five minutes, a shop that is down is visited again, once, whatever it has of links.
    expect(Math.max(...refused)).toBeLessThanOrEqual(2);
    const options = { pick: { from: "json-ld", variant: null, nth: 0 } };
    for (const ids of chunk(
      asking.map((entry) => entry.id),
      500,
    ))
      await engine.data("links.answer", { ids, options });
    await untilSettled();
    expect((await listOf(engine, id)).counts).toMatchObject({ watched: count, question: 0 });
    const gaps = [...hosts.values()].map(({ minGapMs }) => minGapMs);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(5_000);
  });
});
