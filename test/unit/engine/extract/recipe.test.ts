import fc from "fast-check";
import { Parser } from "htmlparser2";
import { describe, expect, it } from "vitest";
import { extract } from "../../../../src/main/engine/extract/extract.js";
import { collectPage } from "../../../../src/main/engine/extract/html/collect-page.js";
import { SelectorWatch } from "../../../../src/main/engine/extract/html/selector-watch.js";
import { locateClick } from "../../../../src/main/engine/extract/recipe/read-recipe.js";
import { buildRecipe, candidateSelectors } from "../../../../src/shared/recipe/build.js";
import type { ClickedElement, ClickReport, Recipe } from "../../../../src/shared/recipe/recipe.js";
import { jsonLd, page, product, shopUrl } from "./pages.js";

function recipeOf(selectors: readonly string[], price: Partial<Recipe["price"]> = {}): Recipe {
  return {
    version: 1,
    host: "shop.example",
    price: { selectors: [...selectors], attribute: null, decimal: null, ...price },
  };
}

function read(body: string, recipe: Recipe) {
  return extract({ url: shopUrl, html: page({ body }), recipe });
}

describe("a recipe", () => {
  const recipe = recipeOf(["#buy .price", "main > p:nth-of-type(2)"]);

  it("is believed before all that the page says of its price", () => {
    const body = `${jsonLd(product({ price: "59.99" }))}<div id="buy"><b class="price now">$44.95</b></div>`;
    expect(read(body, recipe)).toMatchObject({
      status: "found",
      product: { title: "Trail Lantern 4000" },
      offer: { price: 44.95, currency: "USD", availability: "in" },
      evidence: { price: "recipe:#buy .price" },
    });
  });

  describe("that was clicked on another page of the shop", () => {
    const elsewhere = { ...recipeOf(["#buy .price"], { attribute: "data-price" }), page: "/p/other" };
    const place = '<div id="buy"><b class="price" data-price="44.95">Buy</b></div>';

    it.each([
      ["its price", { price: "59.99" }, 59.99],
      ["that it is sold out", { price: undefined, availability: "https://schema.org/OutOfStock" }, null],
    ])("overrules no page that says %s", (_case, offer, price) => {
      const body = `${jsonLd(product(offer))}${place}`;
      expect(read(body, elsewhere)).toMatchObject({ status: "found", offer: { price } });
      const here = { ...elsewhere, page: "/p/lantern-4000" };
      expect(read(body, here)).toMatchObject({ status: "found", offer: { price: 44.95 } });
    });

    it("overrules no page that has several prices", () => {
      const offers = ["59.99", "79.99"].map((price) => ({ "@type": "Offer", price, priceCurrency: "USD" }));
      const body = `${jsonLd({ "@type": "Product", name: "Trail Lantern 4000", offers })}${place}`;
      expect(read(body, elsewhere).status).toBe("ambiguous");
    });

    it("helps where nothing else says a price", () => {
      expect(read(`<h1>Trail Lantern</h1>${place}`, elsewhere)).toMatchObject({ offer: { price: 44.95 } });
    });

    it("is not blamed where nothing is found", () => {
      expect(read("<p>Nice.</p>", elsewhere).reason).not.toMatch(/recipe/);
    });
  });

  it("falls back to the next place where the first is gone", () => {
    const { offer, evidence } = read("<p>Nice.</p><p>EUR 12,50</p>", recipe);
    expect([offer?.price, offer?.currency, evidence.price]).toEqual([
      12.5,
      "EUR",
      "recipe:main > p:nth-of-type(2)",
    ]);
  });

  it.each([
    ["nothing is there", "<p>Nice.</p>"],
    ["no amount is there", '<div id="buy"><b class="price">Ask us</b></div>'],
    ["it is free, or less", '<div id="buy"><b class="price">$0.00</b><b class="price">-$5.00</b></div>'],
    ["several amounts are there", '<div id="buy"><b class="price">$5.00</b><b class="price">$7.00</b></div>'],
    ["an old and a new price stand in it", '<div id="buy"><b class="price">$50.00 $40.00</b></div>'],
    ["it is hidden", '<div id="buy"><b class="price" style="display:none">$5.00</b></div>'],
  ])("gives no price where %s", (_case, body) => {
    const { evidence } = read(body, recipe);
    expect(evidence.price ?? "").not.toMatch(/^recipe:/);
  });

  it.each(["__proto__", "constructor", "toString"])(
    "finds no attribute %s where none is written",
    (attribute) => {
      const { evidence } = read('<b class="price">$5.00</b>', recipeOf([".price"], { attribute }));
      expect(evidence.price ?? "").not.toMatch(/^recipe:/);
    },
  );

  it("finds the attribute constructor only where it is written", () => {
    const selected = recipeOf(['[constructor*="6"]'], { attribute: "constructor" });
    expect(read('<b class="price" constructor="6.00">Ask us</b>', selected).offer?.price).toBe(6);
    expect(read('<b class="price">Ask us</b>', selected).offer?.price ?? null).toBeNull();
  });

  it("that matches no more leaves the price to the others, and says so where there is none", () => {
    expect(read(jsonLd(product({})), recipe)).toMatchObject({ offer: { price: 49.99 } });
    expect(extract({ url: shopUrl, html: "<p>Hello.</p>", recipe })).toMatchObject({
      status: "nothing",
      reason: expect.stringContaining("does not match any more"),
    });
  });

  it.each([
    ["$49+", {}, 49, "USD"],
    ["US$ 36.97+", {}, 36.97, "USD"],
    ["It costs 340 pounds and comes in 3 days.", {}, 340, "GBP"],
    ["Das kostet 340 Euro.", {}, 340, "EUR"],
    ["89 euros", {}, 89, "EUR"],
    ["Framing takes 3 weeks and costs £340 including delivery.", {}, 340, "GBP"],
    ["Framing takes 3 weeks and costs 340.", { nth: 2 }, 340, null],
    ["Was $50, now $40.", { nth: 2 }, 40, "USD"],
    [`Framing costs £340${", all included".repeat(15)}.`, {}, 340, "GBP"],
  ] as const)("reads %j", (text, price, amount, currency) => {
    const html = `<html lang="en-US"><body><h1>Oak frame</h1><p id="buy">${text}</p></body></html>`;
    const { offer, evidence } = extract({ url: shopUrl, html, recipe: recipeOf(["#buy"], price) });
    expect([offer?.price, offer?.currency, evidence.price]).toEqual([amount, currency, "recipe:#buy"]);
  });

  it.each([
    ["a text", '<aside><b id="buy">$180.60</b></aside>', {}],
    ["an attribute", '<aside><b id="buy" data-price="$180.60">Buy</b></aside>', { attribute: "data-price" }],
  ])("keeps the sign of %s that no other reader takes for the price", (_case, body, price) => {
    expect(read(body, recipeOf(["#buy"], price)).offer).toMatchObject({
      price: 180.6,
      currency: null,
      sign: "$",
    });
  });

  it("is believed before the price with tax", () => {
    const body = `<p><b id="net">$100.00</b> excl. VAT</p><p class="price">$119.00 incl. VAT</p>`;
    expect(read(body, recipeOf(["#net"])).offer?.price).toBe(100);
  });

  describe("beside a price per unit", () => {
    const tins = (second: string) =>
      `<p><label><input type="radio"${second === "" ? " checked" : ""}>0.5 l $18.00</label> <label><input type="radio">2 l <b id="big">$48.00</b></label></p>${second}<p>$36.00 per litre</p>`;
    const own = '<p class="price">$18.00</p>';

    it("has the pack's size where it reads the page's own price", () => {
      expect(read(tins("") + own, recipeOf([".price"])).offer).toMatchObject({
        price: 18,
        size: { amount: 500, unit: "ml" },
      });
    });

    it.each([
      ["the page's own price is another one", tins("") + own],
      ["the page has several prices", tins("<i></i>")],
    ])("has no size where %s", (_case, body) => {
      const { offer } = read(body, recipeOf(["#big"]));
      expect([offer?.price, offer?.size]).toEqual([48, undefined]);
    });

    it("has the size where the page's price is not read without it", () => {
      const body = '<p id="buy">It costs 12 dollars.</p><p>$24.00 per litre</p>';
      expect(read(body, recipeOf(["#buy"])).offer).toMatchObject({ price: 12, size: { amount: 500 } });
    });
  });

  it("takes the same amount twice for one, and cents above the line for cents", () => {
    const twice = '<div id="buy"><b class="price">$5.00</b><b class="price"><i>$5</i><sup>00</sup></b></div>';
    expect(read(twice, recipe).offer?.price).toBe(5);
  });

  it("reads an attribute as machines write it, and a text as the shop writes its decimals", () => {
    const inAttribute = recipeOf(["data.cost"], { attribute: "value" });
    expect(read('<data class="cost" value="1299.5">–</data>', inAttribute).offer?.price).toBe(1_299.5);
    const body = '<div id="buy"><b class="price">1.299 kr</b></div>';
    expect(read(body, recipeOf(["#buy .price"], { decimal: "," })).offer?.price).toBe(1_299);
  });

  it("is not kept busy by a page, or by itself, that is made for that", () => {
    const deep = "<div class=a>".repeat(900);
    const slow = recipeOf([".a .b .c .price", `${".a > ".repeat(30)}.price`, ".a .a .a .a"]);
    expect(read(`${deep}<b class="price">$5</b>`, slow).offer?.price ?? null).toBeTypeOf("number");
  });
});

