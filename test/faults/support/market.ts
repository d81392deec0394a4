import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Chance } from "./chance.js";

/** A shop with one product, a host of its own, so that an engine's first visit has to wait for no other. */
export interface MarketShop {
  readonly host: string;
  readonly url: string;
  priceMinor: number;
  isInStock: boolean;
  visits: number;
}

export interface Market {
  readonly shops: readonly MarketShop[];
  close(): void;
}

function pageOf({ priceMinor, isInStock }: MarketShop, name: string): string {
  const availability = `https://schema.org/${isInStock ? "InStock" : "OutOfStock"}`;
  const offers = { "@type": "Offer", price: priceMinor / 100, priceCurrency: "USD", availability };
  const data = { "@context": "https://schema.org", "@type": "Product", name, offers };
  return `<!doctype html><html lang="en-US"><head><title>${name}</title>
<script type="application/ld+json">${JSON.stringify(data)}</script></head><body><h1>${name}</h1></body></html>`;
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

async function openMarketShop(index: number): Promise<{ shop: MarketShop; server: Server }> {
  const server = createServer((request, response) => {
    if (request.url !== "/p/thing") return void response.writeHead(404).end();
    shop.visits++;
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(pageOf(shop, `Market thing ${index}`));
  });
  const host = `127.0.0.1:${await listen(server)}`;
  const shop = {
    host,
    url: `http://${host}/p/thing`,
    priceMinor: firstPrice(index),
    isInStock: true,
    visits: 0,
  };
  return { shop, server };
}

/** Shops on loopback whose prices the test sets. */
export async function openMarket(count: number): Promise<Market> {
  const opened = await Promise.all(Array.from({ length: count }, (_, i) => openMarketShop(i)));
  return {
    shops: opened.map(({ shop }) => shop),
    close: () => {
      for (const { server } of opened) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

/** Prices as a prepared folder knows them. */
function firstPrice(index: number): number {
  return 5_000 + index;
}

/** Makes everything cheaper than the prepared folder knows it; gives what it costs now. */
export function dropPrices(
  { market, watched }: { readonly market: Market; readonly watched: readonly string[] },
  chance: Chance,
): { service: string; priceMinor: number }[] {
  return market.shops.map((shop, i) => {
    shop.priceMinor = firstPrice(i) - chance.whole(100, 2_000);
    return { service: watched[i] ?? "", priceMinor: shop.priceMinor };
  });
}
