import { describe, expect, it } from "vitest";
import { extract } from "../../../../src/main/engine/extract/extract.js";
import type { ExtractedOffer } from "../../../../src/main/engine/extract/extraction.js";
import { shopUrl } from "./pages.js";

/** A page without data: what it shows is all there is. */
function readShown(body: string, title = "Waldkauz Sitzbank", lang = "de"): ExtractedOffer | undefined {
  const head = `<title>${title}</title><meta property="og:title" content="${title}">`;
  const html = `<!doctype html><html lang="${lang}"><head>${head}</head><body><main><h1>${title}</h1>${body}<button>In den Warenkorb</button></main></body></html>`;
  return extract({ url: shopUrl, html }).offer;
}

describe("a footnote behind an amount", () => {
  it.each([
    "7,19 €²",
    "7,19²&nbsp;€",
    "7,19 EUR¹",
    "<b>7,19 €</b>²",
    "7,19 €<sup>2</sup>",
    "7,19 € <sup>2</sup>",
    "7,19<sup>1</sup> €",
    "7,19 €<sup>1)</sup>",
    "7,19 €<sup>1,2</sup>",
    "7,19 €<sup>12</sup>",
    "7,19 €<sup>*</sup>",
    "7,19 €<sup>†</sup>",
    "7,19 €<sup><a href=#n>3</a></sup>",
    "7,19 €<sup>1</sup><sup>2</sup>",
    "7<sup>19</sup> €<sup>1</sup>",
  ])("leaves it readable: %s", (text) => {
    const others = "<p>10 Beutel <a href=/a>2,89 €</a> · 30 Beutel <a href=/b>7,19 €</a></p>";
    const title = "Kamillentee 30 Beutel";
    expect(readShown(`<p class=p>${text}</p>`, title)?.price).toBe(7.19);
    expect(readShown(`<p>AVP¹ <s>9,49 €</s></p><p class=p>${text}</p>${others}`, title)?.price).toBe(7.19);
  });

  it.each(["49<sup>99</sup> €", "49<sup><i>9</i><i>9</i></sup> €", "49 €<sup>99</sup>"])(
    "is told from cents: %s",
    (text) => {
      expect(readShown(`<p class=price>${text}</p>`)?.price ?? 49.99).toBe(49.99);
    },
  );

  it("leaves the unit behind a price per unit", () => {
    const body = "<p class=price>6,40 €²</p><p>1,60 €² / 100 ml</p>";
    expect(readShown(body)).toMatchObject({ price: 6.4, size: { amount: 400, unit: "ml" } });
  });

  it("is no part of a square metre", () => {
    expect(readShown("<p class=price>12,50 €</p>", "Vlies 25 m²")).toMatchObject({ price: 12.5 });
  });
});
