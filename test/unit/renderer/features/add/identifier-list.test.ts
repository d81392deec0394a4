import { describe, expect, it } from "vitest";
import { fileToText, readIdentifiers } from "../../../../../src/renderer/features/add/identifier-list.js";

describe("a pasted list", () => {
  it("finds the links in the lines of a letter, a list or a table, and leaves out its headings", () => {
    const text = [
      "For the kitchen:",
      "# Wish list 2026",
      "1. https://shop.example/kettle",
      "- Toaster (https://shop.example/toaster), the red one",
      "Pan\thttps://shop.example/pan_(28)\t2",
      "https://shop.example/a https://shop.example/b.",
      "4006381333931",
      "shop.example/cup",
    ];
    expect(readIdentifiers(text.join("\n")).identifiers).toEqual([
      "https://shop.example/kettle",
      "https://shop.example/toaster",
      "https://shop.example/pan_(28)",
      "https://shop.example/a",
      "https://shop.example/b",
      "4006381333931",
      "https://shop.example/cup",
    ]);
  });

  it("counts the lines of other words that it leaves out beside links", () => {
    expect(
      readIdentifiers("For the kitchen\nhttps://shop.example/kettle\n\na red one\n4006381333931").leftOut,
    ).toBe(2);
    expect(readIdentifiers("a red kettle").leftOut).toBe(0);
  });

  it("has one identifier a line, each once, in its order", () => {
    expect(readIdentifiers(" b \r\n\na\rb\n")).toEqual({
      identifiers: ["b", "a"],
      lines: 3,
      leftOut: 0,
    });
  });

  it("keeps commas: names and links have them", () => {
    expect(readIdentifiers("Kettle, red").identifiers).toEqual(["Kettle, red"]);
  });

  it("takes the first cell of rows that come from a spreadsheet", () => {
    expect(readIdentifiers("4006381333931\tPen\t2.50").identifiers).toEqual(["4006381333931"]);
  });

  it("can be empty", () => {
    expect(readIdentifiers(" \n\t\n")).toEqual({ identifiers: [], lines: 0, leftOut: 0 });
  });
});

describe("an opened file", () => {
  it("of plain text is taken as it is, without a byte-order mark", () => {
    expect(fileToText("list.txt", "\uFEFFa,b\nc")).toBe("a,b\nc");
  });

  it.each([
    ["commas", "ean,name\r\n4006381333931,Pen\r\nB0ABCDEFGH,Kettle\r\n"],
    ["semicolons", "EAN;name\n4006381333931;Pen, blue\nB0ABCDEFGH;Kettle"],
    ["tabs", "Barcode\tname\n4006381333931\tPen\nB0ABCDEFGH\tKettle"],
  ])("as a table with %s gives its first column without the heading", (_, content) => {
    expect(fileToText("list.CSV", content)).toBe("4006381333931\nB0ABCDEFGH");
  });

  it("may have no heading and a single column", () => {
    expect(fileToText("list.csv", "4006381333931\nB0ABCDEFGH\n")).toBe("4006381333931\nB0ABCDEFGH");
  });

  it("reads quoted cells with delimiters, doubled quotes and line breaks", () => {
    const content = '"Kettle, ""Red""",9.99\n"Two\nlines",1\nPlain 15" screen,2\nlast,"a\nb"\n';
    expect(fileToText("list.csv", content)).toBe('Kettle, "Red"\nTwo lines\nPlain 15" screen\nlast');
  });

  it("skips rows whose first cell is empty", () => {
    expect(fileToText("list.csv", ",x\n,,\na,y\n")).toBe("a");
  });

  it("survives a quote that is never closed", () => {
    expect(fileToText("list.csv", 'a,1\n"b,2\nc,3')).toBe('a\n"b\nc');
  });

  it("keeps model numbers with a slash among links", () => {
    const text = ["https://shop.example/a", "WH-1000XM5/B", "For the kitchen"].join("\n");
    expect(readIdentifiers(text)).toMatchObject({
      identifiers: ["https://shop.example/a", "WH-1000XM5/B"],
      leftOut: 1,
    });
  });
});
