import { setTimeout as delay } from "node:timers/promises";
import { recipeHost } from "../../../shared/recipe/recipe.js";
import { recipeByHost } from "../db/recipe.js";
import { type ReadDb, write } from "../db/store.js";
import { savePageValidators, trackedPage } from "../db/tracked-page.js";
import type { Clock } from "../domain/clock.js";
import { allowedHosts } from "../operations/pages/allowed-hosts.js";
import { storedShopWays } from "../operations/pages/shop-ways.js";
import { hostQueue } from "../sources/page/host-queue.js";
import { noWindowRenderer, type Renderer } from "../sources/page/renderer.js";
import { pageSource } from "../sources/page/source.js";
import { pageLanguage, pageUserAgent } from "../sources/page/user-agent.js";
import { type PageVisitor, pageVisitor } from "../sources/page/visitor.js";
import type { Source } from "../sources/source.js";

/** Overrides the polite pace of shop visits, for tests and benchmarks. */
export interface PagePace {
  /** The pause between two visits to a shop. */
  readonly gapMs?: number;
  /** Divides every pause. */
  readonly speed?: number;
  /** Max time to load a page. */
  readonly timeoutMs?: number;
}

/** Creates the visitor that fetches product pages, and the source that checks the tracked ones. */
export function createPages(
  db: ReadDb,
  {
    version,
    clock,
    pagePace = {},
    render = noWindowRenderer,
  }: {
    readonly version: string;
    readonly clock: Clock;
    readonly pagePace?: PagePace | undefined;
    readonly render?: Renderer | undefined;
  },
): { visitor: PageVisitor; source: Source } {
  const { gapMs, speed = 1, timeoutMs } = pagePace;
  const queue = hostQueue({
    now: () => performance.now() * speed,
    sleep: (ms, signal) => delay(ms / speed, undefined, { signal, ref: false }),
    random: Math.random,
    ...(gapMs === undefined ? {} : { gapMs }),
  });
  const visitor = pageVisitor({
    queue,
    render,
    allowedHosts: () => new Set(allowedHosts(db)),
    userAgent: pageUserAgent(version),
    language: pageLanguage,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  const source = pageSource(
    visitor,
    {
      find: (url) => trackedPage(db, url),
      saveValidators: (url, validators) => write(db, (tx) => savePageValidators(tx, url, validators)),
      findRecipe: (url) => recipeByHost(db, recipeHost(new URL(url)))?.recipe ?? null,
    },
    storedShopWays(db, clock),
  );
  return { visitor, source };
}
