import { describe, expect, it, onTestFinished } from "vitest";
import { closeStore, openStore } from "../../../src/main/engine/db/open.js";
import { callOperation } from "../../../src/main/engine/process/call.js";
import { createCommandContext } from "../../../src/main/engine/process/engine.js";
import { silentLog } from "../../../src/main/engine/process/log.js";
import { createLinkWorker } from "../../../src/main/engine/process/run-links.js";
import { ArchiveAgent } from "../../../src/main/engine/scheduler/archive-agent.js";
import type { ArchiveFetch } from "../../../src/main/engine/sources/archive/archive.js";
import type { OperationInput, OperationName, OperationResult } from "../../../src/shared/calls.js";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../src/shared/time.js";
import { productPage } from "../../support/archive.js";
import { createMovableClock, testStartIso } from "../../support/clock.js";
import { temporaryFolder } from "../../support/folder.js";

interface Request {
  readonly address: string;
  readonly isIndex: boolean;
  readonly fromMs: number;
  readonly toMs: number;
}

type Status = 200 | 429 | 503 | "timeout";

const startMs = Date.parse(testStartIso);
/** The shopper waits for this page, of which an archive has a copy of each month of three years. */
const pastedPage = "https://shop-x.example/lantern/9999";

/** Of other pages, it has six copies a year, of two years. */
function stampsOf(address: string): string[] {
  const isPasted = address === pastedPage;
  const months = Array.from({ length: 12 }, (_, i) => i + 1).filter((month) => isPasted || month % 2 === 1);
  return [2023, 2024, 2025]
    .slice(isPasted ? 0 : 1)
    .flatMap((year) => months.map((month) => `${year}${String(month).padStart(2, "0")}10080000`));
}

/** A folder whose only requests to archives are those of an agent on a moved clock; each takes a second. */
function openFolder(statusAt: (nowMs: number) => Status = () => 200) {
  const clock = createMovableClock(testStartIso, () => undefined);
  const folder = temporaryFolder();
  const db = openStore(folder);
  const context = createCommandContext({ dataFolder: folder, version: "0.0.0", clock, log: silentLog }, db);
  const requests: Request[] = [];
  let inFlight = 0;
  const send = async (address: string, isIndex: boolean): Promise<Status> => {
    expect(++inFlight).toBe(1);
    const fromMs = clock.now();
    await Promise.resolve();
    clock.advance(1_000);
    inFlight--;
    requests.push({ address, isIndex, fromMs, toMs: clock.now() });
    return statusAt(fromMs);
  };
  const names = ["timestamp", "original", "statuscode", "mimetype", "digest"];
  const fetch: ArchiveFetch = {
    isPublic: async (url) => !url.includes("intranet"),
    get: async (url) => {
      const [, stamp = "", copied] = /\/web\/(\d+)id_\/(.*)$/.exec(url) ?? [];
      const address = copied ?? new URL(url).searchParams.get("url") ?? "";
      const status = await send(address, copied === undefined);
      if (status === "timeout") return { kind: "failed", outcome: "timeout", detail: "It is slow." };
      const rows = stampsOf(address).map((at) => [at, address, "200", "text/html", `${address.length}${at}`]);
      const text =
        copied === undefined
          ? JSON.stringify([names, ...rows])
          : productPage(40 + (Number(stamp.slice(4, 6)) % 10), { name: nameOf(address) });
      return { kind: "file", status, type: "text/html", bytes: Buffer.from(text), retryAfterSeconds: null };
    },
  };
  const openAgent = () => new ArchiveAgent({ ...context, archive: fetch, onAnswer: () => undefined });
  let agent = openAgent();
  const links = createLinkWorker(context);
  onTestFinished(async () => {
    await Promise.all([agent.stop(), links.stop()]);
    closeStore(db);
  });
  const call = async <K extends OperationName>(operation: K, input: OperationInput<K>) => {
    const result = await callOperation(context, operation, input);
    if (!result.ok) throw new Error(result.error.message);
    return result.data as OperationResult<K>;
  };
  return {
    clock,
    requests,
    call,
    openAgent,
    /** Adds pages that the shopper's browser shows, so that no shop is visited; returns the keys of their products. */
    async add(addresses: readonly string[]): Promise<string[]> {
      const keys: string[] = [];
      for (const url of addresses) {
        const html = productPage(45, { name: nameOf(url) });
        const added = await call("links.add", { links: [{ text: url, html }] });
        const ids = added.links.map(({ id }) => id);
        while (await links.work(ids));
        const [link] = (await call("links.wait", { ids })).links;
        keys.push(link?.product_key ?? "");
      }
      return keys;
    },
    /** Lets the agent work until a time, or until it has nothing to do. */
    async work(untilMs: number, shouldStop: () => boolean = () => false): Promise<void> {
      let idle = 0;
      // A page that must not be named to an archive takes a turn without a request.
      while (clock.now() < untilMs && !shouldStop() && idle < 2) {
        const before = requests.length;
        const dueMs = agent.runDue();
        await agent.requestEnded();
        idle = dueMs === null && requests.length === before ? idle + 1 : 0;
        if (dueMs !== null) clock.advance(Math.max(1, dueMs - clock.now()));
      }
    },
    /** As if the program had been killed: another agent begins. */
    async restart(): Promise<void> {
      await agent.stop();
      agent = openAgent();
    },
  };
}