describe("a click on a figure", () => {
  const locate = (text: string, figure: string) => {
    const place = locateClick(
      { url: shopUrl, html: `<p id="buy">${text}</p>`, recipe: recipeOf(["#buy"]) },
      figure,
    );
    return place === null ? null : [place.figure, place.recipe.price.nth];
  };

  it.each([
    ["US$ 36.97+", "36.97", "US$ 36.97", undefined],
    ["Framing takes 3 weeks and costs £340 including delivery", "", "£340", undefined],
    ["Framing takes 3 weeks and costs 340", "340", "340", 2],
    ["It costs 340 pounds in 3 days", "340", "340 pounds", undefined],
    ["Was $50, now $40", "40", "$40", 2],
    ["12 499 Kč", "499", "12 499 Kč", undefined],
    ["89 euros", "89 euros", "89 euros", undefined],
    ["89 euros", "", "89 euros", undefined],
  ])("in %j finds %j", (text, clicked, figure, nth) => {
    expect(locate(text, clicked)).toEqual([figure, nth]);
  });

  it.each([
    ["Was $50, now $40", ""],
    ["Call 15.08.2017", "2017"],
    ["20 % off", "20"],
  ])("in %j does not accept %j", (text, clicked) => {
    expect(locate(text, clicked)).toBeNull();
  });
});

