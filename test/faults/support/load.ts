import { setTimeout as delay } from "node:timers/promises";
import type { EngineProcess } from "../../support/engine-process.js";
import { type ApiResponse, closedAddress, fetchResponse } from "../../support/network.js";
import { stockKeys, writeCatalogue } from "./fixture.js";
import type { Scenario } from "./scenario.js";

interface Load extends Pick<Scenario, "fixture" | "round" | "expected"> {
  readonly baseUrl: string;
  readonly signal: AbortSignal;
  /** Whether the disk may be full, where reads are answered without being counted or charged. */
  readonly isDiskFull: boolean;
}

export interface RunningLoad {
  stop(): Promise<void>;
}

interface ApiRequest {
  readonly method?: string;
  readonly path: string;
  readonly body?: object;
  readonly maxCredits: number;
  readonly onSuccess?: (body: ApiResponse["body"]) => void;
}

/** All callers together stay below the hourly rate limit. */
const maxRequests = 600;
const callerCount = 3;
const cadences = ["hourly", "daily", "weekly"] as const;

async function send({ baseUrl, fixture, expected, isDiskFull }: Load, request: ApiRequest): Promise<void> {
  const { method = "GET", path, body, maxCredits, onSuccess } = request;
  const settle = expected.startRequest(maxCredits);
  const response = await fetchResponse(baseUrl + path, {
    key: fixture.apiKey,
    method,
    headers: { "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const credits = Number(response.headers.get("x-credits-used") ?? 0);
  // On a full disk, a write fails with 500, and a read is answered free of charge. Either may or may not count as a
  // request.
  if (response.status >= 500) return;
  const mayBeUncounted = isDiskFull && method === "GET" && credits === 0;
  if (!mayBeUncounted) settle(credits, response.status !== 429);
  if (response.status < 300) onSuccess?.(response.body);
}

function randomRequest(load: Load, caller: number): ApiRequest {
  const { expected, fixture } = load;
  const { random } = load.round;
  const id = encodeURIComponent(random.pick([...stockKeys, ...fixture.shopProductKeys]));
  const batch = (size: number) => ({
    method: "POST",
    path: "/products/batch",
    body: { identifiers: Array.from({ length: size }, () => random.pick(stockKeys)) },
  });
  switch (random.integer(0, 7)) {
    case 0:
      return { path: `/products/offers?ids=${id}`, maxCredits: 3 };
    case 1:
      return { path: `/products/offers/history?ids=${id}&start=2026-10-01&end=2026-10-05`, maxCredits: 8 };
    case 2:
      return { path: "/products/search?q=product&limit=5", maxCredits: 5 };
    case 3:
      return { ...batch(8), maxCredits: 8 };
    case 4:
      return {
        ...batch(random.integer(21, 60)),
        maxCredits: 0,
        onSuccess: ({ batch }) => expected.acknowledge("batch job", batch?.id ?? "?"),
      };
    case 5:
      return scheduleRequest(load, caller);
    default:
      return { path: `/products?ids=${id}`, maxCredits: 1 };
  }
}

/** Each caller has its own products, because concurrent requests for one product have no defined order. */
function scheduleRequest({ expected, round: { random } }: Load, caller: number): ApiRequest {
  const key = random.pick(stockKeys.filter((_, i) => i % callerCount === caller));
  const cadence = random.pick(cadences);
  for (const each of cadences) expected.retract("schedule", `${key} ${each}`);
  return {
    method: "PUT",
    path: `/products/scheduled?ids=${encodeURIComponent(key)}&schedule=${cadence}`,
    maxCredits: 1,
    onSuccess: () => expected.acknowledge("schedule", `${key} ${cadence}`),
  };
}

async function sendRequests(load: Load, caller: number): Promise<void> {
  while (!load.signal.aborted && load.expected.requestCount < maxRequests)
    await send(load, randomRequest(load, caller));
}

async function addWebhooks(load: Load): Promise<void> {
  const { expected, round, signal } = load;
  // An account may have five webhooks, and two exist: the app's own and the receiver's.
  for (let n = 0; n < 3 && !signal.aborted; n++) {
    await delay(round.random.integer(1, 80));
    const body = { url: `https://${closedAddress}/hook-${n}`, events: ["availability_change"] };
    await send(load, {
      method: "POST",
      path: "/webhooks",
      body,
      maxCredits: 0,
      onSuccess: ({ webhook }) => expected.acknowledge("webhook", webhook?.id ?? "?"),
    });
  }
}

/** Makes the n-th write of the app. */
async function writeAsApp(load: Load, engine: EngineProcess, n: number): Promise<void> {
  const { expected, round } = load;
  const { random, folder } = round;
  const key = random.pick(stockKeys);
  switch (n % 5) {
    case 0: {
      const names = Array.from({ length: 30 }, (_, i) => `n${n}x${i}`);
      const file = writeCatalogue(folder, `import-${n}`, names);
      const result = await engine.callHost("catalogue.import", file);
      if (result.outcome !== "done" || result.data.ended !== "whole") return;
      return expected.acknowledge("import", ...names.map((name) => `product/test/${name}`));
    }
    case 1: {
      const trigger = { kind: "target", price: random.integer(1, 500), currency: "USD" } as const;
      const { rule } = await engine.call("rules.save", { product_key: key, trigger });
      return expected.acknowledge("rule", String(rule.id));
    }
    case 2:
      await engine.call("tags.change", { product_keys: [key], add: [`tag${n}`] });
      return expected.acknowledge("tag", `${key} tag${n}`);
    default:
      return expected.acknowledge("key", (await engine.call("keys.create", { name: `key ${n}` })).id);
  }
}

async function writeContinuously(load: Load, engine: EngineProcess): Promise<void> {
  for (let n = 0; !load.signal.aborted; n++) {
    // A failed write is not acknowledged, and the next one may succeed.
    await writeAsApp(load, engine, n).catch(() => undefined);
    await delay(1);
  }
}

/**
 * Uses an engine over HTTP from several callers at once, and as the app does. A caller ends when its connection fails.
 * `stop` waits for the requests in flight.
 */
export async function startLoad(
  { fixture, round, expected }: Scenario,
  engine: EngineProcess,
  isDiskFull = false,
): Promise<RunningLoad> {
  const baseUrl = await engine.ready();
  const controller = new AbortController();
  const load: Load = { fixture, round, expected, baseUrl, isDiskFull, signal: controller.signal };
  const finished = Promise.allSettled([
    ...Array.from({ length: callerCount }, (_, caller) => sendRequests(load, caller)),
    addWebhooks(load),
    writeContinuously(load, engine),
  ]);
  return {
    stop: async () => {
      controller.abort();
      await finished;
    },
  };
}
