import { expect, it } from "vitest";
import { waterMarks } from "../../../../../../src/renderer/features/product/history/picture-card.js";

it("a shared picture dates low and high water, which may lie outside of its chart", () => {
  const year = {
    low: { price: 56.99, timestamp: "2026-11-15T12:00:00.000Z" },
    high: { price: 100.99, timestamp: "2026-07-10T12:00:00.000Z" },
    usual: null,
  };
  expect(waterMarks(year, "USD")).toEqual({
    low: "Low water $56.99 · Nov 15, 2026",
    high: "High water $100.99 · Jul 10, 2026",
  });
});
