import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { flow } from "../../../../../../src/renderer/features/product/history/picture-card.js";
import {
  exportName,
  historyCsv,
} from "../../../../../../src/renderer/features/product/history/save-history.js";
import { csvText } from "../../../../../../src/renderer/lib/export-file.js";
import { line } from "./lines.js";

const viewport = { startMs: Date.UTC(2026, 2, 1), endMs: Date.UTC(2026, 5, 15) };

it("the history as a table has every change in sight, the oldest first, in UTC", () => {
  const day = (n: number) => Date.UTC(2026, 2, n);
  const offer = {
    ...line("a", [day(-20), 12], [day(3), 10.5, "out"], [day(9), 11], [day(9) + 1, 11]),
    seller: "Ann, Bob",
  };
  expect(historyCsv([offer], viewport).split("\r\n")).toEqual([
    "time,retailer,seller,condition,price,currency,availability,url",
    '2026-02-08T00:00:00.000Z,a,"Ann, Bob",new,12,USD,,https://shop.example/a',
    '2026-03-03T00:00:00.000Z,a,"Ann, Bob",new,10.5,USD,out,https://shop.example/a',
    '2026-03-09T00:00:00.000Z,a,"Ann, Bob",new,11,USD,,https://shop.example/a',
    "",
  ]);
});

describe("a table for a spreadsheet", () => {
  it("has no formula in it, and comes back as it was but for that", () => {
    const cell = fc.oneof(
      fc.string(),
      fc.constantFrom("=1+1", "+cmd", "-2", "@x", "\t=1", ' ="a"', '"', "a\r\nb"),
    );
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1 }), (rows) => {
        const read = parse(csvText(rows), { record_delimiter: "\r\n" }) as string[][];
        expect(read.length).toBe(rows.length);
        read.flat().forEach((text, index) => {
          expect(text).not.toMatch(/^\s*[=+\-@]/);
          expect(text.replace(/^'/, "")).toBe((rows.flat()[index] ?? "").replace(/^'/, ""));
        });
      }),
    );
  });

  it("leaves numbers as they are", () => {
    expect(csvText([[-1.5, "x"]])).toBe("-1.5,x\r\n");
  });
});

describe("names of files", () => {
  it("tell the product and the days", () => {
    expect(exportName("Kettle, 1.7 l (Größe: ‚L‘)", viewport, "csv")).toBe(
      "kettle-1-7-l-große-l-2026-03-01-to-2026-06-15.csv",
    );
    expect(exportName("電気ケトル", viewport, "png")).toMatch(/^電気ケトル-2026/);
    expect(exportName("../..", viewport, "png")).toBe("prices-2026-03-01-to-2026-06-15.png");
  });

  it("are safe on every system", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (title) => {
        expect(exportName(title, viewport, "csv")).not.toMatch(/[\\/:*?"<>|\s\p{Cc}]|^[.-]/u);
      }),
    );
  });
});

it("a legend flows into rows", () => {
  expect(flow([40, 40, 40, 200, 10], 100, 10)).toEqual([
    { x: 0, row: 0 },
    { x: 50, row: 0 },
    { x: 0, row: 1 },
    { x: 0, row: 2 },
    { x: 0, row: 3 },
  ]);
});
