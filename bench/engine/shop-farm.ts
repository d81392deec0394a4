import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { assertNever } from "../../src/shared/assert-never.js";

/** Most shops are healthy. */
export type ShopBehavior = "healthy" | "slow" | "failing" | "rate-limiting";

function selectBehavior(index: number): ShopBehavior {
  const percentile = index % 100;
  if (percentile < 5) return "slow";
  if (percentile < 9) return "failing";
  return percentile < 13 ? "rate-limiting" : "healthy";
}

export const shopCount = 500;
/** How many times faster than real time pauses, latencies and timeouts of the shops and the engine pass. */
export const timeScale = 20;
/** Latency of a slow shop, in simulated time. */
const slowMs = 8_000;
/** A rate-limiting shop responds to every fifth request with 429. */
const limitEvery = 5;
const retryAfterSeconds = 120;

/** One shop's record of the requests it received. */
export interface ShopRecord {
  readonly port: number;
  readonly behavior: ShopBehavior;
  requests: number;
  /** Requests that arrived while another was in progress. */
  overlaps: number;
  /** Shortest time from the end of one request to the start of the next, in real milliseconds. */
  minGapMs: number | null;
}

interface Shop extends ShopRecord {
  inProgress: number;
  lastEndMs: number | null;
}

const tile = `<li class="tile"><a href="/p/other"><img alt="Another thing" src="/i.jpg"></a><span class="price">$19.99</span></li>`;

function createPage(shop: number, product: string, price: number): string {
  const data = {
    "@context": "https://schema.org",
    "@type": "Product",
    name: `Thing ${product} of shop ${shop}`,
    sku: product,
    offers: { "@type": "Offer", price, priceCurrency: "USD", availability: "https://schema.org/InStock" },
  };
  return `<!doctype html><html lang="en"><head><title>Thing ${product}</title>
<script type="application/ld+json">${JSON.stringify(data)}</script></head>
<body><h1>Thing ${product} of shop ${shop}</h1><p class="price">$${price}</p><ul>${tile.repeat(300)}</ul></body></html>`;
}

async function respond(
  shop: Shop,
  index: number,
  speed: number,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const product = request.url ?? "/";
  switch (shop.behavior) {
    case "failing":
      if (shop.requests % 2 === 0) return void request.socket.destroy();
      return void response.writeHead(503).end("Down.");
    case "rate-limiting":
      if (shop.requests % limitEvery === 0)
        return void response.writeHead(429, { "Retry-After": String(retryAfterSeconds) }).end();
      break;
    case "slow":
      await delay(slowMs / speed);
      break;
    case "healthy":
      break;
    default:
      assertNever(shop.behavior);
  }
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  // Some prices change from visit to visit.
  response.end(createPage(index, product, 20 + ((shop.requests * 7 + product.length) % 5)));
}

async function openShop(index: number, speed: number): Promise<Shop> {
  const shop: Shop = {
    port: 0,
    behavior: selectBehavior(index),
    requests: 0,
    overlaps: 0,
    minGapMs: null,
    inProgress: 0,
    lastEndMs: null,
  };
  const server = createServer((request, response) => {
    shop.requests++;
    if (shop.inProgress > 0) shop.overlaps++;
    if (shop.lastEndMs !== null) {
      const gapMs = performance.now() - shop.lastEndMs;
      shop.minGapMs = Math.min(shop.minGapMs ?? gapMs, gapMs);
    }
    shop.inProgress++;
    response.once("close", () => {
      shop.inProgress--;
      shop.lastEndMs = performance.now();
    });
    void respond(shop, index, speed, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(shop, { port: (server.address() as AddressInfo).port });
}

/** Opens shops, each on a port of its own, and serves their records. Returns the port of the records. */
export async function serveShops(count: number, speed: number): Promise<number> {
  const shops = await Promise.all(Array.from({ length: count }, (_, index) => openShop(index, speed)));
  const recordServer = createServer((_request, response) => {
    const records = shops.map(
      ({ port, behavior, requests, overlaps, minGapMs }): ShopRecord => ({
        port,
        behavior,
        requests,
        overlaps,
        minGapMs,
      }),
    );
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify(records));
  });
  await new Promise<void>((resolve) => recordServer.listen(0, "127.0.0.1", resolve));
  return (recordServer.address() as AddressInfo).port;
}
