import { extract } from "../../../../src/main/engine/extract/extract.js";
import type { Extraction } from "../../../../src/main/engine/extract/extraction.js";
import { type PriceModel, priceModel } from "../../../../src/main/engine/extract/score/price-score.js";

export const shopUrl = "https://shop.example/p/lantern-4000";

interface PageParts {
  readonly head?: string;
  readonly body?: string;
  readonly lang?: string;
  /** Below `body`; a button to buy unless given. */
  readonly end?: string;
}

/** A product page of a shop, with what a test puts into it. */
export function page({
  head = "",
  body = "",
  lang = "en",
  end = "<button>Add to cart</button>",
}: PageParts): string {
  return `<!doctype html><html lang="${lang}"><head><title>Trail Lantern 4000 | Shop</title>${head}</head>
<body><nav><a href="/">Home</a> <a href="/cart">Cart ($0.00)</a></nav>
<main><h1>Trail Lantern 4000</h1>${body}${end}</main>
<footer>Free shipping over $50.00</footer></body></html>`;
}

export function jsonLd(data: unknown, type = "application/ld+json"): string {
  return `<script type="${type}">${typeof data === "string" ? data : JSON.stringify(data)}</script>`;
}

/** A product with one offer, as most shops write it. */
export function product(offer: object, more: object = {}): object {
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    name: "Trail Lantern 4000",
    offers: {
      "@type": "Offer",
      price: "49.99",
      priceCurrency: "USD",
      availability: "https://schema.org/InStock",
      ...offer,
    },
    ...more,
  };
}

/** Without a model, by the rules alone. */
export function read(parts: PageParts, url = shopUrl, model: PriceModel | null = priceModel): Extraction {
  return extract({ url, html: page(parts) }, model);
}

/** Status, price, currency and availability: what most tests are about. */
export function gist({ status, offer }: Extraction): unknown[] {
  return [status, offer?.price ?? null, offer?.currency ?? null, offer?.availability ?? null];
}
