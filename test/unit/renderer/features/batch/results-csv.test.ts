import { expect, it } from "vitest";
import { resultsCsv } from "../../../../../src/renderer/features/batch/results-csv.js";
import type { BatchResult } from "../../../../../src/shared/contract/batch.js";
import type { Offer } from "../../../../../src/shared/contract/offer.js";

const offer = { retailer: "shop.example", price: 9.5, currency: "USD", availability: "in" } as Offer;
const found: BatchResult = {
  identifier: "4006381333931",
  status: "found",
  product: { title: 'Pen, "fine"', service: "product/pen/1", brand: "Stylo" },
  offers: [offer],
  review: {
    slug: "pen",
    headline: "Good",
    pros: [],
    cons: [],
    bottom_line: "Writes\nwell",
    scores: { overall: 0.8 },
  },
};
const unknown: BatchResult = { identifier: "nobody", status: "not_found", product: null };

it("is a table that a spreadsheet reads", () => {
  expect(resultsCsv([found, unknown])).toBe(
    [
      "identifier,status,service,title,brand,category,best_price,currency,retailer,availability,review_score,bottom_line",
      '4006381333931,found,product/pen/1,"Pen, ""fine""",Stylo,,9.5,USD,shop.example,in,0.8,"Writes\nwell"',
      "nobody,not_found,,,,,,,,,,",
      "",
    ].join("\r\n"),
  );
});

it("holds no formula, whatever a title begins with", () => {
  const title = '=HYPERLINK("https://evil.example","Click")';
  const rows = resultsCsv([{ ...found, product: { title, service: "product/x/1" } }]).split("\r\n");
  expect(rows[1]).toContain(`"'=HYPERLINK(""https://evil.example"",""Click"")"`);
  expect(resultsCsv([{ ...unknown, identifier: "-12" }])).toContain("\r\n'-12,");
});
