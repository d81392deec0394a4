import { describe, expect, it } from "vitest";
import { extract } from "../../../../src/main/engine/extract/extract.js";
import { jsonLd, shopUrl } from "./pages.js";

const heading = "<h1>Armchair Nora, green</h1>";
const buy = "<p class=price>€199.00</p><button>Add to cart</button>";

/** A shop's page; `gallery` stands before the heading, `own` behind it, `more` below the price. */
function pictureOf({ head = "", top = "", gallery = "", own = "", more = "", end = "" }): string | undefined {
  const shop = `<header><a href="/"><img src="/shop.png" width="300"></a>${top}</header>`;
  const main = `<main><div class="left">${gallery}</div><div class="right">${heading}${own}${buy}</div>${more}</main>`;
  const html = `<!doctype html><html lang="en"><head><title>Armchair Nora, green | Shop</title>${head}</head><body>${shop}${main}${end}</body></html>`;
  return extract({ url: shopUrl, html }).product?.image?.replace("https://shop.example", "");
}

describe("the picture of a product", () => {
  it.each([
    ["a class", '<img class="main" src="/nora.jpg">'],
    [
      "the class of what holds it",
      '<div class="product-gallery"><a href="/nora-big.jpg"><img src="/nora.jpg"></a></div>',
    ],
    ["its size", '<img src="/nora.jpg" width="600" height="600"><img src="/side.jpg" width="150">'],
    ["its text", '<img src="/nora.jpg" alt="Nora armchair in green"><img src="/side.jpg" alt="">'],
    ["a class, and waits to load", '<img class="lazyload main" width="100%" data-src="/nora.jpg">'],
    ["being the only one", '<img src="/nora.jpg">'],
    ["microdata's name", '<img itemprop="image" src="/nora.jpg"><img src="/side.jpg">'],
    ["Amazon's id", '<img id="landingImage" src="/nora.jpg"><img src="/side.jpg" class="main">'],
  ])("is the image that is told apart by %s", (_sign, gallery) => {
    expect(pictureOf({ gallery })).toBe("/nora.jpg");
    expect(pictureOf({ own: gallery })).toBe("/nora.jpg");
  });

  it.each([
    ['data-src="/nora.jpg" src="data:image/gif;base64,R0lGOD"', "/nora.jpg"],
    ['data-src="/nora.jpg" src="/img/placeholder.png"', "/nora.jpg"],
    ['src="/img/loading.gif" data-srcset="/nora-300.jpg 300w, /nora-900.jpg 900w"', "/nora-900.jpg"],
    ['srcset="/nora-300.jpg 300w, /nora-900.jpg 900w"', "/nora-900.jpg"],
    ['src="/nora-300.jpg" data-zoom-image="/nora.jpg"', "/nora.jpg"],
    ['src="/nora-300.jpg" data-old-hires="/nora.jpg"', "/nora.jpg"],
    [
      `src="data:image/webp;base64,UklG" data-old-hires="" data-a-dynamic-image='{"https://shop.example/nora-300.jpg":[300,300],"https://shop.example/nora.jpg":[900,900]}'`,
      "/nora.jpg",
    ],
  ])("is the full one of an image that loads later: %s", (attributes, image) => {
    expect(pictureOf({ gallery: `<img class="main" ${attributes}>` })).toBe(image);
  });

  it("is that of the variant, or of the first one, where data names no other", () => {
    const offers = (price: number) => ({ "@type": "Offer", price, priceCurrency: "EUR" });
    const variant = (sku: string, price: number) => ({
      "@type": "Product",
      name: `Armchair Nora ${sku}`,
      sku,
      image: `/${sku}.jpg`,
      offers: offers(price),
    });
    const group = (...hasVariant: object[]) =>
      jsonLd({ "@type": "ProductGroup", name: "Armchair Nora, green", hasVariant });
    expect(pictureOf({ head: group(variant("green", 199)) })).toBe("/green.jpg");
    expect(pictureOf({ head: group(variant("red", 149), variant("green", 199)) })).toMatch(
      /(?:red|green)\.jpg$/,
    );
    const html = `<title>Armchair Nora</title>${group(variant("red", 149), variant("green", 199))}<h1>Armchair Nora</h1>`;
    const { product } = extract({ url: `${shopUrl}?sku=green`, html });
    expect(product?.image).toBe("https://shop.example/green.jpg");
  });

  it("is what the page's data names, whatever it shows", () => {
    const head = '<meta property="og:image" content="/own.jpg">';
    expect(pictureOf({ head, gallery: '<img class="main" src="/nora.jpg">' })).toBe("/own.jpg");
  });

  it.each([
    ["a logo", { gallery: '<img src="/logo.png" width="400">' }],
    ["a drawing", { gallery: '<img class="main" src="/nora.svg">' }],
    ["a small image", { gallery: '<img class="main" src="/nora.jpg" width="64" height="64">' }],
    ["a badge", { gallery: '<img class="badge" src="/best-buy.png">' }],
    ["a brand's logo", { own: '<img src="/brands/nora.png" width="300">' }],
    ["a brand's logo among others", { own: '<img src="/n1.png" alt="Nora"><img src="/n2.png">' }],
    ["ways of payment", { own: '<img src="/payment-methods.png" width="300">' }],
    ["what says that there is none", { gallery: '<img class="main" src="/no-image.jpg">' }],
    ["a promotion", { gallery: '<a href="/sofas"><img src="/sofas.jpg" width="800" class="hero"></a>' }],
    ["the header's", { top: '<img class="hero" src="/autumn.jpg" width="800">' }],
    ["the footer's", { end: '<footer><img class="main" src="/team.jpg" width="400"></footer>' }],
    [
      "another product's",
      {
        more: '<h2>Customers also bought</h2><div class="more"><div><a href="#"><img class="product-image" src="/stool.jpg" width="300"></a> Stool €49.00</div></div>',
      },
    ],
    [
      "another product's in a menu",
      { top: '<nav><img class="product-image" src="/stool.jpg" width="300"></nav>' },
    ],
    ["one of several without a sign", { gallery: '<img src="/a.jpg"><img src="/b.jpg">' }],
    ["a hidden one", { gallery: '<div style="display:none"><img class="main" src="/nora.jpg"></div>' }],
  ])("is not %s", (_what, parts) => {
    expect(pictureOf(parts)).toBeUndefined();
  });
});
