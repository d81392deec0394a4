import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { offersOfProduct } from "../db/offer.js";
import { openStore } from "../db/open.js";
import { insertSchedule, setScheduleDue } from "../db/schedule.js";
import { allRows, getRow, type ReadDb, type WriteDb, write } from "../db/store.js";
import { saveTrackedPage } from "../db/tracked-page.js";
import type { Clock } from "../domain/clock.js";
import { HOUR_MS } from "../domain/clock.js";
import { nextSlotMs } from "../domain/schedule-times.js";
import { ensureDefaultAccount } from "../operations/account/accounts.js";
import { importProduct } from "../operations/catalogue/import-product.js";
import { allowHost } from "../operations/pages/allowed-hosts.js";
import { startEngine } from "../process/engine.js";
import { silentLog } from "../process/log.js";
import type { CatalogueProduct } from "../sources/catalogue/line.js";

/** What the parent of this process has prepared: see `hourly-row.ts`. */
export interface HourlyPlan {
  readonly ports: readonly number[];
  readonly products: number;
  readonly speed: number;
}

const pageTimeoutMs = 20_000;
export const planFile = "plan.json";
const startMs = Date.UTC(2026, 5, 15, 12);

/** How the hour went so far; times in the hour's own time. */
export interface HourlyReport {
  /** Milliseconds since the hour began. */
  readonly passedMs: number;
  /** Of each first check: its shop's port, and how long after its turn it had ended. */
  readonly checks: readonly (readonly [port: number, lateMs: number])[];
  /** Of the whole process, microseconds of its own time. */
  readonly cpuMicros: number;
  readonly memoryBytes: number;
}

/** A clock that runs so many times as fast. */
function hurriedClock(speed: number): Clock {
  const beganMs = performance.now();
  return { now: () => Math.floor(startMs + (performance.now() - beganMs) * speed) };
}

function addProduct(tx: WriteDb, accountId: number, index: number, port: number): void {
  const url = `http://127.0.0.1:${port}/p/${index}`;
  const line: CatalogueProduct = {
    type: "product",
    service: `product/thing/${index}`,
    title: `Thing ${index}`,
    offers: [
      {
        retailer: "127.0.0.1",
        price: 22,
        currency: "USD",
        availability: "in",
        condition: null,
        URL: url,
        seller: null,
        timestamp: new Date(startMs - HOUR_MS).toISOString(),
        history: [],
        trusted: true,
        valid: true,
        auction: false,
      },
    ],
  };
  const { productId } = importProduct(tx, line, { nowMs: startMs, randomBytes, isSample: false });
  const [offer] = offersOfProduct(tx, productId);
  if (offer === undefined) throw new Error("The product has no offer.");
  saveTrackedPage(tx, {
    offerId: offer.id,
    url,
    etag: null,
    lastModified: null,
    addedMs: startMs,
    pick: null,
    isRendered: false,
  });
  const created = { accountId, productId, cadence: "hourly", retailer: null, createdMs: startMs } as const;
  const id = insertSchedule(tx, { ...created, dueMs: startMs });
  setScheduleDue(tx, id, nextSlotMs({ id, createdMs: startMs }, startMs, "hourly"));
}

/** Products, each with the page of a shop, due once in the hour; and a note of when each first check ends. */
function prepare(folder: string, { ports, products }: HourlyPlan): ReadDb {
  const db = openStore(folder);
  const { account } = ensureDefaultAccount(db, startMs);
  allowHost({ db }, { host: "127.0.0.1", is_allowed: true });
  write(db, (tx) => {
    for (let index = 0; index < products; index++)
      addProduct(tx, account.id, index, ports[index % ports.length] ?? 0);
  });
  db.connection.exec(`
    CREATE TABLE bench_check (schedule_id INTEGER PRIMARY KEY, due_at INTEGER NOT NULL, ended_at INTEGER) STRICT;
    INSERT INTO bench_check (schedule_id, due_at) SELECT id, due_at FROM schedule;
    CREATE TRIGGER bench_check_ended AFTER UPDATE OF last_run_at ON schedule BEGIN
      UPDATE bench_check SET ended_at = new.last_run_at WHERE schedule_id = new.id AND ended_at IS NULL;
    END;`);
  return db;
}

function reportOf(db: ReadDb, clock: Clock): HourlyReport {
  const rows = allRows<{ url: string; late: number }>(
    db,
    `SELECT tracked_page.url AS url, bench_check.ended_at - bench_check.due_at AS late
     FROM bench_check
     JOIN schedule ON schedule.id = bench_check.schedule_id
     JOIN offer ON offer.product_id = schedule.product_id
     JOIN tracked_page ON tracked_page.offer_id = offer.id
     WHERE bench_check.ended_at IS NOT NULL`,
  );
  const { user, system } = process.cpuUsage();
  return {
    passedMs: clock.now() - startMs,
    checks: rows.map(({ url, late }) => [Number(new URL(url).port), late] as const),
    cpuMicros: user + system,
    memoryBytes: process.memoryUsage.rss(),
  };
}

/** Runs an engine through the hour and serves how that goes. Returns the port of the report. */
export async function serveHourly(folder: string): Promise<number> {
  const plan = JSON.parse(readFileSync(join(folder, planFile), "utf8")) as HourlyPlan;
  const db = prepare(folder, plan);
  const clock = hurriedClock(plan.speed);
  const before = process.cpuUsage();
  const engine = await startEngine({
    dataFolder: folder,
    port: 0,
    sample: false,
    version: "bench",
    clock,
    log: silentLog,
    pagePace: { speed: plan.speed, timeoutMs: pageTimeoutMs / plan.speed },
  });
  // Its timers run at the usual speed, so it is told to look as often as a second of the hour passes.
  setInterval(() => engine.wake(), 1_000 / plan.speed);
  const desk = createServer((_request, response) => {
    const report = reportOf(db, clock);
    const cpuMicros = report.cpuMicros - before.user - before.system;
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ ...report, cpuMicros } satisfies HourlyReport));
  });
  await new Promise<void>((resolve) => desk.listen(0, "127.0.0.1", resolve));
  if (getRow(db, "SELECT 1 FROM schedule LIMIT 1") === undefined) throw new Error("Nothing is due.");
  return (desk.address() as AddressInfo).port;
}
