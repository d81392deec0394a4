import { expect, it } from "vitest";
import { savingSentences } from "../../../../src/renderer/lib/paid-against.js";

it("each saving names what it is against and over how many of the products unless over all, also where more was paid", () => {
  const savings = {
    currency: "USD",
    purchases: 6,
    paid: 600,
    usual: { amount: 120, purchases: 5 },
    list: { amount: 200, purchases: 6 },
    first: { amount: -30, purchases: 2 },
  };
  expect(savingSentences(savings)).toEqual([
    "Saved $120.00 against the usual price of 5 of 6 products.",
    "Saved $200.00 against the list price.",
    "Paid $30.00 more than the first price seen of 2 of 6 products.",
  ]);
  expect(savingSentences({ ...savings, usual: null, list: null, first: null })).toEqual([]);
});
