import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type Agent, request } from "node:http";
import { accountByName, defaultAccountName } from "../../src/main/engine/db/accounts/account.js";
import { closeStore, openStore } from "../../src/main/engine/db/open.js";
import { systemClock } from "../../src/main/engine/domain/clock.js";
import { setAccount } from "../../src/main/engine/operations/account/accounts.js";
import { createKey } from "../../src/main/engine/operations/account/keys.js";
import { silentLog } from "../../src/main/engine/process/log.js";

export interface BenchKeys {
  /** A key for each of many accounts, so that no client reaches its limit of requests. */
  readonly crowd: readonly string[];
  readonly owner: string;
  /** Ids of unused keys, to be revoked during the measurement. */
  readonly revocable: readonly string[];
}

export function createKeys(folder: string, accounts: number, revocable: number): BenchKeys {
  const db = openStore(folder);
  const context = { db, clock: systemClock, randomBytes, log: silentLog };
  const keyOf = (account: string, isOwner = false) => {
    const found = accountByName(db, account);
    if (found === undefined) throw new Error(`There is no account ${account}.`);
    return createKey(context, found.id, { name: "bench", isOwner });
  };
  const keys = {
    crowd: Array.from({ length: accounts }, (_, i) => {
      setAccount(db, `crowd-${i}`, { status: "active", planCredits: 1_000_000_000 }, systemClock.now());
      return keyOf(`crowd-${i}`).key;
    }),
    owner: keyOf(defaultAccountName, true).key,
    revocable: Array.from({ length: revocable }, () => keyOf(defaultAccountName).id),
  };
  closeStore(db);
  return keys;
}

export interface ServedEngine {
  readonly origin: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts the running command line again, with the shipped command `serve`. */
export async function startEngineProcess(folder: string): Promise<ServedEngine> {
  const engine = spawn(process.execPath, [process.argv[1] ?? "", "serve", "--port", "0", "--data", folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(engine.stdout, "data")) as [Buffer];
  const { base_url, pid } = JSON.parse(line.toString()) as { base_url: string; pid: number };
  return {
    origin: new URL(base_url).origin,
    pid,
    stop: async () => {
      const ended = once(engine, "exit");
      engine.kill("SIGTERM");
      await ended;
    },
  };
}

export interface SentRequest {
  readonly url: string;
  readonly key?: string;
  /** Default: GET, or POST with a body. */
  readonly method?: string;
  readonly body?: object;
  readonly agent: Agent;
}

export interface TimedResponse {
  readonly status: number;
  /** Milliseconds until the whole response has arrived. */
  readonly ms: number;
}

export function timeRequest({ url, key, method, body, agent }: SentRequest): Promise<TimedResponse> {
  const startedMs = performance.now();
  return new Promise((resolve, reject) => {
    const headers = {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    };
    const options = { agent, headers, method: method ?? (body === undefined ? "GET" : "POST") };
    const sent = request(url, options, (response) => {
      response.resume();
      response.once("end", () =>
        resolve({ status: response.statusCode ?? 0, ms: performance.now() - startedMs }),
      );
    });
    sent.once("error", reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
