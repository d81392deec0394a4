import { lookup } from "node:dns/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { PagePace } from "../../../shared/engine-process.js";
import { isAllowedHost, isPublicAddress, literalAddress } from "../../../shared/node/address-guard.js";
import { recipeOfPage } from "../db/pages/recipe.js";
import { lastCheckOfHost, trackedPage } from "../db/pages/tracked-page.js";
import { readSetting, saveSetting } from "../db/setting.js";
import type { ReadDb } from "../db/store.js";
import { type WriteDb, write } from "../db/store.js";
import type { Clock } from "../domain/clock.js";
import { firstCurrency } from "../operations/pages/add-link.js";
import { allowedHosts } from "../operations/pages/allowed-hosts.js";
import { storedShopWays } from "../operations/pages/shops.js";
import { type ArchiveFetch, internetArchive } from "../sources/archive/archive.js";
import type { FileVisitor } from "../sources/page/fetch-page.js";
import { hostQueue, maxRetryAfterMs, type SharedPace } from "../sources/page/host-queue.js";
import type { PageReader } from "../sources/page/page-reader.js";
import { noWindowRenderer, pageLanguage, pageUserAgent, type Renderer } from "../sources/page/renderer.js";
import { pageSource } from "../sources/page/source.js";
import { type PageVisitor, pageVisitor } from "../sources/page/visitor.js";
import type { Source } from "../sources/source.js";

/** Archives often need half a minute. */
const archiveTimeoutMs = 60_000;

/** Creates the visitor that fetches product pages, and the source that checks the tracked ones. */
export function createPages(
  db: ReadDb,
  {
    version,
    clock,
    pagePace = {},
    render = noWindowRenderer,
    isShared = false,
    reader,
  }: {
    readonly version: string;
    readonly clock: Clock;
    readonly pagePace?: PagePace | undefined;
    readonly render?: Renderer | undefined;
    /** Whether other processes may visit the same shops. */
    readonly isShared?: boolean;
    readonly reader: PageReader;
  },
): { visitor: PageVisitor; source: Source; fetchFile: FileVisitor; archive: ArchiveFetch } {
  const { gapMs, speed = 1, timeoutMs } = pagePace;
  const queue = hostQueue({
    now: () => performance.now() * speed,
    sleep: (ms, signal) => delay(ms / speed, undefined, { signal, ref: false }),
    random: Math.random,
    lastVisitAgoMs: (host) => {
      const atMs = lastCheckOfHost(db, host);
      return atMs === null ? null : (clock.now() - atMs) * speed;
    },
    shared: isShared ? sharedPace(db, clock, speed) : undefined,
    ...(gapMs === undefined ? {} : { gapMs }),
  });
  const visitor = pageVisitor({
    queue,
    render,
    reader,
    allowedHosts: () => new Set(allowedHosts(db)),
    userAgent: pageUserAgent(version),
    language: pageLanguage,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  const fetchFile: FileVisitor = async (url, { maxBytes, accept }) => {
    const fetcher = await import("../sources/page/fetch-page.js");
    const limits = {
      ...fetcher.pageLimits,
      bytes: maxBytes,
      timeoutMs: timeoutMs ?? fetcher.pageLimits.timeoutMs,
    };
    const own = { userAgent: pageUserAgent(version), language: pageLanguage(), accept, limits };
    return fetcher.fetchFile(url, { ...own, allowedHosts: new Set(allowedHosts(db)) });
  };
  const archive: ArchiveFetch = {
    isPublic: async (address) => {
      const url = new URL(address);
      if (isAllowedHost(url, new Set(allowedHosts(db)))) return true;
      const found = await lookup(literalAddress(url) ?? url.hostname, { all: true }).catch(() => []);
      return found.length > 0 && found.every((each) => isPublicAddress(each.address));
    },
    get: async (url, bytes, signal) => {
      const fetcher = await import("../sources/page/fetch-page.js");
      const limits = { bytes, timeoutMs: timeoutMs ?? archiveTimeoutMs, redirects: 0 };
      // Another archive was named by the owner, and may be a private one.
      const hosts = new Set(url.startsWith(`${internetArchive}/`) ? [] : [new URL(url).host]);
      const own = { userAgent: pageUserAgent(version), language: pageLanguage(), allowedHosts: hosts };
      return fetcher.fetchFile(url, { ...own, accept: "*/*", limits, signal });
    },
  };
  const source = pageSource(
    visitor,
    {
      find: (url) => trackedPage(db, url),
      findRecipe: (url) => recipeOfPage(db, new URL(url)),
      firstCurrency: (url, offer) => firstCurrency(db, url, offer),
    },
    storedShopWays(db, clock),
  );
  return { visitor, source, fetchFile, archive };
}

/** How long a visit takes at most: others go on after one whose process was killed. */
const maxVisitMs = 60_000;

/** When hosts are free, in milliseconds UTC. */
type FreeTimes = Readonly<Record<string, number>>;

function saveFreeTime(tx: WriteDb, times: FreeTimes, host: string, freeAtMs: number, nowMs: number): void {
  const others = Object.entries(times).filter(([name, atMs]) => name !== host && atMs > nowMs);
  saveSetting(tx, "pages.free_at", JSON.stringify(Object.fromEntries([...others, [host, freeAtMs]])));
}

/** The pace of commands that visit shops at the same time, without an engine. `speed` times the clock's. */
export function sharedPace(db: ReadDb, clock: Clock, speed: number): SharedPace {
  const change = <T>(work: (tx: WriteDb, times: FreeTimes, nowMs: number) => T): T =>
    // Written only by this module.
    write(db, (tx) => work(tx, JSON.parse(readSetting(tx, "pages.free_at") ?? "{}"), clock.now()));
  return {
    begin: (host) =>
      change((tx, times, nowMs) => {
        const waitMs = (times[host] ?? 0) - nowMs;
        // A clock that ran ahead has begun a longer pause than any shop can ask for.
        if (waitMs > 0 && waitMs <= maxRetryAfterMs) return Math.min(maxVisitMs, waitMs) * speed;
        saveFreeTime(tx, times, host, nowMs + maxVisitMs, nowMs);
        return 0;
      }),
    end: (host, pauseMs) =>
      change((tx, times, nowMs) => saveFreeTime(tx, times, host, nowMs + pauseMs / speed, nowMs)),
  };
}