/** Elements of a page with their chains, as a browser would tell of them. */
function clicksIn(html: string): ClickReport[] {
  const open: (ClickedElement & { counts: Map<string, number>; text: string })[] = [];
  const top = new Map<string, number>();
  const clicks: ClickReport[] = [];
  const parser = new Parser({
    onopentag: (tag, attributes) => {
      const counts = open.at(-1)?.counts ?? top;
      const nth = (counts.get(tag) ?? 0) + 1;
      counts.set(tag, nth);
      open.push({ tag, attributes, nth, counts: new Map(), text: "" });
    },
    ontext: (text) => {
      for (const each of open) each.text += text;
    },
    onclosetag: () => {
      const chain = open.map(({ tag, attributes, nth }) => ({ tag, attributes, nth })).reverse();
      const element = open.pop();
      if (element !== undefined) clicks.push({ chain, text: element.text.trim().slice(0, 1_000) });
    },
  });
  parser.end(html);
  return clicks;
}

function isUnique(html: string, selector: string): boolean {
  const watch = new SelectorWatch(recipeOf([selector]).price);
  collectPage(html, { watches: [watch] });
  return watch.hits.length === 1;
}

it("a place that takes long to look for is given up, so that neither recipe nor page takes minutes", () => {
  const watch = new SelectorWatch(recipeOf(['[data-all*="price"] b', "b"]).price);
  const read = (tag: string, attributes: Record<string, string>, inner: () => void) => {
    watch.open(tag, attributes, 0);
    inner();
    watch.close(() => "$5.00");
  };
  read("div", { "data-all": "a".repeat(3_000) }, () => {
    for (let i = 0; i < 100_000; i++) read("b", {}, () => watch.hits.splice(0));
  });
  read("b", {}, () => undefined);
  expect(watch.hits).toEqual([]);
});

const names = fc.constantFrom("price", "buy-box", "now", "css-1x2y3z", "col", "is-big", "Price_v__a1B2c");
const tags = fc.constantFrom("div", "span", "section", "p", "b");

interface Made {
  readonly tag: string;
  readonly attributes: string;
  readonly before: number;
}

