import { oneOrMore } from "../plural.js";

/** So many of a thing. The number is there for the plural, the text is what is shown. */
export const counts = {
  product: (count: number, shown: string) => `${shown} ${oneOrMore(count, "product", "products")}`,
  offer: (count: number, shown: string) => `${shown} ${oneOrMore(count, "offer", "offers")}`,
  deal: (count: number, shown: string) => `${shown} ${oneOrMore(count, "deal", "deals")}`,
  credit: (count: number, shown: string) => `${shown} ${oneOrMore(count, "credit", "credits")}`,
  alert: (count: number, shown: string) => `${shown} ${oneOrMore(count, "alert", "alerts")}`,
  newAlert: (count: number, shown: string) => `${shown} ${oneOrMore(count, "new alert", "new alerts")}`,
  rule: (count: number, shown: string) => `${shown} ${oneOrMore(count, "rule", "rules")}`,
  failure: (count: number, shown: string) => `${shown} ${oneOrMore(count, "failure", "failures")}`,
  day: (count: number, shown: string) => `${shown} ${oneOrMore(count, "day", "days")}`,
  event: (count: number, shown: string) => `${shown} ${oneOrMore(count, "event", "events")}`,
  line: (count: number, shown: string) => `${shown} ${oneOrMore(count, "line", "lines")}`,
  duplicate: (count: number, shown: string) => `${shown} ${oneOrMore(count, "duplicate", "duplicates")}`,
  pricePoint: (count: number, shown: string) => `${shown} ${oneOrMore(count, "price point", "price points")}`,
  review: (count: number, shown: string) => `${shown} ${oneOrMore(count, "review", "reviews")}`,
  recipe: (count: number, shown: string) => `${shown} ${oneOrMore(count, "recipe", "recipes")}`,
  shop: (count: number, shown: string) => `${shown} ${oneOrMore(count, "shop", "shops")}`,
};
