import { expect, it } from "vitest";
import { watchListCsv } from "../../../../../src/renderer/lib/watch/watch-csv.js";
import { createWatchRow } from "../../../../support/watch-row.js";

it("writes a line for each product", () => {
  const rows = [
    createWatchRow({
      title: "Kettle, red",
      target: { price: 39.5, currency: "USD" },
      tags: ["gift", "kitchen"],
    }),
    createWatchRow({
      best: null,
      is_in_stock: false,
      low: null,
      high: null,
      grade: null,
      last_check_at: null,
    }),
  ];
  const [head, ...lines] = watchListCsv(rows).split("\r\n");
  expect(head).toMatch(/^product,shop,price,currency,in_stock,target,/);
  expect(lines).toEqual([
    '"Kettle, red",shop.example,45,USD,yes,39.5,USD,40,80,,B,gift kitchen,2026-06-01T10:00:00.000Z,2026-06-15T10:00:00.000Z',
    "Kettle,,,,no,,,,,,,,2026-06-01T10:00:00.000Z,",
    "",
  ]);
});
