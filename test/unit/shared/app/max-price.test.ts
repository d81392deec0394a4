import { expect, it } from "vitest";
import { catalogueHistoryPoint } from "../../../../src/main/engine/sources/catalogue/line.js";
import { maxPrice } from "../../../../src/shared/app/limits.js";
import { linkOptions } from "../../../../src/shared/app/links.js";
import { appOperations } from "../../../../src/shared/app/operations.js";

const timestamp = "2026-06-15T12:00:00.000Z";

it.each<[string, (price: number) => { readonly success: boolean }]>([
  ["the target of a link", (price) => linkOptions.safeParse({ target: { price, currency: null } })],
  [
    "a price paid",
    (price) => appOperations["purchases.save"].input.safeParse({ product_key: "product/a/1", price }),
  ],
  [
    "a corrected price",
    (price) =>
      appOperations["history.edit"].input.safeParse({
        offer_id: "o",
        timestamp,
        to: { price, availability: null },
      }),
  ],
  ["a price of a catalogue", (price) => catalogueHistoryPoint.safeParse({ price, timestamp })],
])("%s may be a trillion, and no more", (_what, parse) => {
  expect(parse(maxPrice).success).toBe(true);
  expect(parse(maxPrice + 1).success).toBe(false);
});
