import type { z } from "zod";
import type { catalogueDeal, catalogueProduct } from "../../src/main/engine/sources/catalogue/line.js";
import type { EventEnvelope } from "../../src/shared/contract/webhook.js";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/shared/time.js";
import { testStartIso } from "./clock.js";

/** A line of a catalogue file, before defaults are applied. */
export type ProductLine = z.input<typeof catalogueProduct>;
export type DealLine = z.input<typeof catalogueDeal>;
export type CatalogueLineInput = ProductLine | DealLine;

/** A product with every field and an offer of every kind. Tests rely on each of its figures. */
export const aurora: ProductLine = {
  type: "product",
  service: "product/aurora-headphones/p1",
  title: "Aurora Wireless Headphones",
  title_short: "Aurora",
  brand: "Northlight",
  category: "Headphones",
  categories: ["Electronics", "Headphones"],
  images: ["https://img.example/aurora-1.jpg", "https://img.example/aurora-2.jpg"],
  barcode: "036000291452",
  marketplace: "B0AURORA01",
  model: "AH-100",
  mpn: "NL AH100 BLK",
  color: "Black",
  slug: "aurora-headphones",
  description: "Over-ear headphones with noise cancelling.",
  attributes: { weight: "254 g", bluetooth: "5.3" },
  rating: { value: 4.4, count: 812 },
  score: {
    overall: 0.86,
    customer: 0.88,
    professional: 0.84,
    aspects: { value: 0.7, quality: 0.9 },
  },
  keywords: ["noise cancelling", "over-ear"],
  identifiers: { barcode: "036000291452", marketplace: "B0AURORA01", "shop.example": "SKU-1" },
  offers: [
    {
      id: "aurora-new",
      retailer: "shop.example",
      price: 199.99,
      currency: "USD",
      availability: "in",
      condition: "new",
      URL: "https://www.shop.example/p/aurora/?color=black&size=m",
      is_marketplace: false,
      timestamp: "2026-06-15T09:00:00.000Z",
      history: [
        { price: 299.99, availability: "in", timestamp: "2025-06-10T00:00:00.000Z" },
        { price: 249.99, availability: "in", timestamp: "2026-05-01T00:00:00.000Z" },
        { price: 249.99, availability: "in", timestamp: "2026-05-05T00:00:00.000Z" },
        { price: 229.99, availability: "in", timestamp: "2026-05-10T23:59:59.999Z" },
        { price: 229.99, availability: "out", timestamp: "2026-05-20T08:00:00.000Z" },
        { price: 199.99, availability: "in", timestamp: "2026-06-01T00:00:00.000Z" },
      ],
    },
    {
      id: "aurora-used",
      retailer: "market.example",
      price: 149.5,
      currency: "USD",
      availability: "in",
      condition: "used",
      condition_grade: "used-like-new",
      URL: "https://market.example/dp/B0AURORA01",
      seller: "Bargain Barn",
      is_marketplace: true,
      timestamp: "2026-06-14T00:00:00.000Z",
    },
    {
      id: "aurora-refurbished",
      retailer: "shop.example",
      price: 120,
      currency: "USD",
      availability: "out",
      condition: "refurbished",
      condition_grade: "refurbished-excellent",
      URL: "https://shop.example/p/aurora-refurbished",
      timestamp: "2026-06-13T00:00:00.000Z",
    },
    {
      id: "aurora-unknown-b",
      retailer: "third.example",
      price: 199.99,
      currency: "USD",
      URL: "https://third.example/aurora/b",
      timestamp: "2026-06-12T00:00:00.000Z",
    },
    {
      id: "aurora-unknown-a",
      retailer: "third.example",
      price: 199.99,
      currency: "USD",
      URL: "https://third.example/aurora/a",
      timestamp: "2026-06-12T00:00:00.000Z",
    },
    {
      id: "aurora-auction",
      retailer: "auction.example",
      price: 99,
      currency: "USD",
      availability: "in",
      URL: "https://auction.example/lot/7",
      auction: true,
      timestamp: "2026-06-11T00:00:00.000Z",
      history: [{ price: 80, availability: "in", timestamp: "2026-06-10T00:00:00.000Z" }],
    },
    {
      id: "aurora-untrusted",
      retailer: "shady.example",
      price: 10,
      currency: "USD",
      availability: "in",
      URL: "https://shady.example/1",
      trusted: false,
      timestamp: "2026-06-11T00:00:00.000Z",
    },
    {
      id: "aurora-invalid",
      retailer: "shop.example",
      price: 11,
      currency: "USD",
      availability: "in",
      URL: "https://shop.example/p/aurora-case",
      valid: false,
      timestamp: "2026-06-11T00:00:00.000Z",
    },
    {
      id: "aurora-euro",
      retailer: "laden.example",
      price: 12,
      currency: "EUR",
      availability: "in",
      URL: "https://laden.example/aurora",
      timestamp: "2026-06-11T00:00:00.000Z",
    },
  ],
  review: {
    slug: "aurora-review",
    headline: "Quiet at last",
    pros: ["Comfortable", "Quiet"],
    cons: ["Heavy"],
    bottom_line: "Buy them on sale.",
    scores: { overall: 0.86, customer: 0.88, professional: 0.84, aspects: { value: 0.7 } },
  },
};

