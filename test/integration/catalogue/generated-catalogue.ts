import fc from "fast-check";

/** Any valid catalogue lines. Product keys, offer ids and URLs differ, so that imports merge nothing. */

const text = fc
  .oneof(
    fc.string({ unit: "grapheme", maxLength: 30 }),
    fc.constantFrom("a\u2028b", "x\u0000y", '"', "🎧 é", "\\"),
  )
  .map((each) => each.trim())
  .filter((each) => each !== "");
const price = fc.integer({ min: 1, max: 1_000_000_000_000 }).map((minor) => minor / 100);
const instant = fc
  .integer({ min: Date.UTC(1999, 0, 1), max: Date.UTC(2026, 10, 20) })
  .map((ms) => new Date(ms).toISOString());
const availability = fc.constantFrom("in", "out", null);
const share = fc.constantFrom(0, 0.25, 1);
const flag = fc.boolean();

const historyPoint = fc.record({ price, availability, timestamp: instant });

const stated = fc.record({
  kind: fc.constantFrom("coupon", "code", "member", "subscription", "trade_in"),
  price: fc.option(price),
  words: fc.option(text),
  timestamp: instant,
});

const offer = fc.record(
  {
    retailer: fc.constantFrom("shop.example", "WWW.Other.Example", "third.example"),
    price,
    currency: fc.constantFrom("USD", "EUR"),
    availability,
    condition: fc.constantFrom("new", "used", "refurbished", null),
    condition_grade: fc.option(text),
    seller: fc.option(text),
    is_marketplace: fc.option(flag),
    timestamp: instant,
    history: fc.array(historyPoint, { maxLength: 8 }),
    conditions: fc.array(stated, { maxLength: 4 }),
    trusted: flag,
    valid: flag,
    auction: flag,
  },
  { requiredKeys: ["retailer", "price", "currency", "timestamp"] },
);

const score = fc.record({ overall: share, customer: share }, { requiredKeys: [] });
const review = fc.record({
  slug: text,
  headline: text,
  pros: fc.array(text, { maxLength: 2 }),
  cons: fc.array(text, { maxLength: 2 }),
  bottom_line: text,
  scores: score,
});

const product = fc.record(
  {
    title: text,
    brand: text,
    category: text,
    categories: fc.array(text, { maxLength: 2 }),
    color: text,
    description: text,
    keywords: fc.array(text, { maxLength: 2 }),
    attributes: fc.dictionary(text, text, { maxKeys: 2 }),
    rating: fc.record({ value: fc.constantFrom(0, 3.5, 5), count: fc.nat() }),
    score,
    offers: fc.array(offer, { maxLength: 3 }),
    review,
  },
  { requiredKeys: ["title"] },
);

const deal = fc.record({
  title: text,
  subtitle: fc.string(),
  description: fc.string(),
  emoji: fc.constantFrom("", "🔥"),
  grade: fc.record({
    letter: fc.constantFrom("A", "B", "F"),
    suffix: fc.constantFrom("", "+", "-"),
    value: fc.nat(100),
    justification: fc.string(),
  }),
  pricing: fc.record({ current: price, original: price, currency: fc.constant("USD") }),
  retailer: fc.record({ name: fc.constantFrom("shop.example", "Other.example") }),
  url: fc.webUrl(),
  votes: fc.record({ upvotes: fc.nat(), downvotes: fc.nat(), score: fc.integer() }),
  comment_count: fc.nat(),
  created_at: instant,
  category: fc.option(text, { nil: undefined }),
});

export const catalogueLines = fc
  .tuple(fc.array(product, { maxLength: 8 }), fc.array(deal, { maxLength: 4 }))
  .map(([products, deals]) => [
    ...products.map((each, i) =>
      JSON.stringify({
        type: "product",
        service: `product/p/${i}`,
        ...each,
        offers: (each.offers ?? []).map((one, j) => ({
          id: `offer_${i}_${j}`,
          URL: `https://shop.example/${i}/${j}`,
          ...one,
        })),
      }),
    ),
    ...deals.map((each, i) => JSON.stringify({ type: "deal", path: `deal/${i}`, ...each })),
  ]);
