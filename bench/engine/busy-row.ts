import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent } from "node:http";
import { readHolder } from "../../src/main/engine/process/folder-lock.js";
import { type BenchRow, createFigureRow, quantile } from "../row.js";
import {
  createKeys,
  type SentRequest,
  startEngineProcess,
  type TimedResponse,
  timeRequest,
} from "./clients.js";
import { addLongHistory, adjectives, buildDataset, createBarcode, type Dataset, nouns } from "./dataset.js";
import type { BenchOptions } from "./engine-rows.js";
import { spawnServer } from "./http-load.js";

const clients = 128;
/** Between two measurements of the same kind. */
const pauseMs = 25;
const revocations = 5;
/** Some 300 responses of each kind. Of the 60 of a short run, the 99th percentile would be the slowest. */
const busySeconds = 12;

/** Products of the folder in which one account keeps the threads busy; one more has a long history. */
const busyProducts = 20_000;
const longHistory = 300_000;

const words = [...adjectives, ...nouns].slice(0, 32);

function createNames(length: number): string[] {
  return Array.from({ length: 100 }, (_, i) => {
    const from = i % (words.length - length);
    return `${words.slice(from, from + length).join(" ")} ${i}`;
  });
}

/** The heaviest requests that the contract allows: long histories, searches for common words, and names to be found. */
function createPaths(): string[] {
  const barcodes = Array.from({ length: 100 }, (_, i) => createBarcode(i));
  const names = createNames(20);
  return [
    `/products/offers/history?ids=${barcodes}&start=2025-01-01&end=2026-01-01`,
    `/products/search?q=${encodeURIComponent(words.join(" "))}&limit=100`,
    `/products?ids=${names.map(encodeURIComponent)}`,
    `/products/offers/history?ids=${createBarcode(3)}&start=2025-01-01&end=2026-01-01`,
  ];
}

/** Sends one request after the other, over a new connection if the engine closes one, until the engine is gone. */
function sendForEver(first: number, createRequest: (turn: number) => Omit<SentRequest, "agent">): void {
  const agent = new Agent({ keepAlive: true });
  const send = async () => {
    for (let turn = first; ; turn++)
      try {
        await timeRequest({ ...createRequest(turn), agent });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ECONNREFUSED") return;
      }
  };
  void send();
}

/** Clients that each send one heavy request after the other to the engine of the folder, until they are killed. */
export async function serveCrowd(folder: string): Promise<number> {
  const { crowd } = createKeys(folder, clients, 0);
  const baseUrl = readHolder(folder)?.base_url;
  const paths = createPaths();
  for (const [i, key] of crowd.entries())
    sendForEver(i, (turn) => ({ url: `${baseUrl}${paths[turn % paths.length]}`, key }));
  return 0;
}

/** What one account sends at a time, again and again, and to what: the heaviest of its kind. */
const loads = {
  names: { count: 30, path: `/products?ids=${createNames(24).map(encodeURIComponent)}` },
  histories: {
    count: 20,
    path: `/products/offers/history?ids=${createBarcode(busyProducts)}&start=2025-01-02&end=2026-01-01`,
  },
};

/** One account's clients, which send until they are killed. */
export async function serveLoad(folder: string, kind: keyof typeof loads): Promise<number> {
  const [key = ""] = createKeys(folder, 1, 0).crowd;
  const { count, path } = loads[kind];
  const url = `${readHolder(folder)?.base_url}${path}`;
  for (let i = 0; i < count; i++) sendForEver(i, () => ({ url, key }));
  return 0;
}

const strangers = 32;

/** Pages that take longest to read for their size, among those that fuzzing generates. */
const worstPages = [
  ['<h1>Lantern</h1><script>var meta = {"product":', '\\"<div class=price>', "]}</script>"],
  ["<h1>Lantern</h1>", "<select><option>1</option>", ""],
].map(([start = "", unit = "", end = ""]) => start + unit.repeat(Math.floor(4_000_000 / unit.length)) + end);

/** What anyone can send who reaches the port. */
const worstRequests: readonly { readonly path: string; readonly body?: object }[] = [
  { path: `/v1/products?ids=${"%2C".repeat(4_000)}` },
  { path: `/v1/products/search?q=${"%E3%80%80".repeat(1_500)}` },
  { path: `/v1/${"//".repeat(7_000)}` },
  { path: "/app/v1/pair", body: { name: "x".repeat(900_000), key_hash: "" } },
];

/**
 * Strangers without a key who send the worst requests, while a browser with the extension visits their worst pages,
 * until they are killed.
 */
export async function serveStrangers(folder: string): Promise<number> {
  const { owner } = createKeys(folder, 0, 0);
  const origin = new URL(readHolder(folder)?.base_url ?? "").origin;
  for (let i = 0; i < strangers; i++)
    sendForEver(i, (turn) => {
      const { path, ...rest } = worstRequests[turn % worstRequests.length] ?? { path: "/" };
      return { url: origin + path, ...rest };
    });
  sendForEver(0, (turn) => {
    const body = { url: "https://shop.example/p/lantern", html: worstPages[turn % worstPages.length] };
    return { url: `${origin}/app/v1/visits.read`, key: owner, body };
  });
  return 0;
}

