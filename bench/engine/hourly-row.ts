import { mkdirSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { HOUR_MS, MINUTE_MS } from "../../src/shared/time.js";
import { type BenchRow, createFigureRow, quantile } from "../row.js";
import { type HourlyPlan, type HourlyReport, planFile } from "./hourly-engine.js";
import { spawnServer } from "./http-load.js";
import { type ShopBehavior, type ShopRecord, timeScale } from "./shop-farm.js";

const products = 10_000;
/** Added to the hour, so that checks that are due in its last minute can finish. */
const extraTimeMs = 5 * MINUTE_MS;
const requiredGapMs = 5_000;
/** Allows for timers and network latency, which are not scaled. */
const toleranceMs = 100;
const maxCpuPercent = 2.5;
const maxDelayMs = 5_000;

async function fetchJson<T>(port: number): Promise<T> {
  const text = await new Promise<string>((resolve, reject) => {
    get({ host: "127.0.0.1", port }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
      response.on("end", () => resolve(body));
    }).on("error", reject);
  });
  return JSON.parse(text) as T;
}

function formatSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`;
}

function describeDelays(shops: string, delaysMs: readonly number[]): string {
  const [middle, p99, max] = [0.5, 0.99, 1].map((fraction) => formatSeconds(quantile(delaysMs, fraction)));
  return `${shops}: ${delaysMs.length} checks, late by ${middle} (median), ${p99} (99th percentile), ${max} (max)`;
}

function minGapMs(shops: readonly ShopRecord[]): number {
  return Math.min(...shops.map((shop) => shop.minGapMs ?? Number.POSITIVE_INFINITY)) * timeScale;
}

/** How long after its turn each check at such shops ended: when it was due, and the pause after the one before was over. */
function delaysAt(behavior: ShopBehavior, { checks }: HourlyReport, shops: readonly ShopRecord[]): number[] {
  return shops
    .filter((shop) => shop.behavior === behavior)
    .flatMap(({ port }) => {
      const own = checks.filter((check) => check[0] === port).sort((one, other) => one[2] - other[2]);
      return own.map(([, dueMs, endedMs], i) => {
        const before = own[i - 1]?.[2] ?? Number.NEGATIVE_INFINITY;
        return endedMs - Math.max(dueMs, before + requiredGapMs);
      });
    });
}

/** Figures for the log; the table has no columns for them. */
function describeHour(report: HourlyReport, shops: readonly ShopRecord[], cpuPercent: number): string[] {
  const delays = (behavior: ShopBehavior) => delaysAt(behavior, report, shops);
  const requests = shops.reduce((sum, shop) => sum + shop.requests, 0);
  const overlaps = shops.reduce((sum, shop) => sum + shop.overlaps, 0);
  return [
    describeDelays("healthy shops", delays("healthy")),
    describeDelays("slow shops (8 s)", delays("slow")),
    describeDelays("failing shops", delays("failing")),
    describeDelays("rate-limiting shops (429)", delays("rate-limiting")),
    `${requests} requests, ${overlaps} of them while another to the same shop was in progress; shortest pause ${formatSeconds(minGapMs(shops))}`,
    `${cpuPercent.toFixed(1)} % of a core in simulated time; ${Math.round(report.memoryBytes / 1_048_576)} MB`,
  ];
}

interface HourResult {
  /** CPU time over simulated time, in percent of a core. */
  readonly cpuPercent: number;
  /** Every product was checked, at healthy shops within seconds of its turn, and no shop was visited too often. */
  readonly isCorrect: boolean;
}

function evaluateHour(
  report: HourlyReport,
  shops: readonly ShopRecord[],
  onProgress: (text: string) => void,
): HourResult {
  const cpuPercent = (report.cpuMicros / 1_000 / report.elapsedMs) * 100;
  for (const line of describeHour(report, shops, cpuPercent)) onProgress(line);
  const isPolite =
    shops.every(({ overlaps }) => overlaps === 0) && minGapMs(shops) >= requiredGapMs - toleranceMs;
  const isOnTime =
    report.checks.length === products &&
    delaysAt("healthy", report, shops).every((delayMs) => delayMs <= maxDelayMs);
  return { cpuPercent, isCorrect: isOnTime && isPolite };
}

async function runHour(folder: string, onProgress: (text: string) => void): Promise<HourResult> {
  mkdirSync(folder, { recursive: true });
  const farm = await spawnServer("shops", folder);
  try {
    const shopPorts = (await fetchJson<ShopRecord[]>(farm.port)).map(({ port }) => port);
    const plan: HourlyPlan = { shopPorts, products, speed: timeScale };
    writeFileSync(join(folder, planFile), JSON.stringify(plan));
    const engine = await spawnServer("hourly", folder);
    try {
      await delay((HOUR_MS + extraTimeMs) / timeScale);
      const report = await fetchJson<HourlyReport>(engine.port);
      return evaluateHour(report, await fetchJson<ShopRecord[]>(farm.port), onProgress);
    } finally {
      engine.stop();
    }
  } finally {
    farm.stop();
  }
}

/**
 * One simulated hour in which each of 10,000 products is due once. Some of their 500 shops are slow, failing or
 * rate-limiting.
 */
export async function hourlyRow(
  folder: string,
  runs: number,
  onProgress: (text: string) => void,
): Promise<BenchRow> {
  const hours: HourResult[] = [];
  for (let run = 0; run < runs; run++) hours.push(await runHour(join(folder, String(run)), onProgress));
  const percents = hours.map(({ cpuPercent }) => cpuPercent);
  return {
    ...createFigureRow("10,000 products hourly over 500 shops", "% of a core", percents, maxCpuPercent),
    goal: `all within ${maxDelayMs / 1_000} s of their turn, politely, ≤ ${maxCpuPercent} %`,
    isMet: hours.every(({ cpuPercent, isCorrect }) => isCorrect && cpuPercent <= maxCpuPercent),
  };
}
