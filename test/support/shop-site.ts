import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A product of the shop, and the markup style of its page. */
export interface ShopProduct {
  readonly path: string;
  readonly title: string;
  price: number;
  isInStock: boolean;
  readonly style: "json-ld" | "microdata" | "meta" | "shopify" | "next" | "text";
}

export interface ShopSite {
  readonly origin: string;
  readonly products: readonly ShopProduct[];
  readonly visits: string[];
  /** Drops every connection until `resume`. */
  pause(): void;
  resume(): void;
  close(): void;
}

const picturePath = "/pictures/lantern.png";
/** The smallest PNG that there is. */
export const onePixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

function availabilityUrl({ isInStock }: ShopProduct): string {
  return `https://schema.org/${isInStock ? "InStock" : "OutOfStock"}`;
}

function stockText({ isInStock }: ShopProduct): string {
  return isInStock ? "<p>In stock</p><button>Add to cart</button>" : "<p>Out of stock</p>";
}

function jsonLd(product: ShopProduct): string {
  const data = {
    "@context": "https://schema.org",
    "@type": "Product",
    name: product.title,
    image: picturePath,
    offers: {
      "@type": "Offer",
      price: product.price.toFixed(2),
      priceCurrency: "USD",
      availability: availabilityUrl(product),
    },
  };
  return `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
}

/** The part of a page with the price, in each markup style. */
const priceMarkup: Readonly<Record<ShopProduct["style"], (product: ShopProduct) => string>> = {
  "json-ld": (product) => `${jsonLd(product)}<h1>${product.title}</h1><p class="price">$${product.price}</p>`,
  microdata: (
    product,
  ) => `<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">${product.title}</h1>
    <div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="priceCurrency" content="USD">
    <span itemprop="price" content="${product.price}">$${product.price}</span>
    <link itemprop="availability" href="${availabilityUrl(product)}"></div></div>`,
  meta: (
    product,
  ) => `<meta property="og:type" content="product"><meta property="og:title" content="${product.title}">
    <meta property="product:price:amount" content="${product.price}"><meta property="product:price:currency" content="USD">
    <meta property="product:availability" content="${product.isInStock ? "in stock" : "oos"}"><h1>${product.title}</h1>`,
  shopify: (
    product,
  ) => `<script>window.Shopify = {}; Shopify.currency = {"active":"USD","rate":"1.0"};</script>
    <script type="application/json" data-product-json>${JSON.stringify({
      id: 1,
      title: product.title,
      handle: product.path.slice(1),
      variants: [
        {
          id: 11,
          title: "Default Title",
          price: Math.round(product.price * 100),
          available: product.isInStock,
        },
      ],
    })}</script><h1>${product.title}</h1>`,
  next: (product) =>
    `<h1>${product.title}</h1><script id="__NEXT_DATA__" type="application/json">${JSON.stringify({
      props: {
        pageProps: {
          product: {
            name: product.title,
            price: { amount: product.price, currency: "USD" },
            inStock: product.isInStock,
          },
        },
      },
    })}</script>`,
  text: (
    product,
  ) => `<main><div class="product"><h1>${product.title}</h1><p class="product-price">US$${product.price.toFixed(2)}</p>
    ${stockText(product)}</div></main>`,
};

function renderPage(product: ShopProduct, others: readonly ShopProduct[]): string {
  const relatedItems = others.map(
    ({ path, title, price }) =>
      `<li class="tile"><a href="${path}">${title}</a><span class="price">$${price}</span></li>`,
  );
  return `<!doctype html><html lang="en-US"><head><title>${product.title}</title></head><body>
<nav><a href="/">Home</a></nav>${priceMarkup[product.style](product)}<section class="related"><h2>You may also like</h2><ul>${relatedItems.join("")}</ul></section></body></html>`;
}

/** Opens a small shop on loopback with a page in each markup style. */
export async function startShopSite(): Promise<ShopSite> {
  const styles = ["json-ld", "microdata", "meta", "shopify", "next", "text"] as const;
  const names = [
    "Trail Lantern",
    "Camp Kettle",
    "Wool Blanket",
    "Canvas Tent",
    "Folding Stool",
    "Field Knife",
  ];
  const products = styles.map(
    (style, i): ShopProduct => ({
      path: `/p/${names[i]?.toLowerCase().replace(" ", "-")}`,
      title: `${names[i]} ${4 + i}00`,
      price: 49.99 + i * 10,
      isInStock: true,
      style,
    }),
  );
  const visits: string[] = [];
  let isPaused = false;
  const server: Server = createServer((request, response) => {
    if (isPaused) return request.socket.destroy();
    if (request.url === picturePath) return response.setHeader("Content-Type", "image/png").end(onePixel);
    visits.push(request.url ?? "");
    const product = products.find(({ path }) => path === request.url);
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    if (product === undefined) return response.writeHead(404).end("<h1>Page not found</h1>");
    return response.end(
      renderPage(
        product,
        products.filter((each) => each !== product),
      ),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    products,
    visits,
    pause: () => {
      isPaused = true;
    },
    resume: () => {
      isPaused = false;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** What a shop answers: a page, or a page with the status and the delay of its response. */
type ShopAnswer = string | { readonly html: string; readonly status?: number; readonly delayMs?: number };

/** A shop whose pages a test writes. */
export interface OpenShop {
  readonly origin: string;
  readonly port: number;
  /** The link of a product. */
  readonly url: string;
  close(): void;
}

/** Opens a shop that answers by the path and the host of a request. With `address`, on more than 127.0.0.1. */
export async function openShop(
  answer: (path: string, host: string) => ShopAnswer,
  address = "127.0.0.1",
): Promise<OpenShop> {
  const server = createServer((request, response) => {
    const answered = answer(request.url ?? "", request.headers.host ?? "");
    const { html, status = 200, delayMs = 0 } = typeof answered === "string" ? { html: answered } : answered;
    response.writeHead(status, { "Content-Type": "text/html; charset=utf-8" });
    setTimeout(() => response.end(html), delayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { origin, port, url: `${origin}/p/lantern`, close };
}

/** As SearXNG answers `format=json`, with the fields that it adds. */
export function searchAnswer(urls: readonly string[]): string {
  const results = urls.map((url, i) => ({
    url,
    title: `Result ${i}`,
    content: "An excerpt.",
    engine: "brave",
    engines: ["brave"],
    score: 1 / (i + 1),
    category: "general",
    template: "default.html",
    parsed_url: ["https", "shop.example", "/", "", "", ""],
  }));
  return JSON.stringify({
    query: "",
    number_of_results: 0,
    results,
    answers: [],
    infoboxes: [],
    suggestions: [],
  });
}

/** Structured data as shops embed it. */
export function embedData(data: object): string {
  return `<script type="application/ld+json">${JSON.stringify({ "@context": "https://schema.org", ...data })}</script>`;
}

interface ProductFields {
  readonly name?: string;
  /** Several prices are those of several offers. */
  readonly price?: string | number | readonly string[];
  readonly currency?: string;
  readonly availability?: string;
  readonly gtin13?: string;
}

/** A shop's page of a lantern, or of the product with these fields. */
export function productHtml({
  name = "Trail Lantern 4000",
  price = "49.99",
  currency = "USD",
  availability = "InStock",
  ...more
}: ProductFields = {}): string {
  const offer = { "@type": "Offer", priceCurrency: currency, availability };
  const offers = Array.isArray(price)
    ? price.map((each) => ({ ...offer, price: each }))
    : { ...offer, price };
  return `<!doctype html><title>${name}</title><h1>${name}</h1>${embedData({ "@type": "Product", name, ...more, offers })}`;
}

/** A server on loopback that records its requests. */
export interface LocalServer {
  readonly origin: string;
  readonly host: string;
  readonly requests: { readonly path: string; readonly agent: string }[];
  close(): void;
}

async function startLocalServer(
  respond: (path: string) => { type: string; body: string },
): Promise<LocalServer> {
  const requests: LocalServer["requests"] = [];
  const server: Server = createServer((request, response) => {
    const path = request.url ?? "";
    requests.push({ path, agent: request.headers["user-agent"] ?? "" });
    const { type, body } = respond(path);
    response.writeHead(200, { "Content-Type": type, "Access-Control-Allow-Origin": "*" }).end(body);
  });
  server.on("upgrade", (request, socket) => {
    requests.push({ path: request.url ?? "", agent: request.headers["user-agent"] ?? "" });
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin: `http://${host}`,
    host,
    requests,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Starts a server with a private address, which no shop's page may reach. */
export function startPrivateServer(): Promise<LocalServer> {
  return startLocalServer(() => ({ type: "text/html", body: "<h1>Router</h1><p class=price>$1.00</p>" }));
}

interface ScriptShop extends LocalServer {
  /** The markup that its page shows once its script has run. */
  markup: string;
}

/** Starts a shop whose page is empty until its script has fetched the content. The script starts with `attack`. */
export async function startScriptShop(markup: string, attack = ""): Promise<ScriptShop> {
  const page = `<!doctype html><html lang="en-US"><head><title>Trail Lantern 4000</title></head><body>
<h1>Trail Lantern 4000</h1><div id="buy"></div><img src="/lantern.png" alt="">
<script>
  ${attack}
  setTimeout(async () => {
    const answer = await fetch("/api/price");
    document.getElementById("buy").innerHTML = await answer.text();
  }, 300);
</script></body></html>`;
  const server = await startLocalServer((path) => {
    if (path === "/api/price") return { type: "text/plain", body: shop.markup };
    if (path === "/p/lantern") return { type: "text/html", body: page };
    return { type: "application/octet-stream", body: "x" };
  });
  const shop: ScriptShop = { ...server, markup };
  return shop;
}
