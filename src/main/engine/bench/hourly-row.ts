import { mkdirSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { HOUR_MS, MINUTE_MS } from "../domain/clock.js";
import { type HourlyPlan, type HourlyReport, planFile } from "./hourly-engine.js";
import { spawnServer } from "./load.js";
import { type BenchRow, median } from "./row.js";
import { hourSpeed, type Manner, type ShopRecord } from "./shop-farm.js";

const products = 10_000;
/** Behind the hour, for what is due in its last minute. */
const graceMs = 5 * MINUTE_MS;
const politeGapMs = 5_000;
/** Timers and the way through the network, at the hour's speed. */
const toleranceMs = 100;
const mostPercent = 25;

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

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`;
}

function lateness(name: string, latenesses: readonly number[]): string {
  const sorted = [...latenesses].sort((a, b) => a - b);
  return `${name}: ${sorted.length} checks, ended after their turn by ${seconds(at(sorted, 0.5))} in the median, ${seconds(at(sorted, 0.99))} at the 99th percentile, ${seconds(at(sorted, 1))} at most`;
}

/** Sentences for whoever runs it; the table has room for the figures of the goal only. */
function sentences(report: HourlyReport, shops: readonly ShopRecord[], cores: number): string[] {
  const mannerOfPort = new Map(shops.map(({ port, manner }) => [port, manner]));
  const of = (manner: Manner) =>
    report.checks.filter(([port]) => mannerOfPort.get(port) === manner).map(([, lateMs]) => lateMs);
  const requests = shops.reduce((sum, shop) => sum + shop.requests, 0);
  return [
    lateness("shops that are well", of("well")),
    lateness("shops that take 8 s", of("slow")),
    lateness("shops that fail", of("failing")),
    lateness("shops that answer 429", of("limiting")),
    `${requests} requests; never two at once to a shop: ${shops.every(({ overlaps }) => overlaps === 0) ? "yes" : "NO"}; shortest pause ${seconds(shortestPauseMs(shops))}`,
    `${(cores * 100).toFixed(1)} % of one core at the hour's own speed; ${Math.round(report.memoryBytes / 1_048_576)} MB`,
  ];
}

function shortestPauseMs(shops: readonly ShopRecord[]): number {
  return Math.min(...shops.map(({ shortestGapMs }) => shortestGapMs ?? Infinity)) * hourSpeed;
}

interface Judged {
  readonly percentOfCore: number;
  /** Every product was checked within the hour, and no shop was pressed. */
  readonly isRight: boolean;
}

function judge(report: HourlyReport, shops: readonly ShopRecord[], tell: (text: string) => void): Judged {
  const cores = report.cpuMicros / 1_000 / report.passedMs;
  for (const line of sentences(report, shops, cores)) tell(line);
  const isPolite =
    shops.every(({ overlaps }) => overlaps === 0) && shortestPauseMs(shops) >= politeGapMs - toleranceMs;
  const isOnTime = report.checks.length === products && report.checks.every(([, lateMs]) => lateMs < HOUR_MS);
  return { percentOfCore: cores * 100, isRight: isOnTime && isPolite };
}

async function oneHour(folder: string, tell: (text: string) => void): Promise<Judged> {
  mkdirSync(folder, { recursive: true });
  const farm = await spawnServer("shops", folder);
  try {
    const ports = (await fetchJson<ShopRecord[]>(farm.port)).map(({ port }) => port);
    const plan: HourlyPlan = { ports, products, speed: hourSpeed };
    writeFileSync(join(folder, planFile), JSON.stringify(plan));
    const engine = await spawnServer("hourly", folder);
    try {
      await delay((HOUR_MS + graceMs) / hourSpeed);
      const report = await fetchJson<HourlyReport>(engine.port);
      return judge(report, await fetchJson<ShopRecord[]>(farm.port), tell);
    } finally {
      engine.stop();
    }
  } finally {
    farm.stop();
  }
}

/** Ten thousand products with pages at 500 shops, some of them slow, failing or limiting, each due once in an hour. */
export async function hourlyRow(
  folder: string,
  runs: number,
  tell: (text: string) => void,
): Promise<BenchRow> {
  const hours: Judged[] = [];
  for (let run = 0; run < runs; run++) hours.push(await oneHour(join(folder, String(run)), tell));
  const percents = hours.map(({ percentOfCore }) => percentOfCore);
  const percent = median(percents);
  return {
    name: "10,000 products hourly over 500 shops",
    unit: "% of a core",
    ours: percent,
    floor: null,
    measure: "figure",
    value: percent,
    spread: [Math.min(...percents), Math.max(...percents)],
    runs,
    goal: `all on time, politely, ≤ ${mostPercent} %`,
    isMet: hours.every(({ percentOfCore, isRight }) => isRight && percentOfCore <= mostPercent),
  };
}
