import { setTimeout as delay } from "node:timers/promises";
import { type ReadDb, write } from "../db/store.js";
import { rememberPage, trackedPage } from "../db/tracked-page.js";
import { allowedHosts } from "../operations/allowed-hosts.js";
import { hostQueue } from "../sources/page/host-queue.js";
import { pageSource } from "../sources/page/source.js";
import { type PageVisitor, pageVisitor } from "../sources/page/visitor.js";
import { pageLanguage, pageUserAgent } from "../sources/page/visitor-name.js";
import type { Source } from "../sources/source.js";

/** The web's product pages: how they are fetched, and those that were added as a source. */
export function startPages(
  db: ReadDb,
  { version, hostGapMs }: { readonly version: string; readonly hostGapMs?: number | undefined },
): { visitor: PageVisitor; source: Source } {
  const queue = hostQueue({
    now: () => performance.now(),
    sleep: (ms, signal) => delay(ms, undefined, { signal, ref: false }),
    random: Math.random,
    ...(hostGapMs === undefined ? {} : { gapMs: hostGapMs }),
  });
  const visitor = pageVisitor({
    queue,
    allowedHosts: () => new Set(allowedHosts(db)),
    userAgent: pageUserAgent(version),
    language: pageLanguage,
  });
  const source = pageSource(visitor, {
    recall: (url) => trackedPage(db, url),
    remember: (url, told) => write(db, (tx) => rememberPage(tx, url, told)),
  });
  return { visitor, source };
}