function nameOf(address: string): string {
  return `Lantern ${/\d+$/.exec(address)?.[0]}`;
}

function pagesOf(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `https://shop-${i % 40}.example/lantern/${1_000 + i}`);
}

describe("consent to ask an archive", () => {
  it("nothing is asked before it: not by adding, checking or looking", async () => {
    const folder = openFolder();
    const [key = ""] = await folder.add(pagesOf(1));
    await folder.call("history.samples", { product_key: key });
    await folder.call("app.statistics", { product_key: key });
    await folder.work(startMs + DAY_MS);
    expect(folder.requests).toEqual([]);
    expect(await folder.call("history.samples", { product_key: key })).toMatchObject({
      state: "none",
      always: false,
      archive: "web.archive.org",
      addresses: pagesOf(1),
    });
  });

  it("a single request is for its product only", async () => {
    const folder = openFolder();
    const [key = ""] = await folder.add(pagesOf(3));
    await folder.call("history.fetch", { product_keys: [key] });
    await folder.work(startMs + DAY_MS);
    expect(new Set(folder.requests.map(({ address }) => address))).toEqual(new Set(pagesOf(1)));
  });

  it("'always' asks for each page that is added from then on, until it is taken back", async () => {
    const folder = openFolder();
    await folder.add(pagesOf(1));
    await folder.call("history.set_consent", { always: true });
    await folder.add(pagesOf(3));
    await folder.work(startMs + DAY_MS, () => folder.requests.length === 15);
    expect(await folder.call("history.set_consent", { always: false })).toEqual({ always: false });
    expect(await folder.call("history.consent", {})).toEqual({ always: false });
    await folder.add(pagesOf(4));
    await folder.work(startMs + 2 * DAY_MS);
    expect(folder.requests).toHaveLength(15);
    const asked = new Set(folder.requests.map(({ address }) => address));
    expect([...asked].sort()).toEqual(pagesOf(3).slice(1));
  });

  it("addresses are named without what tracks a visitor, and never if private, with a user, or with what looks like a key", async () => {
    const folder = openFolder();
    const addresses = [
      "https://shop.example/lantern/1?color=red&utm_source=mail&gclid=1#reviews",
      "https://shop.example/lantern/2?access_token=1",
      "https://nas.local/lantern/3",
      "https://intranet.shop.example/lantern/4",
    ];
    await folder.call("pages.allow", { host: "nas.local", is_allowed: true });
    const keys = await folder.add(addresses);
    const { products } = await folder.call("history.fetch", { product_keys: keys });
    const refused =
      "Its addresses are private, or contain what looks like a key, so they are not named to an archive.";
    expect(products.map(({ reason }) => reason)).toEqual([null, refused, refused, null]);
    await folder.work(startMs + DAY_MS);
    expect(new Set(folder.requests.map(({ address }) => address))).toEqual(
      new Set(["https://shop.example/lantern/1?color=red"]),
    );
    expect(await folder.call("history.samples", { product_key: keys[3] ?? "" })).toMatchObject({
      state: "done",
      reason: expect.stringContaining("not on the public internet"),
    });
  });

  it("at most three addresses of a product are asked for", async () => {
    const folder = openFolder();
    const [into = "", ...others] = await folder.add(pagesOf(5));
    for (const key of others) await folder.call("products.merge", { product_key: key, into });
    expect((await folder.call("history.fetch", { product_keys: [into] })).products[0]?.addresses).toBe(3);
  });
});