async function timeRevocation(folder: string, id: string): Promise<number> {
  const startedMs = performance.now();
  const args = [process.argv[1] ?? "", "keys", "revoke", id, "--data", folder];
  const [code] = (await once(spawn(process.execPath, args, { stdio: "ignore" }), "exit")) as [number];
  if (code !== 0) throw new Error("A key could not be revoked.");
  return performance.now() - startedMs;
}

async function timeRepeatedly(times: number[], measure: () => Promise<TimedResponse>): Promise<void> {
  const endMs = performance.now() + busySeconds * 1_000;
  while (performance.now() < endMs) {
    const { status, ms } = await measure();
    if (status !== 200) throw new Error(`A measured request was answered with ${status}.`);
    times.push(ms);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

interface BusyTimes {
  readonly health: number[];
  readonly lookUps: number[];
  readonly revocations: number[];
}

async function measureBusy({ folder }: Dataset, kind: "crowd" | "strangers"): Promise<BusyTimes> {
  const { owner, revocable } = createKeys(folder, 0, revocations);
  const engine = await startEngineProcess(folder);
  const others = await spawnServer(kind, folder);
  const agent = new Agent({ keepAlive: true });
  const times: BusyTimes = { health: [], lookUps: [], revocations: [] };
  const lookUp = {
    url: `${engine.origin}/app/v1/offers.get`,
    key: owner,
    body: { ids: [createBarcode(7)] },
    agent,
  };
  try {
    await Promise.all([
      timeRepeatedly(times.health, () => timeRequest({ url: `${engine.origin}/health`, agent })),
      timeRepeatedly(times.lookUps, () => timeRequest(lookUp)),
    ]);
    for (const id of revocable) times.revocations.push(await timeRevocation(folder, id));
  } finally {
    others.stop();
    agent.destroy();
    await engine.stop();
  }
  return times;
}

/** How long a request waits while one account sends all that it can. */
async function measureLoad(
  folder: string,
  kind: keyof typeof loads,
  createRequest: (origin: string) => Omit<SentRequest, "agent">,
): Promise<number[]> {
  const engine = await startEngineProcess(folder);
  const others = await spawnServer(kind, folder);
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  try {
    await timeRepeatedly(times, () => timeRequest({ ...createRequest(engine.origin), agent }));
  } finally {
    others.stop();
    agent.destroy();
    await engine.stop();
  }
  return times;
}

/** How long other accounts and `/health` wait while one account keeps the threads busy. */
async function loadRows(folder: string, { runs }: BenchOptions): Promise<BenchRow[]> {
  buildDataset(folder, { products: busyProducts, points: 0 });
  addLongHistory(folder, busyProducts, longHistory);
  const names: number[] = [];
  const histories: number[] = [];
  for (let run = 0; run < runs; run++) {
    // Each account has a limit of requests an hour, which several runs would exceed.
    const [key = ""] = createKeys(folder, run + 2, 0).crowd.slice(-1);
    const searches = await measureLoad(folder, "names", (origin) => ({
      url: `${origin}/v1/products/search?q=wireless%20laptop&limit=10`,
      key,
    }));
    names.push(quantile(searches, 0.99));
    const health = await measureLoad(folder, "histories", (origin) => ({ url: `${origin}/health` }));
    histories.push(quantile(health, 0.99));
  }
  const row = (name: string, values: readonly number[], limit: number) =>
    createFigureRow(name, "ms", values, limit);
  return [
    row("search of another account, p99, beside 30 × 100 names of 25 words", names, 1_000),
    row("/health, p99, beside 20 histories of 300,000 points", histories, 200),
  ];
}

/**
 * How long others wait while 128 clients send the heaviest requests that the contract allows, and while strangers send
 * the worst input that fuzzing has found.
 */
export async function busyRows(dataset: Dataset, folder: string, options: BenchOptions): Promise<BenchRow[]> {
  return [
    ...(await rowsBeside(dataset, "crowd", `${clients} clients with heavy requests`, options)),
    ...(await rowsBeside(dataset, "strangers", "strangers with the worst input", options)),
    ...(await loadRows(folder, options)),
  ];
}

async function rowsBeside(
  dataset: Dataset,
  kind: "crowd" | "strangers",
  others: string,
  { runs }: BenchOptions,
): Promise<BenchRow[]> {
  const all: BusyTimes[] = [];
  for (let run = 0; run < runs; run++) all.push(await measureBusy(dataset, kind));
  const row = (name: string, figures: readonly number[], limit: number) =>
    createFigureRow(`${name}, beside ${others}`, "ms", figures, limit);
  return [
    row(
      "/health, p99",
      all.map(({ health }) => quantile(health, 0.99)),
      100,
    ),
    row(
      "look-up of the owner, p99",
      all.map(({ lookUps }) => quantile(lookUps, 0.99)),
      200,
    ),
    row(
      "keys revoke, slowest",
      all.map((times) => Math.max(...times.revocations)),
      500,
    ),
  ];
}
