import { describe, expect, it } from "vitest";
import { cleanText, cleanTexts, escapeSteering } from "../../../../src/main/engine/domain/clean-text.js";
import { parseLine } from "../../../../src/main/engine/sources/catalogue/line.js";
import { ListBuilder } from "../../../../src/main/engine/sources/lists/parsed-list.js";
import { shownPage } from "../../../../src/main/engine/sources/page/fetch-outcome.js";
import { readPage } from "../../../../src/main/engine/sources/page/read-page.js";

describe("a text from outside", () => {
  it.each([
    ["a red \u001b[31mlamp\u001b[0m", "a red lamp"],
    ["\u001b]0;title\u0007lamp", "lamp"],
    ["\u009b31mlamp", "lamp"],
    ["lamp\u0000and\u0007bell", "lamp and bell"],
    ["lamp\u202egnp.exe", "lampgnp.exe"],
    ["\u2066lamp\u2069", "lamp"],
    ["\u001b", ""],
  ])("loses what steers a terminal or turns its order: %j", (text, clean) => {
    expect(cleanText(text)).toBe(clean);
  });

  it.each(["two\r\nlines\tand a tab", " spaces ", "👩‍👩‍👧", "مرحبا \u200f(1)", "Größe 3½″"])(
    "is the same without such characters: %j",
    (text) => expect(cleanText(text)).toBe(text),
  );
});

describe("a value from outside", () => {
  it("is clean in its texts and names, at any depth", () => {
    expect(cleanTexts({ a: ["x\u0007y", 1, null], "k\u202e": { b: "\u202ez", c: undefined } })).toEqual({
      a: ["x y", 1, null],
      k: { b: "z", c: undefined },
    });
  });

  it("is the same object if it is clean", () => {
    const value = { a: ["x", 1, null, Number.NaN], b: { c: undefined } };
    expect(cleanTexts(value)).toBe(value);
  });
});

it("JSON for a terminal has its steering characters escaped, with the same meaning", () => {
  const value = { title: "a\u009b31m\u202eb\u007f\n" };
  const json = escapeSteering(JSON.stringify(value));
  expect(json).toMatch(/^[\x20-\x7e]*$/);
  expect(JSON.parse(json)).toEqual(value);
});

describe("what is stored", () => {
  const dirty = "Lamp \u001b[31mred\u202e\u0000";

  it("has the clean texts of a catalogue's line", () => {
    const product = { type: "product", title: dirty, attributes: { [dirty]: dirty } };
    expect(parseLine(JSON.stringify(product))).toMatchObject({
      line: { title: "Lamp red", attributes: { "Lamp red": "Lamp red" } },
    });
    expect(parseLine(JSON.stringify({ ...product, title: "\u0007" }))).toEqual({
      ok: false,
      reason: "title: must have at least 1 character",
    });
  });

  it("has the clean texts of a page", () => {
    const offers = { "@type": "Offer", price: 5, priceCurrency: "USD" };
    const data = { "@context": "https://schema.org", "@type": "Product", name: dirty, offers };
    const html = `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
    const url = "https://shop.example/lamp";
    expect(readPage({ url, outcome: shownPage(url, html) })).toMatchObject({
      extraction: { product: { title: "Lamp red" }, offer: { price: 5 } },
    });
  });

  it("has the clean texts of a list", () => {
    const list = new ListBuilder();
    list.add({ url: "https://shop.example/a", line: 1, title: dirty, tags: [dirty] });
    list.skip(2, dirty, "no link");
    expect(list.finish("text" as never, dirty)).toMatchObject({
      name: "Lamp red",
      items: [{ title: "Lamp red", tags: ["Lamp red"] }],
      skipped: [{ text: "Lamp red" }],
    });
  });
});
