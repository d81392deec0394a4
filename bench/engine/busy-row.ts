import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { accountByName } from "../../src/main/engine/db/account.js";
import { closeStore, openStore } from "../../src/main/engine/db/open.js";
import { systemClock } from "../../src/main/engine/domain/clock.js";
import { defaultAccountName, setAccount } from "../../src/main/engine/operations/account/accounts.js";
import { createKey } from "../../src/main/engine/operations/account/keys.js";
import { readHolder } from "../../src/main/engine/process/folder-lock.js";
import { silentLog } from "../../src/main/engine/process/log.js";
import { type BenchRow, createFigureRow, quantile } from "../row.js";
import { adjectives, createBarcode, type Dataset, nouns } from "./dataset.js";
import type { BenchOptions } from "./engine-rows.js";
import { spawnServer } from "./http-load.js";

const clients = 128;
/** Between two measurements of the same kind. */
const pauseMs = 25;
const revocations = 5;

/** A key for each account, so that no client reaches its limit of requests. */
function createKeys(folder: string) {
  const db = openStore(folder);
  const context = { db, clock: systemClock, randomBytes, log: silentLog };
  const keyOf = (account: string, isOwner = false) => {
    const found = accountByName(db, account);
    if (found === undefined) throw new Error(`There is no account ${account}.`);
    return createKey(context, found.id, { name: "bench", isOwner });
  };
  const crowd = Array.from({ length: clients }, (_, i) => {
    setAccount(db, `crowd-${i}`, { status: "active", planCredits: 1_000_000_000 }, systemClock.now());
    return keyOf(`crowd-${i}`).key;
  });
  const owner = keyOf(defaultAccountName, true).key;
  const revocable = Array.from({ length: revocations }, () => keyOf(defaultAccountName).id);
  closeStore(db);
  return { crowd, owner, revocable };
}

/** The heaviest requests that the contract allows: long histories, searches for common words, and names to be found. */
function createPaths(): string[] {
  const barcodes = Array.from({ length: 100 }, (_, i) => createBarcode(i));
  const words = [...adjectives, ...nouns].slice(0, 32);
  const names = Array.from({ length: 100 }, (_, i) => `${words.slice(i % 12, (i % 12) + 20).join(" ")} ${i}`);
  return [
    `/products/offers/history?ids=${barcodes}&start=2025-01-01&end=2026-01-01`,
    `/products/search?q=${encodeURIComponent(words.join(" "))}&limit=100`,
    `/products?ids=${names.map(encodeURIComponent)}`,
    `/products/offers/history?ids=${createBarcode(3)}&start=2025-01-01&end=2026-01-01`,
  ];
}

interface Sent {
  readonly url: string;
  readonly key?: string;
  readonly body?: object;
  readonly agent: Agent;
}

/** Milliseconds until the whole response has arrived. */
function timeRequest({ url, key, body, agent }: Sent): Promise<number> {
  const startedMs = performance.now();
  return new Promise((resolve, reject) => {
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const sent = request(url, { agent, headers, method: body === undefined ? "GET" : "POST" }, (response) => {
      response.resume();
      response.once("end", () => resolve(performance.now() - startedMs));
    });
    sent.once("error", reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Clients that each send one heavy request after the other to the engine of the folder, until they are killed. */
export async function serveCrowd(folder: string): Promise<number> {
  const { crowd } = createKeys(folder);
  const baseUrl = readHolder(folder)?.base_url;
  const paths = createPaths();
  const sendForEver = async (key: string, first: number) => {
    const agent = new Agent({ keepAlive: true });
    for (let i = first; ; i++) await timeRequest({ url: `${baseUrl}${paths[i % paths.length]}`, key, agent });
  };
  // The crowd is killed in the middle of its requests.
  crowd.forEach((key, i) => void sendForEver(key, i).catch(() => undefined));
  return 0;
}

async function timeRevocation(folder: string, id: string): Promise<number> {
  const startedMs = performance.now();
  const args = [process.argv[1] ?? "", "keys", "revoke", id, "--data", folder];
  const [code] = (await once(spawn(process.execPath, args, { stdio: "ignore" }), "exit")) as [number];
  if (code !== 0) throw new Error("A key could not be revoked.");
  return performance.now() - startedMs;
}

interface BusyTimes {
  readonly health: number[];
  readonly lookUps: number[];
  readonly revocations: number[];
}

async function measureBusy({ folder }: Dataset, seconds: number): Promise<BusyTimes> {
  const { owner, revocable } = createKeys(folder);
  const engine = spawn(process.execPath, [process.argv[1] ?? "", "serve", "--port", "0", "--data", folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(engine.stdout, "data")) as [Buffer];
  const { origin } = new URL((JSON.parse(line.toString()) as { base_url: string }).base_url);
  const crowd = await spawnServer("crowd", folder);
  const agent = new Agent({ keepAlive: true });
  const times: BusyTimes = { health: [], lookUps: [], revocations: [] };
  const endMs = performance.now() + seconds * 1_000;
  const repeat = async (list: number[], measure: () => Promise<number>) => {
    while (performance.now() < endMs) {
      list.push(await measure());
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };
  const lookUp = { url: `${origin}/app/v1/offers.get`, key: owner, body: { ids: [createBarcode(7)] }, agent };
  try {
    await Promise.all([
      repeat(times.health, () => timeRequest({ url: `${origin}/health`, agent })),
      repeat(times.lookUps, () => timeRequest(lookUp)),
    ]);
    for (const id of revocable) times.revocations.push(await timeRevocation(folder, id));
  } finally {
    crowd.stop();
    agent.destroy();
    const ended = once(engine, "exit");
    engine.kill("SIGTERM");
    await ended;
  }
  return times;
}

/** How long others wait while 128 clients send the heaviest requests that the contract allows. */
export async function busyRows(dataset: Dataset, { runs, seconds }: BenchOptions): Promise<BenchRow[]> {
  const all: BusyTimes[] = [];
  for (let run = 0; run < runs; run++) all.push(await measureBusy(dataset, seconds));
  const row = (name: string, figures: readonly number[], limit: number) =>
    createFigureRow(`${name}, beside ${clients} clients with heavy requests`, "ms", figures, limit);
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