/** Builds a product with `offers` plain offers and these fields; its service id is `product/<id>/x`. */
export function plainProduct(
  id: string,
  title: string,
  offers = 0,
  fields: Partial<ProductLine> = {},
): ProductLine {
  return {
    type: "product",
    service: `product/${id}/x`,
    title,
    ...fields,
    offers: Array.from({ length: offers }, (_, i) => ({
      id: `${id}-${i}`,
      retailer: "shop.example",
      price: 20 + i,
      currency: "USD",
      availability: "in" as const,
      URL: `https://shop.example/${id}/${i}`,
      timestamp: "2026-06-10T00:00:00.000Z",
    })),
  };
}

const book: ProductLine = {
  ...plainProduct("book", "The Book of Tides"),
  barcode: "9780306406157",
  category: "Books",
  offers: [
    {
      id: "book-euro",
      retailer: "laden.example",
      price: 30,
      currency: "EUR",
      availability: "in",
      URL: "https://laden.example/book",
      timestamp: "2026-06-10T00:00:00.000Z",
    },
  ],
  review: {
    slug: "book-review",
    headline: "Wet, but clear",
    pros: ["Short"],
    cons: [],
    bottom_line: "Read it.",
    scores: { overall: 0.5 },
  },
};

/** A product whose fields contain every character that CSV must quote. */
export const awkward = plainProduct("awkward", 'Lamp "Tide", 2-pack', 1, {
  description: "first line\nsecond line",
  color: "sea\rgreen",
  brand: "Ünïcode ☕ GmbH",
  categories: ["Home", "Lamps"],
  keywords: ["=SUM(A1)", "a;b"],
});

/** Results of a search for `harbor`, best match first: fewer other words rank higher. */
const harborMugs = Array.from({ length: 12 }, (_, i) =>
  plainProduct(`mug-${i}`, `Harbor Mug ${"extra large ".repeat(i)}No${i}`),
);

