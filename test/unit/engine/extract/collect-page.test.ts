import { describe, expect, it } from "vitest";
import { extract } from "../../../../src/main/engine/extract/extract.js";
import { collectPage } from "../../../../src/main/engine/extract/html/collect-page.js";
import { page, shopUrl } from "./pages.js";

function textOf(html: string): string {
  return collectPage(html).text;
}

describe("reads all that comes before the end of a page that ends too early", () => {
  it.each([
    ["without any tag", "$5 a&amp;b", "$5 a&b"],
    ["in a start tag", "<p>$5<b class='x", "$5"],
    ["in an end tag", "<p>$5</p", "$5"],
    ["in a comment", "<p>$5<!-- $6", "$5"],
    ["in a style sheet", "<p>$5<style>a<b", "$5"],
    ["in a character reference", "<p>$5 a&amp", "$5 a&"],
    ["at a bracket", "<p>$5<", "$5<"],
  ])("%s", (_where, html, text) => {
    expect(textOf(html)).toBe(text);
  });

  it("in a script", () => {
    expect(collectPage("<script id=state>{ a<b").scripts).toEqual([{ type: "", id: "state", text: "{ a<b" }]);
  });
});

describe("takes the brand from the element that is called so", () => {
  it.each([
    ["Northlight", "Northlight"],
    ["Marque Northlight", "Northlight"],
    ["Hersteller: L.L.Bean", "L.L.Bean"],
    ["Marke", null],
    ["Hersteller Artikelnummer", null],
    ["Part No.", null],
    ["Lamps Visit the Store", null],
  ])("%s", (text, brand) => {
    expect(collectPage(`<title>Lamp</title><h1>Lamp</h1><p class="brand">${text}</p>`).brand).toBe(brand);
  });
});

it("reads a text with character references and comments in it as one text", () => {
  const body = '<p class="price">&euro;&nbsp;1&#46;299<!-- -->,00</p><p>Out&#32;of<!-- --> stock</p>';
  expect(extract({ url: shopUrl, html: page({ body, lang: "de", end: "" }) }).offer).toMatchObject({
    price: 1_299,
    availability: "out",
  });
});

it("reads a script with tags in it as one script, also within a drawing that is never closed", () => {
  const script = '<script id=state>{ "html": "a<b>c</b>" }</script>';
  const texts = (html: string) => collectPage(html).scripts.map(({ text }) => text);
  expect(texts(script)).toEqual(['{ "html": "a<b>c</b>" }']);
  expect(texts(`<svg>${script}`)).toEqual(['{ "html": "ac" }']);
});

it("reads brackets that begin no tag as text", () => {
  expect(textOf("<p>Age < 3, size > 4 & more</p>")).toBe("Age < 3, size > 4 & more");
});

it("shows the text of declarative shadow roots, but not of drawings, style sheets and noscript", () => {
  const hidden =
    "<svg><title>1</title><g/></svg><noscript>2</noscript><template>3</template><style><p>4</style>";
  const shown = "<shop-price><template shadowrootmode=open><b>$5</b></template></shop-price>";
  expect(textOf(`${hidden}${shown}`)).toBe("$5");
});

it("closes a paragraph and a table cell where the next one begins", () => {
  const html =
    "<p itemscope><b itemprop=name>Lamp</b><p itemprop=price>5<table><tr><td itemscope><td itemprop=sku>6";
  expect(collectPage(html).microdata.map(({ props }) => props)).toEqual([{ name: ["Lamp"] }, {}]);
});

it.each([
  ["d-none", "Lamp"],
  ["box displaynone", "Lamp"],
  ["d-none d-md-block", "Lamp Sold out"],
  ["d-md-block d-none", "Lamp Sold out"],
])("takes the text of class %s for hidden only if no screen shows it", (classes, text) => {
  expect(collectPage(`<main>Lamp <span class="${classes}">Sold out</span></main>`).text.trim()).toBe(text);
});

it.each([
  ["start tags that imply end tags", "<p><a><li><td><option>".repeat(20_000)],
  ["unmatched end tags", "</p></b></br>".repeat(30_000)],
  ["unmatched end tags, in a deep page", `${"<b1>".repeat(900)}${"</b2>".repeat(60_000)}`],
  ["forms in a form, in a deep page", `<form>${"<i>".repeat(900)}${"<form>".repeat(60_000)}`],
  ["brackets", "<".repeat(300_000)],
  ["ampersands", "&".repeat(300_000)],
  ["unfinished comments", "<!--".repeat(80_000)],
  ["class names", `<p class="${"d-none ".repeat(100_000)} d-md-block">`],
  ["attributes", `<p ${Array.from({ length: 50_000 }, (_, i) => `data-item-${i}='[]'`).join(" ")}>`],
])("reads a page made of %s without hanging", { timeout: 20_000 }, (_content, html) => {
  expect(collectPage(`<main><p>Lamp</p>${html}`).text).toMatch(/^Lamp/);
});

it("takes the product's name from an element called so where the page's title is the shop's", () => {
  const html = `<title>Lamp Shop</title><div id="pd_artname">Trail Lantern 4000</div><p class="price">$49.99</p>`;
  expect(extract({ url: shopUrl, html }).product?.title).toBe("Trail Lantern 4000");
});
