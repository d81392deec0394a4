import { describe, expect, it } from "vitest";
import { decodePage } from "../../../../../src/main/engine/sources/page/charset.js";

const latin = Buffer.from("Gr\xfc\xdfe", "latin1");

describe("the encoding of a page", () => {
  it("the encoding is taken from the Content-Type header", () => {
    expect(decodePage(latin, "text/html; charset=ISO-8859-1")).toBe("Grüße");
    expect(decodePage(latin, 'text/html; charset="windows-1252"')).toBe("Grüße");
  });

  it("the encoding is taken from a meta element if the header has none", () => {
    const page = (meta: string) => Buffer.concat([Buffer.from(meta), latin]);
    expect(decodePage(page('<meta charset="iso-8859-1">'), "text/html")).toContain("Grüße");
    const old = '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">';
    expect(decodePage(page(old), undefined)).toContain("Grüße");
  });

  it("the encoding is taken from a byte-order mark before anything else", () => {
    const utf8 = Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), Buffer.from("Grüße")]);
    expect(decodePage(utf8, "text/html; charset=iso-8859-1")).toBe("Grüße");
    const utf16 = Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from("Grüße", "utf16le")]);
    expect(decodePage(utf16, undefined)).toBe("Grüße");
  });

  it("UTF-16 is recognized by its bytes, with or without a mark, whatever the page says", () => {
    const text = '<meta charset="utf-8"><h1>一口 Laterne</h1>　<p class="price">12,50 €</p>';
    const little = Buffer.from(text, "utf16le");
    const big = Buffer.from(little).swap16();
    for (const bytes of [little, big])
      for (const type of [undefined, "text/html; charset=utf-16", "text/html; charset=utf-8"])
        expect(decodePage(bytes, type)).toBe(text);
    expect(decodePage(Buffer.from(`\uFEFF${text}`, "utf16le").swap16(), "text/html")).toBe(text);
  });

  it("a page of UTF-8 that calls itself Latin is read as UTF-8", () => {
    const bytes = Buffer.from('<meta charset="iso-8859-1"><p>Preis: 12,50\u00a0€</p>', "utf8");
    expect(decodePage(bytes, "text/html; charset=windows-1252")).toContain("12,50\u00a0€");
    // Its last character is cut off.
    expect(decodePage(bytes.subarray(0, bytes.indexOf("€") + 2), undefined)).toContain("12,50\u00a0");
  });

  it("the encoding is UTF-8 if it is missing or unknown", () => {
    expect(decodePage(Buffer.from("Grüße"), "text/html; charset=nonsense")).toBe("Grüße");
    expect(decodePage(Buffer.from("価格 ¥1,200"), undefined)).toBe("価格 ¥1,200");
    expect(decodePage(Buffer.from('<meta content="charset"> Grüße'), undefined)).toContain("Grüße");
    expect(decodePage(Buffer.from([0x83, 0x65]), "text/html; charset=Shift_JIS")).toBe("テ");
  });
});
