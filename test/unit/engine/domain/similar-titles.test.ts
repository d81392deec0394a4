import { expect, it } from "vitest";
import { isSameName, likenessTo } from "../../../../src/main/engine/domain/similar-titles.js";

const name = (title: string, brand: string | null = null) => ({ title, brand });

it.each([
  ["in another order", name("Trail Lantern 4000"), name("Lantern, Trail 4000")],
  ["with the brand in one of them", name("Northlight Trail Lantern", "Northlight"), name("Trail lantern")],
  ["with other signs and accents", name("Café Crème 128GB – (Black)"), name("Cafe creme, 128 GB black")],
  ["with fillers", name("Kettle with thermometer"), name("The kettle, thermometer")],
])("two shops' names of a product are the same %s", (_case, one, other) => {
  expect(isSameName(one, other)).toBe(true);
  expect(isSameName(other, one)).toBe(true);
});

it.each([
  ["with another number", name("Trail Lantern 4000"), name("Trail Lantern 5000")],
  ["with another size", name("Phone 128 GB"), name("Phone 256 GB")],
  ["with a word more", name("Phone 15 Pro"), name("Phone 15 Pro Max")],
  ["of another colour", name("Kettle black"), name("Kettle white")],
  ["of another brand", name("Kettle", "Northlight"), name("Kettle", "Hearthside")],
  ["without a word", name("Northlight", "Northlight"), name("Northlight", "Northlight")],
])("two names are not the same %s", (_case, one, other) => expect(isSameName(one, other)).toBe(false));

it("names are as alike as the share of their words that both have", () => {
  expect(likenessTo(name("Trail Lantern"))(name("Trail Lantern"))).toBe(1);
  expect(likenessTo(name("Trail Lantern"))(name("Trail Lantern 4000", "Northlight"))).toBe(0.5);
  expect(likenessTo(name("Trail Lantern"))(name("Kettle"))).toBe(0);
});

it("names with the same model number are alike, whatever stands around it", () => {
  const like = likenessTo(name("Northlight LX-274F 27 inch monitor, black"));
  expect(like(name("LX274F | Displays by Northlight at the corner shop of things"))).toBe(0.6);
  expect(like(name("Northlight LX-275F for the desk of a friend at home"))).toBeLessThan(0.3);
});
