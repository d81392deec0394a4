import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { openStore } from "../../src/main/engine/db/open.js";
import { saveTrackedPage } from "../../src/main/engine/db/pages/tracked-page.js";
import { offersOfProduct } from "../../src/main/engine/db/prices/offer.js";
import { allRows, getRow, type ReadDb, type WriteDb, write } from "../../src/main/engine/db/store.js";
import { insertSchedule, setScheduleDue } from "../../src/main/engine/db/watch/schedule.js";
import type { Clock } from "../../src/main/engine/domain/clock.js";
import { systemClock } from "../../src/main/engine/domain/clock.js";
import { nextSlotMs } from "../../src/main/engine/domain/schedule-times.js";
import { ensureDefaultAccount } from "../../src/main/engine/operations/account/accounts.js";
import { importProduct } from "../../src/main/engine/operations/catalogue/import-product.js";
import { allowHost } from "../../src/main/engine/operations/pages/allowed-hosts.js";
import { noEffects } from "../../src/main/engine/operations/request/effects.js";
import { startEngine } from "../../src/main/engine/process/engine.js";
import { silentLog } from "../../src/main/engine/process/log.js";
import type { CatalogueProduct } from "../../src/main/engine/sources/catalogue/line.js";
import { HOUR_MS } from "../../src/shared/time.js";

/** Written to `planFile` by the parent process, `hourly-row.ts`. */
export interface HourlyPlan {
  readonly shopPorts: readonly number[];
  readonly products: number;
  readonly speed: number;
}

export const planFile = "plan.json";
const pageTimeoutMs = 20_000;
const startMs = Date.UTC(2026, 5, 15, 12);

/** All durations are in simulated time, except `cpuMicros`. */
export interface HourlyReport {
  /** Time since the hour began. */
  readonly elapsedMs: number;
  /** For each product's first check: its shop's port, when it was due, and when it ended. */
  readonly checks: readonly (readonly [port: number, dueMs: number, endedMs: number])[];
  /** CPU time of the whole process, in real microseconds. */
  readonly cpuMicros: number;
  readonly memoryBytes: number;
}

function createScaledClock(speed: number): Clock {
  const startedMs = performance.now();
  return { now: () => Math.floor(startMs + (performance.now() - startedMs) * speed) };
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
  if (offer === undefined) throw new Error("The imported product has no offer.");
  saveTrackedPage(tx, {
    offerId: offer.id,
    url,
    etag: null,
    lastModified: null,
    addedMs: startMs,
    pick: null,
    listing: null,
    terms: {},
    isRendered: false,
  });
  const created = { accountId, productId, cadence: "hourly", retailer: null, createdMs: startMs } as const;
  const id = insertSchedule(tx, { ...created, dueMs: startMs });
  setScheduleDue(tx, id, nextSlotMs({ id, createdMs: startMs }, startMs, "hourly"));
}

/** Adds products whose pages are each due once in the hour, and a trigger that records each product's first check. */
function prepareStore(folder: string, { shopPorts, products }: HourlyPlan): ReadDb {
  const db = openStore(folder);
  const { account } = ensureDefaultAccount(db, startMs);
  allowHost({ db, clock: systemClock, effects: noEffects }, { host: "127.0.0.1", is_allowed: true });
  write(db, (tx) => {
    for (let index = 0; index < products; index++)
      addProduct(tx, account.id, index, shopPorts[index % shopPorts.length] ?? 0);
  });
  db.connection.exec(`
    CREATE TABLE bench_check (schedule_id INTEGER PRIMARY KEY, due_at INTEGER NOT NULL, ended_at INTEGER) STRICT;
    INSERT INTO bench_check (schedule_id, due_at) SELECT id, due_at FROM schedule;
    CREATE TRIGGER bench_check_ended AFTER UPDATE OF last_run_at ON schedule BEGIN
      UPDATE bench_check SET ended_at = new.last_run_at WHERE schedule_id = new.id AND ended_at IS NULL;
    END;`);
  if (getRow(db, "SELECT 1 FROM schedule LIMIT 1") === undefined) throw new Error("No product is due.");
  return db;
}

function createReport(db: ReadDb, clock: Clock, cpuBefore: NodeJS.CpuUsage): HourlyReport {
  const rows = allRows<{ url: string; dueMs: number; endedMs: number }>(
    db,
    `SELECT tracked_page.url AS url, bench_check.due_at AS dueMs, bench_check.ended_at AS endedMs
     FROM bench_check
     JOIN schedule ON schedule.id = bench_check.schedule_id
     JOIN offer ON offer.product_id = schedule.product_id
     JOIN tracked_page ON tracked_page.offer_id = offer.id
     WHERE bench_check.ended_at IS NOT NULL`,
  );
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    elapsedMs: clock.now() - startMs,
    checks: rows.map(({ url, dueMs, endedMs }) => [Number(new URL(url).port), dueMs, endedMs] as const),
    cpuMicros: user + system,
    memoryBytes: process.memoryUsage.rss(),
  };
}

/** Runs an engine through the simulated hour and serves its report. Returns the report server's port. */
export async function serveHourly(folder: string): Promise<number> {
  const plan = JSON.parse(readFileSync(join(folder, planFile), "utf8")) as HourlyPlan;
  const db = prepareStore(folder, plan);
  const clock = createScaledClock(plan.speed);
  const cpuBefore = process.cpuUsage();
  const engine = await startEngine({
    dataFolder: folder,
    port: 0,
    sample: false,
    version: "bench",
    clock,
    log: silentLog,
    pagePace: { speed: plan.speed, timeoutMs: pageTimeoutMs / plan.speed },
  });
  // The engine's timers run at normal speed, so it is woken for every simulated second.
  setInterval(() => engine.wake(), 1_000 / plan.speed);
  const reportServer = createServer((_request, response) => {
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify(createReport(db, clock, cpuBefore)));
  });
  await new Promise<void>((resolve) => reportServer.listen(0, "127.0.0.1", resolve));
  return (reportServer.address() as AddressInfo).port;
}