const productCount = process.env.TIDEMARK_LONG === "1" ? 200 : 100;

describe("many products at once", () => {
  it("another process with the same data asks nothing while a request is on its way", async () => {
    const folder = openFolder();
    const keys = await folder.add(pagesOf(2));
    await folder.call("history.fetch", { product_keys: keys });
    const [one, other] = [folder.openAgent(), folder.openAgent()];
    expect(one.runDue()).toBeNull();
    expect(other.runDue()).toBe(folder.clock.now() + 2 * MINUTE_MS);
    await one.requestEnded();
    expect(folder.requests).toHaveLength(1);
    await Promise.all([one.stop(), other.stop()]);
  });

  it("a day of them is one request at a time, five seconds apart, with all pauses of the archive", async () => {
    const [refusedMs, brokenMs] = [startMs + 15 * MINUTE_MS, startMs + 95 * MINUTE_MS];
    const folder = openFolder((nowMs) => {
      if (nowMs >= refusedMs && nowMs < refusedMs + 20 * MINUTE_MS) return 429;
      if (nowMs < brokenMs || nowMs >= brokenMs + 10 * MINUTE_MS) return 200;
      return nowMs < brokenMs + 2 * MINUTE_MS ? 503 : "timeout";
    });
    const { requests, clock } = folder;
    const keys = await folder.add(pagesOf(productCount));
    await folder.call("history.fetch", { product_keys: keys });

    await folder.work(startMs + DAY_MS, () => clock.now() > refusedMs + HOUR_MS);
    const [paste = ""] = await folder.add([pastedPage]);
    await folder.restart();
    await folder.call("history.fetch", { product_keys: [paste] });
    const pastedAt = requests.length;
    await folder.work(startMs + DAY_MS, () => requests.length === pastedAt + 5);
    const early = (await folder.call("history.samples", { product_key: paste })).samples;
    expect(new Set(early.map(({ timestamp }) => timestamp.slice(0, 4)))).toEqual(
      new Set(["2023", "2024", "2025"]),
    );
    const prices = [45, ...early.map(({ price }) => price)];
    expect((await folder.call("app.statistics", { product_key: paste })).year).toMatchObject({
      low: { price: Math.min(...prices) },
      high: { price: Math.max(...prices) },
    });
    await folder.work(startMs + DAY_MS);

    const gaps = requests.slice(1).map(({ fromMs }, i) => fromMs - (requests[i]?.toMs ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(5_000);
    const refusals = requests.filter(
      ({ fromMs }) => fromMs >= refusedMs && fromMs < refusedMs + 20 * MINUTE_MS,
    );
    expect(refusals.length).toBeGreaterThan(0);
    expect(refusals.length).toBeLessThanOrEqual(3);
    const failures = requests.filter(
      ({ fromMs }) => fromMs >= brokenMs && fromMs < brokenMs + 10 * MINUTE_MS,
    );
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.length).toBeLessThanOrEqual(4);

    // Coarse before fine: the index and a copy of each year of every product before a third copy of any.
    const firstOf = (nth: number) =>
      pagesOf(productCount).map((address) =>
        requests.findIndex(
          (request, i) =>
            request.address === address &&
            requests.slice(0, i).filter((each) => each.address === address).length === nth,
        ),
      );
    expect(Math.max(...firstOf(2))).toBeLessThan(Math.min(...firstOf(6).filter((i) => i >= 0)));

    const own = requests.slice(pastedAt, pastedAt + 37);
    expect(own.every(({ address }) => address === pastedPage)).toBe(true);
    expect((own[4]?.toMs ?? 0) - (own[0]?.fromMs ?? 0)).toBeLessThanOrEqual(30_000);
    expect((own.at(-1)?.toMs ?? 0) - (own[0]?.fromMs ?? 0)).toBeLessThanOrEqual(4 * MINUTE_MS);

    for (const [key = "", copies] of [
      [keys[0], 12],
      [keys.at(-1), 12],
      [paste, 36],
    ] as const) {
      const read = await folder.call("history.samples", { product_key: key });
      expect(read).toMatchObject({ state: "done", copies, added: copies });
    }
    expect(requests.length).toBe(productCount * 13 + 37 + refusals.length + failures.length);
  }, 240_000);
});
