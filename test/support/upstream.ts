import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished } from "vitest";
import { type CatalogueLineInput, type ProductLine, plainProduct } from "./catalogue.js";
import { openTestEngine, type TestEngine, type TestEngineOptions } from "./engine.js";
import { listenOn } from "./network.js";
import { serve } from "./serve.js";

/** A proxy between two engines that records requests, and can be cut off and restored. */
interface UpstreamProxy {
  readonly baseUrl: string;
  /** The requested paths with their queries. */
  readonly requestedPaths: string[];
  /** Drops every connection from now on, but keeps its port. */
  cut(): void;
  restore(): void;
  /** Accepts requests from now on, but never responds. */
  hang(): void;
}

export async function startUpstreamProxy(readPort: () => number): Promise<UpstreamProxy> {
  const requestedPaths: string[] = [];
  let isHanging = false;
  let isCut = false;
  const server = createServer((incoming, outgoing) => {
    const port = readPort();
    requestedPaths.push(incoming.url ?? "");
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
  await listenOn(server, 0);
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requestedPaths,
    cut: () => {
      isCut = true;
      server.closeAllConnections();
    },
    restore: () => {
      isCut = false;
    },
    hang: () => {
      isHanging = true;
    },
  };
}

/** Two engines, one connected to the other as its upstream. */
export interface UpstreamFixture {
  /** The engine that serves. */
  readonly upstream: TestEngine;
  /** The engine that is connected to it. */
  readonly engine: TestEngine;
  readonly proxy: UpstreamProxy;
  readonly upstreamId: string;
  /** Advances both clocks. */
  advance(ms: number): void;
}

export async function connectUpstream(engine: TestEngine, proxy: UpstreamProxy, key: string) {
  return engine.data("upstreams.add", { base_url: proxy.baseUrl, key, name: "Upstream" });
}

export async function startUpstreamFixture(
  lines: readonly CatalogueLineInput[],
  options: TestEngineOptions = {},
): Promise<UpstreamFixture> {
  const upstream = await openTestEngine();
  const engine = await openTestEngine(options);
  await upstream.import(lines);
  const proxy = await startUpstreamProxy(() => upstream.port());
  const { id } = await connectUpstream(engine, proxy, upstream.key);
  proxy.requestedPaths.length = 0;
  const advance = (ms: number) => {
    upstream.clock.advance(ms);
    engine.clock.advance(ms);
  };
  return { upstream, engine, proxy, upstreamId: id, advance };
}

export async function readCreditsUsed(engine: TestEngine): Promise<number> {
  return (await engine.data("account.show", {})).used;
}

export async function readUpstream(engine: TestEngine) {
  return (await engine.data("upstreams.list", {})).upstreams[0]!;
}

export async function readOffers(engine: TestEngine, id: string) {
  const { status, body } = await engine.get(`/products/offers?ids=${encodeURIComponent(id)}`);
  expect(status).toBe(200);
  return body.data[0]!.offers;
}

/** A product with one offer at this price. */
export function lampAt(price: number, timestamp: string, availability: "in" | "out" = "in"): ProductLine {
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

interface FakeResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent with `success` and `meta`. */
  readonly body: object;
}

/** An upstream whose responses a test sets, in forms that the contract allows but this engine does not send. */
interface FakeUpstream {
  readonly baseUrl: string;
  readonly requestedPaths: string[];
  /** The response to every path except `/usage`. */
  respond: (path: string) => FakeResponse;
}

const meta = { request_id: "r", credits_used: 0, credits_remaining: 9, rate_limit_remaining: 0 };

const usage: FakeResponse = {
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

export async function startFakeUpstream(): Promise<FakeUpstream> {
  const requestedPaths: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    requestedPaths.push(path);
    const { status = 200, headers = {}, body } = path.endsWith("/usage") ? usage : fake.respond(path);
    response.writeHead(status, { "Content-Type": "application/json", ...headers });
    response.end(JSON.stringify({ success: status === 200, meta, ...body }));
  });
  const port = await serve(server);
  const fake: FakeUpstream = {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requestedPaths,
    respond: () => ({ body: { data: [] } }),
  };
  return fake;
}
