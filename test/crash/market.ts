import { cpSync } from "node:fs";
import { join } from "node:path";
import { closeStore, openStore } from "../../src/main/engine/db/open.js";
import { allRows } from "../../src/main/engine/db/store.js";
import { sampleChanges, sampleStateAt } from "../../src/main/engine/sources/sample/index.js";
import type { InboxEntry } from "../../src/shared/app/alerts.js";
import { DAY_MS, MINUTE_MS } from "../../src/shared/time.js";
import { clockFile } from "../support/clock.js";
import { EngineProcess } from "../support/engine-process.js";
import { temporaryFolder } from "../support/folder.js";
import { killPreload } from "../support/process.js";
import { until } from "../support/until.js";

const recheckable = ["sample-market.example", "sample-electronics.example"];

interface Prepared {
  /** A data folder with one watched sample product; its engine is stopped. */
  readonly folder: string;
  readonly productKey: string;
  /** How far the clock has to move until the product's price has dropped. */
  readonly offsetMs: number;
}

interface Watchable {
  readonly productKey: string;
  readonly offerId: string;
}

/** Products with a single offer, at a retailer that can be checked. */
function watchableProducts(folder: string): Watchable[] {
  const db = openStore(folder);
  const rows = allRows<Watchable & { retailer: string }>(
    db,
    `SELECT p.service AS productKey, o.public_id AS offerId, o.retailer FROM product p JOIN offer o ON o.product_id = p.id
     WHERE (SELECT count(*) FROM offer WHERE product_id = p.id) = 1 AND o.is_auction = 0 AND o.currency = 'USD'`,
  );
  closeStore(db);
  return rows.filter(({ retailer }) => recheckable.includes(retailer));
}

/** Longer than the tests take that begin at a time, so that its price holds meanwhile. */
const calmMs = 30 * MINUTE_MS;

function findPriceDrop(
  candidates: readonly Watchable[],
  nowMs: number,
): { productKey: string; offsetMs: number } {
  for (let offsetMs = DAY_MS; offsetMs < 60 * DAY_MS; offsetMs += DAY_MS)
    for (const { productKey, offerId } of candidates) {
      const times = [nowMs, nowMs + offsetMs];
      const [before, after] = times.map((atMs) => sampleStateAt(offerId, atMs));
      if (before == null || after == null || before.availability === "out") continue;
      if (times.some((atMs) => sampleChanges(offerId, atMs, atMs + calmMs).length > 0)) continue;
      // Far enough for an alert, and not so far that a second check has to confirm it.
      const ratio = after.priceMinor / before.priceMinor;
      if (after.availability === "in" && ratio > 0.75 && ratio < 0.93) return { productKey, offsetMs };
    }
  throw new Error("No sample product gets cheaper.");
}

/** `change` changes the folder further while its engine runs. */
export async function prepare(
  change: (engine: EngineProcess) => Promise<unknown> = async () => undefined,
): Promise<Prepared> {
  const folder = temporaryFolder();
  const engine = new EngineProcess(folder, { start: { sample: true, listenerPort: 0 } });
  await engine.ready();
  const { productKey, offsetMs } = findPriceDrop(watchableProducts(folder), Date.now());
  await engine.call("schedules.put", { ids: [productKey], schedule: "hourly" });
  await change(engine);
  await engine.stop();
  return { folder, productKey, offsetMs };
}

export interface World {
  readonly folder: string;
  readonly killFile: string;
}

export function copyWorld({ folder }: Prepared): World {
  const copy = temporaryFolder();
  cpSync(folder, copy, { recursive: true });
  return { folder: copy, killFile: join(copy, "test-kill") };
}

export function startIn(
  { folder, killFile }: World,
  isDoomed: boolean,
  env: NodeJS.ProcessEnv = {},
): EngineProcess {
  return new EngineProcess(folder, {
    start: { listenerPort: 0, pagePace: { gapMs: 0 }, clockFile: clockFile(folder) },
    env: { ...env, ...(isDoomed ? { KILL_FILE: killFile } : {}) },
    ...(isDoomed ? { preload: killPreload } : {}),
  });
}

/** Counts the alerts that are not announced yet. */
function countUnannounced(folder: string): number {
  const db = openStore(folder);
  const waiting = allRows(db, "SELECT 1 FROM inbox WHERE announced_at IS NULL").length;
  closeStore(db);
  return waiting;
}

/** The inbox once the due run has ended, every alert is announced, and nothing waits for its delivery. */
export async function finalInbox(
  engine: EngineProcess,
  { folder }: World,
  productKey: string,
): Promise<InboxEntry[]> {
  await engine.ready();
  const { webhook_id } = await engine.call("webhooks.listener", {});
  await until(async () => {
    const { schedules } = await engine.call("schedules.overview", { product_key: productKey });
    const log = await engine.call("webhooks.deliveries", { webhook_id: webhook_id ?? "" });
    const isOver = schedules.every((each) => !each.is_running && each.last_check_at !== null);
    return isOver && log.due === 0 && countUnannounced(folder) === 0;
  });
  return (await engine.call("inbox.list", {})).entries;
}
