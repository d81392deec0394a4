import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** How a shop of the farm behaves, in shares of 100: most are well, some are as shops are on a bad day. */
export const manners = ["well", "slow", "failing", "limiting"] as const;
export type Manner = (typeof manners)[number];

export function mannerOf(shop: number): Manner {
  const share = shop % 100;
  if (share < 5) return "slow";
  if (share < 9) return "failing";
  return share < 13 ? "limiting" : "well";
}

export const shopCount = 500;
/** The hour, all pauses, latencies and time limits pass so many times as fast, for shops and engine alike. */
export const hourSpeed = 20;
/** What a slow shop takes, in the hour's own time. */
const slowMs = 8_000;
/** What a shop that limits asks for, after every few answers. */
const limitEvery = 5;
const retryAfterSeconds = 120;

/** What one shop has seen of its visitor. */
export interface ShopRecord {
  readonly port: number;
  readonly manner: Manner;
  requests: number;
  /** Requests that came while another was under way. */
  overlaps: number;
  /** Shortest time from the end of one request to the start of the next; real milliseconds. */
  shortestGapMs: number | null;
}

interface Shop extends ShopRecord {
  underWay: number;
  lastEndMs: number | null;
}

const filler = `<li class="tile"><a href="/p/other"><img alt="Another thing" src="/i.jpg"></a><span class="price">$19.99</span></li>`;

function productPage(shop: number, product: string, price: number): string {
  const data = {
    "@context": "https://schema.org",
    "@type": "Product",
    name: `Thing ${product} of shop ${shop}`,
    sku: product,
    offers: { "@type": "Offer", price, priceCurrency: "USD", availability: "https://schema.org/InStock" },
  };
  return `<!doctype html><html lang="en"><head><title>Thing ${product}</title>
<script type="application/ld+json">${JSON.stringify(data)}</script></head>
<body><h1>Thing ${product} of shop ${shop}</h1><p class="price">$${price}</p><ul>${filler.repeat(300)}</ul></body></html>`;
}

async function answer(
  shop: Shop,
  index: number,
  speed: number,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const product = request.url ?? "/";
  switch (shop.manner) {
    case "failing":
      if (shop.requests % 2 === 0) return void request.socket.destroy();
      return void response.writeHead(503).end("Down.");
    case "limiting":
      if (shop.requests % limitEvery === 0)
        return void response.writeHead(429, { "Retry-After": String(retryAfterSeconds) }).end();
      break;
    case "slow":
      await delay(slowMs / speed);
      break;
    case "well":
      break;
  }
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  // A few prices move from visit to visit.
  response.end(productPage(index, product, 20 + ((shop.requests * 7 + product.length) % 5)));
}

async function openShop(index: number, speed: number): Promise<Shop> {
  const shop: Shop = {
    port: 0,
    manner: mannerOf(index),
    requests: 0,
    overlaps: 0,
    shortestGapMs: null,
    underWay: 0,
    lastEndMs: null,
  };
  const server = createServer((request, response) => {
    shop.requests++;
    if (shop.underWay > 0) shop.overlaps++;
    if (shop.lastEndMs !== null) {
      const gapMs = performance.now() - shop.lastEndMs;
      shop.shortestGapMs = Math.min(shop.shortestGapMs ?? gapMs, gapMs);
    }
    shop.underWay++;
    response.once("close", () => {
      shop.underWay--;
      shop.lastEndMs = performance.now();
    });
    void answer(shop, index, speed, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(shop, { port: (server.address() as AddressInfo).port });
}

/** Opens shops, each a host of its own, and serves what they have seen at `/`. Returns the port of that. */
export async function serveShops(count: number, speed: number): Promise<number> {
  const shops = await Promise.all(Array.from({ length: count }, (_, index) => openShop(index, speed)));
  const desk = createServer((_request, response) => {
    const records = shops.map(
      ({ port, manner, requests, overlaps, shortestGapMs }): ShopRecord => ({
        port,
        manner,
        requests,
        overlaps,
        shortestGapMs,
      }),
    );
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify(records));
  });
  await new Promise<void>((resolve) => desk.listen(0, "127.0.0.1", resolve));
  return (desk.address() as AddressInfo).port;
}