export const products: readonly ProductLine[] = [
  aurora,
  plainProduct("kettle", "Bare Kettle"),
  plainProduct("speaker-mini", "Boom Speaker Mini", 1, { model: "SPK-7", rating: { value: 5, count: 900 } }),
  plainProduct("speaker", "Boom Speaker", 2, { model: "SPK-7", rating: { value: 3, count: 5 } }),
  plainProduct("tie-few", "Tie Lamp Few", 1, { mpn: "TIE-1", rating: { value: 4, count: 5 } }),
  plainProduct("tie-many", "Tie Lamp Many", 1, { mpn: "TIE-1", rating: { value: 4, count: 50 } }),
  plainProduct("same-first", "Same Lamp First", 0, { model: "SAME-9" }),
  plainProduct("same-second", "Same Lamp Second", 0, { model: "SAME-9" }),
  plainProduct("cross", "Cross Reference", 0, { mpn: "SPK-7", model: "AH-100 XL" }),
  plainProduct("cafe", "Café Crème Maker ☕", 1),
  plainProduct("comma", "Scissors, Paper, Stone", 1),
  plainProduct("empty", "Empty Vase", 0, {
    brand: "",
    images: [],
    attributes: {},
    keywords: [],
    score: { aspects: {} },
    identifiers: {},
  }),
  book,
  awkward,
  ...harborMugs,
];

interface DealOptions {
  readonly ageMs: number;
  readonly score?: number;
  readonly letter?: string;
  readonly price?: number;
  readonly retailer?: string;
  readonly category?: string;
}

/** Builds a deal that is `ageMs` old at the start of the tests; its path is `deal/<name>`. */
export function deal(name: string, options: DealOptions): DealLine {
  const { ageMs, score = 10, letter = "B", price = 50, retailer = "shop.example", category } = options;
  return {
    type: "deal",
    path: `deal/${name}`,
    title: `Deal ${name}`,
    subtitle: "Half price",
    description: "A made-up deal.",
    emoji: "🌊",
    grade: { letter, suffix: letter === "A" ? "+" : "", value: 70, justification: "Lower than usual." },
    pricing: { current: price, original: price * 2, currency: "USD" },
    retailer: { name: retailer },
    url: `https://${retailer}/deal/${name}`,
    votes: { upvotes: Math.max(score, 0) + 2, downvotes: 2, score },
    comment_count: 3,
    created_at: new Date(Date.parse(testStartIso) - ageMs).toISOString(),
    ...(category === undefined ? {} : { category }),
  };
}

/** Tests rely on these ages, votes, grades and prices; `hot`, `new` and `top-*` sort them differently. */
export const deals: readonly DealLine[] = [
  deal("minutes", { ageMs: 10 * MINUTE_MS, score: 5, letter: "A", price: 19.99, category: "Audio" }),
  deal("half-hour", { ageMs: 30 * MINUTE_MS, score: 40, letter: "B", price: 20 }),
  deal("hours-a", {
    ageMs: 5 * HOUR_MS,
    score: 90,
    letter: "C",
    price: 49.99,
    retailer: "www.Market.example",
  }),
  deal("hours-b", { ageMs: 6 * HOUR_MS, score: 90, letter: "D", price: 100 }),
  deal("days", { ageMs: 3 * DAY_MS, score: 5_000, letter: "F", price: 500, category: "Audio" }),
  deal("disliked", { ageMs: 20 * MINUTE_MS, score: -50, letter: "D", price: 5 }),
  deal("weeks", { ageMs: 20 * DAY_MS, score: 9_999, letter: "A", price: 1, category: "Garden" }),
];

/** Old deals of one category, `Filler`, that make the list long. */
export const fillerDeals: readonly DealLine[] = Array.from({ length: 30 }, (_, i) =>
  deal(`filler-${String(i).padStart(2, "0")}`, {
    ageMs: 30 * DAY_MS + i * MINUTE_MS,
    score: 1,
    letter: "C",
    price: 70,
    retailer: "filler.example",
    category: "Filler",
  }),
);

/** The body of a delivery about the Aurora headphones. */
export function envelope(id: string, fields: Partial<EventEnvelope> = {}): EventEnvelope {
  return {
    id,
    event: "price_drop",
    attempt: 1,
    timestamp: "2026-06-15T12:00:00.000Z",
    data: {
      product: { service: "product/aurora-headphones/p1", title: "Aurora Wireless Headphones" },
      retailer: "shop.example",
      price: { current: 199.99, previous: 229.99, currency: "USD" },
      availability: null,
    },
    ...fields,
  };
}
