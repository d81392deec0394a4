import { expect, it } from "vitest";
import { newProductKey } from "../../../../../src/main/engine/operations/catalogue/import-product.js";

it.each([
  ["Kaffeemühle Groß", "kaffeemuhle-gross"],
  ["Kaffebryggare röd 1.2 l", "kaffebryggare-rod-1-2-l"],
  ["電気ケトル", "item"],
  [`${"a".repeat(59)} kettle`, "a".repeat(59)],
])("turns %s into a readable part of a product's key", (title, slug) => {
  const key = newProductKey(title, (size) => new Uint8Array(size));
  expect(key).toMatch(new RegExp(`^product/${slug}/\\w{10}$`));
});
