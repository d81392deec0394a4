import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { startTestEngine, type TestEngine, type TestEngineOptions } from "./engine.js";
import { listenAt } from "./ports.js";

interface ShopPage {
  readonly offer: object;
  more?: object;
  readonly status?: number;
  /** Takes the place of what is made of the others. */
  readonly html?: string;
  /** Where it redirects to. */
  readonly location?: string;
}

export interface Shop {
  readonly origin: string;
  readonly host: string;
  /** What the shop shows at `/p/lantern`. */
  page: ShopPage;
  /** Drops each connection from now on. Its port stays its own: nobody else answers there. */
  vanish(): void;
  readonly requests: { readonly path: string; readonly isConditional: boolean }[];
}

/** A small shop with one product page; closed when the test ends. */
export async function startShop(): Promise<Shop> {
  const server = createServer((request, response) => {
    const isConditional = request.headers["if-none-match"] !== undefined;
    shop.requests.push({ path: request.url ?? "", isConditional });
    const { offer, more, status = 200, html, location } = shop.page;
    const data = {
      "@type": "Product",
      name: "Trail Lantern",
      ...more,
      offers: { "@type": "Offer", priceCurrency: "USD", ...offer },
    };
    const body =
      html ?? `<h1>Trail Lantern</h1><script type="application/ld+json">${JSON.stringify(data)}</script>`;
    const etag = createHash("sha256").update(body).digest("hex").slice(0, 16);
    const isSame = status === 200 && request.headers["if-none-match"] === `"${etag}"`;
    response
      .writeHead(isSame ? 304 : status, {
        "Content-Type": "text/html",
        ETag: `"${etag}"`,
        ...(location === undefined ? {} : { Location: location }),
      })
      .end(isSame ? "" : body);
  });
  let isGone = false;
  server.on("connection", (socket) => isGone && socket.destroy());
  await listenAt(server, 0);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const shop: Shop = {
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    page: { offer: { price: 49.99, availability: "InStock" } },
    requests: [],
    vanish: () => {
      isGone = true;
      server.closeAllConnections();
    },
  };
  return shop;
}

/** An engine that may ask the shops. */
export async function startSetting(
  shops: readonly Shop[],
  options: TestEngineOptions = {},
): Promise<TestEngine> {
  const engine = await startTestEngine({ pagePace: { gapMs: 1 }, ...options });
  onTestFinished(() => engine.stop());
  engine.db.connection
    .prepare("INSERT INTO setting (key, value) VALUES ('pages.allowed_hosts', ?)")
    .run(JSON.stringify(shops.map(({ host }) => host)));
  return engine;
}

/** Adds a link that needs no further word. */
export async function add(engine: TestEngine, url: string) {
  const answer = await engine.call("links.add", { url });
  if (!answer.ok) throw new Error(answer.error.message);
  if (answer.data.outcome !== "added") throw new Error(`Not added: ${answer.data.outcome}.`);
  return answer.data;
}
