import { readdirSync, readFileSync } from "node:fs";
import { Agent } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { MINUTE_MS } from "../src/shared/time.js";
import {
  type BenchKeys,
  createKeys,
  type ServedEngine,
  startEngineProcess,
  timeRequest,
} from "./engine/clients.js";
import { buildDataset, createBarcode, createTitle, type Dataset } from "./engine/dataset.js";
import { seededRandom } from "./engine/random.js";
import { quantile, type SoakSample } from "./row.js";

export interface SoakRun {
  /** An empty folder for the data; the caller removes it. */
  readonly folder: string;
  readonly minutes: number;
  readonly onProgress: (text: string) => void;
}

const size = { products: 20_000, points: 3_000_000 };
const clients = 6;
/** With this many accounts and this pause, no account reaches its thousand requests an hour. */
const accounts = 600;
const pauseMs = 30;
const parts = 12;

interface Call {
  readonly path: string;
  readonly method?: string;
  readonly body?: object;
  readonly isOwner?: boolean;
}

/** What programs and the window ask for, in about the shares in which they do. */
function createCalls({ size: { products }, productsWithHistory }: Dataset, random: () => number) {
  const any = (below: number) => Math.floor(random() * below);
  const barcode = () => createBarcode(any(products));
  const barcodes = (count: number) => Array.from({ length: count }, barcode);
  const history = (count: number) =>
    `/v1/products/offers/history?ids=${Array.from({ length: count }, () => createBarcode(any(productsWithHistory)))}&start=2025-01-01&end=2026-01-01`;
  const words = () => createTitle(any(products)).split(" ").slice(1, 3).join(" ");
  const shares: readonly (readonly [number, () => Call])[] = [
    [30, () => ({ path: `/v1/products?ids=${barcode()}` })],
    [15, () => ({ path: `/v1/products/offers?ids=${barcodes(5)}` })],
    [8, () => ({ path: history(1) })],
    [1, () => ({ path: history(40) })],
    [8, () => ({ path: `/v1/products/search?q=${encodeURIComponent(words())}` })],
    [4, () => ({ path: "/v1/products/batch", body: { identifiers: barcodes(20), include: ["offers"] } })],
    [1, () => ({ path: "/v1/products/batch", body: { identifiers: barcodes(60) } })],
    [4, () => ({ path: `/v1/products/scheduled?ids=${barcode()}&schedule=daily`, method: "PUT" })],
    [4, () => ({ path: `/v1/products/scheduled?ids=${barcode()}`, method: "DELETE" })],
    [3, () => ({ path: "/v1/deals?limit=50" })],
    [3, () => ({ path: "/v1/usage" })],
    [10, () => ({ path: "/app/v1/offers.get", body: { ids: [barcode()] }, isOwner: true })],
    [5, () => ({ path: "/app/v1/products.search", body: { q: words() }, isOwner: true })],
    [4, () => ({ path: "/health" })],
  ];
  const tickets = shares.flatMap(([share, create]) => Array.from({ length: share }, () => create));
  return (): Call => tickets[any(tickets.length)]?.() ?? { path: "/health" };
}

/** The method and the path, without the values of parameters. */
function describeCall({ path, body, method = body === undefined ? "GET" : "POST" }: Call): string {
  return `${method} ${path.split("?", 1)[0]}`;
}

/** Linux only. */
function readProcess(pid: number): Pick<SoakSample, "memoryMb" | "descriptors"> {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return { memoryMb: Number(kilobytes) / 1_024, descriptors: readdirSync(`/proc/${pid}/fd`).length };
  } catch {
    return { memoryMb: null, descriptors: null };
  }
}

interface Tally {
  times: number[];
  failures: number;
  slowest: { readonly ms: number; readonly request: string };
}

const emptyTally = (): Tally => ({ times: [], failures: 0, slowest: { ms: 0, request: "-" } });

async function runClient(
  engine: ServedEngine,
  { crowd, owner }: BenchKeys,
  nextCall: () => Call,
  first: number,
  tally: Tally,
  isOver: () => boolean,
): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  for (let i = first; !isOver(); i += clients) {
    const call = nextCall();
    const { path, isOwner, ...rest } = call;
    const key = (isOwner === true ? undefined : crowd[i % crowd.length]) ?? owner;
    try {
      const { status, ms } = await timeRequest({ url: engine.origin + path, key, agent, ...rest });
      tally.times.push(ms);
      if (ms > tally.slowest.ms) tally.slowest = { ms, request: describeCall(call) };
      if (status >= 500) tally.failures += 1;
    } catch {
      tally.failures += 1;
    }
    await delay(pauseMs);
  }
  agent.destroy();
}

/** Runs an engine under a mixed load, and reports every twelfth of the time what it used and how it answered. */
export async function soak({ folder, minutes, onProgress }: SoakRun): Promise<SoakSample[]> {
  onProgress("Building 20,000 products and 3,000,000 points…");
  const dataset = buildDataset(folder, size);
  const keys = createKeys(folder, accounts, 0);
  const engine = await startEngineProcess(folder);
  const tally = emptyTally();
  const samples: SoakSample[] = [];
  let isOver = false;
  const nextCall = createCalls(dataset, seededRandom(5));
  const running = Array.from({ length: clients }, (_, i) =>
    runClient(engine, keys, nextCall, i, tally, () => isOver),
  );
  for (let part = 1; part <= parts; part++) {
    await delay((minutes * MINUTE_MS) / parts);
    const { times, failures, slowest } = tally;
    Object.assign(tally, emptyTally());
    const sample = {
      minute: (minutes * part) / parts,
      ...readProcess(engine.pid),
      requests: times.length,
      failures,
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
      worst: slowest.ms,
      worstRequest: slowest.request,
    };
    samples.push(sample);
    onProgress(JSON.stringify(sample));
  }
  isOver = true;
  await Promise.all(running);
  await engine.stop();
  return samples;
}
