import { expect, test } from "vitest";
import { listTitle, titleOfListed } from "../../../../src/main/engine/domain/list-title.js";

test.each([
  ["jigsaw · shop.example", "jigsaw · Bosch PST 700"],
  [listTitle("Sale · Tools", "shop.example"), "Sale · Tools · Bosch PST 700"],
  [listTitle(null, "shop.example"), "Bosch PST 700"],
  ["My jigsaw", "My jigsaw · Bosch PST 700"],
  ["not-a · shop.example.org", "not-a · shop.example.org · Bosch PST 700"],
])("names the product of the list %j in %j", (title, named) => {
  expect(titleOfListed(title, "shop.example", "Bosch PST 700")).toBe(named);
});
