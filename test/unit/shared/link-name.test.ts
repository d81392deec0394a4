import { expect, it } from "vitest";
import { signedPrice } from "../../../src/shared/typed-amount.js";
import { linkName } from "../../../src/shared/words.js";

it.each([
  [
    "https://www.shop.example/sony-wh-1000xm5-headphones/dp/B08N5WRWNW?ref=1",
    "shop.example: sony wh 1000xm5 headphones",
  ],
  ["https://shop.example/kitchen/kettle_1.7l_red.html", "shop.example: kettle 1 7l red"],
  ["https://shop.example/b%C3%BCcher/alte-b%C3%BCcher", "shop.example: alte bücher"],
  ["https://shop.example/p/48151623", "shop.example"],
  ["https://shop.example:8080/dp/B08N5WRWNW", "shop.example:8080"],
  ["https://shop.example/%E0%A4%A/", "shop.example"],
])("the address %s is named %s", (url, name) => {
  expect(linkName(url)).toBe(name);
});

it.each([
  [79, "$", "en-US", "$79.00"],
  [1234.5, "$", "de-DE", "1.234,50\u00a0$"],
  [79, "kr", "en-US", "kr\u00a079.00"],
  [79, "kr", "de-DE", "79,00\u00a0kr"],
])("%d with the sign %s is written for %s as %s", (amount, sign, locale, text) => {
  expect(signedPrice(amount, sign, locale)).toBe(text);
});
