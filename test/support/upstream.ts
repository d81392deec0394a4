import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished } from "vitest";
import type { CallResult, OperationInput, OperationName } from "../../src/shared/calls.js";
import { type CatalogueLineInput, type ProductLine, plainProduct } from "./catalogue.js";
import { startTestEngine, type TestEngine, type TestEngineOptions } from "./engine.js";
import { listenAt } from "./network.js";

/** A proxy between two engines that records requests, and can be cut and mended. */
interface ServiceLine {
  readonly baseUrl: string;
  /** The requested paths with their queries. */
  readonly asked: string[];
  /** Drops every connection from now on, but keeps its port so that it can be mended. */
  cut(): void;
  mend(): void;
  /** Accepts requests from now on, but never responds. */
  hang(): void;
}

export async function startLine(readPort: () => number): Promise<ServiceLine> {
  const asked: string[] = [];
  let isHanging = false;
  let isCut = false;
  const server = createServer((incoming, outgoing) => {
    const port = readPort();
    asked.push(incoming.url ?? "");
    if (isHanging) return;
    const forwarded = request({
      host: "127.0.0.1",
      port,
      path: incoming.url,
      method: incoming.method,
      headers: { ...incoming.headers, host: `127.0.0.1:${port}` },
      agent: false,
    });
    forwarded.on("response", (response) => {
      outgoing.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  server.on("connection", (socket) => isCut && socket.destroy());
  await listenAt(server, 0);
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked,
    cut: () => {
      isCut = true;
      server.closeAllConnections();
    },
    mend: () => {
      isCut = false;
    },
    hang: () => {
      isHanging = true;
    },
  };
}

/** Two engines, one connected to the other as its upstream. */
export interface ServiceSetting {
  /** The engine that serves. */
  readonly upstream: TestEngine;
  /** The engine that is connected to it. */
  readonly engine: TestEngine;
  readonly line: ServiceLine;
  readonly serviceId: string;
  /** Advances both clocks. */
  pass(ms: number): void;
}

export async function startEngine(options: TestEngineOptions = {}): Promise<TestEngine> {
  const engine = await startTestEngine(options);
  onTestFinished(() => engine.stop());
  return engine;
}

export async function callOk<K extends OperationName>(
  engine: TestEngine,
  operation: K,
  input: OperationInput<K>,
) {
  const result = (await engine.call(operation, input)) as CallResult<K>;
  if (!result.ok) throw new Error(`${result.error.message} ${result.error.action}`);
  return result.data;
}

export async function connectService(engine: TestEngine, line: ServiceLine, key: string) {
  return callOk(engine, "services.add", { base_url: line.baseUrl, key, name: "Upstream" });
}

export async function startServiceSetting(
  lines: readonly CatalogueLineInput[],
  options: TestEngineOptions = {},
): Promise<ServiceSetting> {
  const upstream = await startEngine();
  const engine = await startEngine(options);
  await upstream.import(lines);
  const line = await startLine(() => upstream.port());
  const { id } = await connectService(engine, line, upstream.key);
  line.asked.length = 0;
  const pass = (ms: number) => {
    upstream.clock.advance(ms);
    engine.clock.advance(ms);
  };
  return { upstream, engine, line, serviceId: id, pass };
}

export async function creditsUsed(engine: TestEngine): Promise<number> {
  return (await callOk(engine, "account.show", {})).used;
}

export async function serviceOf(engine: TestEngine) {
  return (await callOk(engine, "services.list", {})).services[0]!;
}

export async function offersOf(engine: TestEngine, id: string) {
  const { status, body } = await engine.get(`/products/offers?ids=${encodeURIComponent(id)}`);
  expect(status).toBe(200);
  return body.data[0]!.offers;
}

/** A product with one offer at this price. */
export function lamp(price: number, timestamp: string, availability: "in" | "out" = "in"): ProductLine {
  return {
    ...plainProduct("lamp", "Harbor Lamp"),
    barcode: "0012345678905",
    offers: [
      {
        id: "lamp-1",
        retailer: "shop.example",
        price,
        currency: "USD",
        availability,
        URL: "https://shop.example/lamp",
        timestamp,
      },
    ],
  };
}

interface FakeAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent with `success` and `meta`. */
  readonly body: object;
}

/** An upstream whose responses a test sets, in forms that the contract allows but this engine does not send. */
interface FakeService {
  readonly baseUrl: string;
  readonly asked: string[];
  /** The response to every path except `/usage`. */
  answer: (path: string) => FakeAnswer;
}

const meta = { request_id: "r", credits_used: 0, credits_remaining: 9, rate_limit_remaining: 0 };

const usage: FakeAnswer = {
  body: {
    data: {
      current_period: {
        start_date: "2026-06-01",
        end_date: "2026-06-30",
        requests_made: 1,
        credits_used: 1,
        credits_limit: 10,
        credits_remaining: 9,
      },
      usage_percentage: 10,
      subscription_required: false,
      // A status that this contract does not have yet.
      subscription_status: "gifted",
    },
  },
};

export async function startFakeService(): Promise<FakeService> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    asked.push(path);
    const { status = 200, headers = {}, body } = path.endsWith("/usage") ? usage : fake.answer(path);
    response.writeHead(status, { "Content-Type": "application/json", ...headers });
    response.end(JSON.stringify({ success: status === 200, meta, ...body }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const fake: FakeService = {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked,
    answer: () => ({ body: { data: [] } }),
  };
  return fake;
}
