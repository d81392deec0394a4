import type { DealLine } from "./catalogue.js";
import { startOfTests } from "./clock.js";

interface DealOptions {
  readonly ageMs: number;
  readonly score?: number;
  readonly letter?: string;
  readonly price?: number;
  readonly retailer?: string;
  readonly category?: string;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

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
    created_at: new Date(Date.parse(startOfTests) - ageMs).toISOString(),
    ...(category === undefined ? {} : { category }),
  };
}

/** Tests rely on these ages, votes, grades and prices; `hot`, `new` and `top-*` sort them differently. */
export const deals: readonly DealLine[] = [
  deal("minutes", { ageMs: 10 * minute, score: 5, letter: "A", price: 19.99, category: "Audio" }),
  deal("half-hour", { ageMs: 30 * minute, score: 40, letter: "B", price: 20 }),
  deal("hours-a", { ageMs: 5 * hour, score: 90, letter: "C", price: 49.99, retailer: "www.Market.example" }),
  deal("hours-b", { ageMs: 6 * hour, score: 90, letter: "D", price: 100 }),
  deal("days", { ageMs: 3 * day, score: 5_000, letter: "F", price: 500, category: "Audio" }),
  deal("disliked", { ageMs: 20 * minute, score: -50, letter: "D", price: 5 }),
  deal("weeks", { ageMs: 20 * day, score: 9_999, letter: "A", price: 1, category: "Garden" }),
];

/** Old deals of one category, `Filler`, that make the list long. */
export const fillerDeals: readonly DealLine[] = Array.from({ length: 30 }, (_, i) =>
  deal(`filler-${String(i).padStart(2, "0")}`, {
    ageMs: 30 * day + i * minute,
    score: 1,
    letter: "C",
    price: 70,
    retailer: "filler.example",
    category: "Filler",
  }),
);