const made: fc.Arbitrary<Made> = fc.record({
  tag: tags,
  attributes: fc.oneof(
    fc.constant(""),
    fc.tuple(names, names).map(([a, b]) => ` class="${a} ${b}"`),
    names.map((name) => ` id="${name}"`),
    names.map((name) => ` data-testid="${name}"`),
    names.map((name) => ` itemprop="${name}"`),
  ),
  before: fc.nat(2),
});

/** A page with a price somewhere in it, beside others of the same kind. */
function shopPage(levels: readonly Made[], price: string): string {
  const inner = levels.reduceRight(
    (content, { tag, attributes, before }) =>
      `${`<${tag}${attributes}>And more</${tag}>`.repeat(before)}<${tag}${attributes}>${content}</${tag}>`,
    price,
  );
  return `<!doctype html><html><head><title>A lamp</title></head><body><h1>A lamp</h1>${inner}</body></html>`;
}

describe("a recipe of what was clicked", () => {
  // A paragraph ends where a block begins, which a generator of pages need not know.
  const levels = fc
    .array(made, { minLength: 1, maxLength: 5 })
    .filter((all) => !all.slice(0, -1).some(({ tag }) => tag === "p"));
  const cents = fc.integer({ min: 1, max: 9_999_99 });

  it("finds that price again, and another one in its place", () => {
    fc.assert(
      fc.property(levels, cents, cents, (all, before, after) => {
        const html = shopPage(all, `$${(before / 100).toFixed(2)}`);
        const click = clicksIn(html).find(({ text }) => text.startsWith("$"));
        const recipe = click && buildRecipe("shop.example", click, candidateSelectors(click));
        if (recipe == null) throw new Error("No recipe was made.");
        for (const price of [before, after]) {
          const told = extract({
            url: shopUrl,
            html: shopPage(all, `$${(price / 100).toFixed(2)}`),
            recipe,
          });
          expect(told.offer?.price).toBe(price / 100);
          expect(told.evidence.price).toMatch(/^recipe:/);
        }
      }),
    );
  });

  it("finds an amount that is hidden from screen readers, which hear it in words", () => {
    const amount = (text: string) => `<span class="amount"><bdi>${text}&nbsp;<span>€</span></bdi></span>`;
    const body = `<p class="price"><del aria-hidden="true">${amount("249,00")}</del> <span class="screen-reader-text">Ursprünglicher Preis war: 249,00&nbsp;€.</span><ins aria-hidden="true">${amount("169,00")}</ins><span class="screen-reader-text">Aktueller Preis ist: 169,00&nbsp;€.</span></p>`;
    const html = page({ body, lang: "de" });
    const clicks = clicksIn(html).filter(({ text }) => text.startsWith("169,00"));
    expect(clicks.map(({ chain }) => chain[0]?.tag)).toEqual(["bdi", "span", "ins"]);
    for (const click of clicks) {
      const selectors = candidateSelectors(click).filter((selector) => isUnique(html, selector));
      const recipe = buildRecipe("shop.example", click, selectors);
      if (recipe === null) throw new Error("No recipe was made.");
      const place = locateClick({ url: shopUrl, html, recipe }, "169,00");
      expect(place?.figure).toMatch(/^169,00\s€$/);
      expect(extract({ url: shopUrl, html, recipe: place?.recipe ?? null })).toMatchObject({
        offer: { price: 169, list_price: 249 },
        evidence: { price: expect.stringMatching(/^recipe:/) },
      });
    }
  });

  it("never reads a price of 0 or less, and never throws, on a page that is broken", () => {
    const broken = fc.tuple(
      levels,
      fc.nat(),
      fc.nat(40),
      fc.constantFrom("", "<", '"', "</div>", "<b", "0", "-", "\u0000"),
    );
    fc.assert(
      fc.property(broken, cents, ([all, at, length, token], price) => {
        const html = shopPage(all, `$${(price / 100).toFixed(2)}`);
        const click = clicksIn(html).find(({ text }) => text.startsWith("$"));
        const recipe = click && buildRecipe("shop.example", click, candidateSelectors(click));
        const from = at % html.length;
        const changed = html.slice(0, from) + token + html.slice(from + length);
        const told = extract({ url: shopUrl, html: changed, recipe: recipe ?? null });
        const prices = [told.offer?.price ?? null, ...told.candidates.map((each) => each.price)];
        for (const each of prices) expect(each === null || each > 0).toBe(true);
      }),
    );
  });
});
