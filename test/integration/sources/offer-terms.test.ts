import { describe, expect, it } from "vitest";
import { allRows } from "../../../src/main/engine/db/store.js";
import { DAY_MS } from "../../../src/shared/time.js";
import type { TestEngine } from "../../support/engine.js";
import { addLink, readLink, startShop, startShopEngine } from "../../support/shop.js";
import { untilPasses } from "../../support/until.js";

async function readTerms(engine: TestEngine, productKey: string) {
  return engine.data("offers.terms", { product_key: productKey });
}

function coffee(price: string, more: string): string {
  return `<html lang="de"><h1>Bergkuppe Espresso</h1>
    <div><p class="price">${price} €</p>${more}</div><button>In den Warenkorb</button></html>`;
}

describe("what shops say beside their prices", () => {
  it("is kept with the page, and follows each check", async () => {
    const shop = await startShop();
    const said = "<del>15,99 €</del><p>25,98 € / kg</p><p>+ 4,90 € Versand</p>";
    shop.page = { offer: {}, html: coffee("12,99", said) };
    const engine = await startShopEngine([shop]);
    const { product_key: productKey } = await addLink(engine, `${shop.origin}/p/lantern`);
    expect(await readTerms(engine, productKey)).toMatchObject({
      pages: [{ terms: { list_price: 15.99, shipping: 4.9 } }],
      size: { amount: 500, unit: "g" },
    });
    await engine.call("schedules.put", { ids: [productKey], schedule: "daily" });
    shop.page = { offer: {}, html: coffee("11,99", "<p>Versandkostenfrei</p>") };
    engine.clock.advance(DAY_MS);
    await expect
      .poll(() => readTerms(engine, productKey), { timeout: 30_000 })
      .toMatchObject({ pages: [{ terms: { shipping: 0 } }], size: { amount: 500, unit: "g" } });
    expect((await readTerms(engine, productKey)).pages[0]?.terms).not.toHaveProperty("list_price");
  });

  it("is also that the best price is one of the shop's stores, in the list and on the card", async () => {
    const shop = await startShop();
    shop.page = { offer: { price: 499, availability: "https://schema.org/InStoreOnly" } };
    const engine = await startShopEngine([shop]);
    const { product_key: productKey } = await addLink(engine, `${shop.origin}/p/lantern`);
    const best = { price: 499, ordering: "store" };
    expect(await readTerms(engine, productKey)).toMatchObject({ pages: [{ terms: { ordering: "store" } }] });
    await engine.call("schedules.put", { ids: [productKey], schedule: "daily" });
    expect(await engine.data("watch.rows", { product_keys: [productKey] })).toMatchObject({
      rows: [{ best, is_in_stock: true }],
    });
    expect(await engine.data("products.figures", { product_keys: [productKey] })).toMatchObject({
      figures: [{ best }],
    });
  });

  it("the seller is whoever has the lowest price at the time of the check", async () => {
    const shop = await startShop();
    const sellers = (ann: number, ben: number) => ({
      offer: {},
      extraFields: {},
      html: `<h1>Blender</h1><script type="application/ld+json">${JSON.stringify({
        "@type": "Product",
        name: "Blender",
        offers: {
          "@type": "Offer",
          price: Math.min(ann, ben),
          priceCurrency: "USD",
          availability: "InStock",
          seller: { "@type": "Organization", name: ann < ben ? "Ann’s Kitchen" : "BlendWorld" },
        },
      })}</script>`,
    });
    shop.page = sellers(70, 95);
    const engine = await startShopEngine([shop]);
    const { product_key: productKey } = await addLink(engine, `${shop.origin}/p/lantern`);
    const offer = async () =>
      (await engine.get(`/products/offers?ids=${productKey}`)).body.data[0]?.offers[0];
    expect(await offer()).toMatchObject({ price: 70, seller: "Ann’s Kitchen" });
    await engine.call("schedules.put", { ids: [productKey], schedule: "daily" });
    shop.page = sellers(95, 65);
    engine.clock.advance(DAY_MS);
    await untilPasses(async () => expect(await offer()).toMatchObject({ price: 65, seller: "BlendWorld" }));
  });

  it("prices with conditions are a series of their own, beside a price that none of them changes", async () => {
    const shop = await startShop();
    const show = (more: string) => {
      const html = `<html lang="en-US"><h1>Trail Lantern</h1><div><p class="price">$12.99</p>${more}</div>
        <button>Add to cart</button></html>`;
      shop.page = { offer: {}, html };
    };
    show("<p>With code AUTUMN: $9.99</p><p>Member price: $11.99</p>");
    const engine = await startShopEngine([shop]);
    const { product_key: productKey, offer_id: offerId } = await addLink(engine, `${shop.origin}/p/lantern`);
    const stated = async () => (await readTerms(engine, productKey)).pages[0]?.conditions;
    const code = { kind: "code", price: 9.99, words: "With code AUTUMN", is_named: true };
    const member = { kind: "member", price: 11.99, words: "Member price", is_named: false };
    expect(await stated()).toEqual([code, member]);
    await engine.call("schedules.put", { ids: [productKey], schedule: "daily" });
    const nextDay = async (expected: unknown) => {
      engine.clock.advance(DAY_MS);
      await untilPasses(async () => expect(await stated()).toEqual(expected));
    };
    show("<p>Member price: $11.99</p>");
    await nextDay([member]);
    show("<p>With code WINTER: $9.99</p>");
    await nextDay([{ ...code, words: "With code WINTER" }]);
    const points = allRows<object>(
      engine.db,
      `SELECT kind, point.price_minor, words FROM condition_point AS point JOIN offer ON offer.id = offer_id
        WHERE public_id = ? ORDER BY kind, at`,
      offerId,
    );
    expect(points).toEqual([
      { kind: "code", price_minor: 999, words: "With code AUTUMN" },
      { kind: "code", price_minor: null, words: null },
      { kind: "code", price_minor: 999, words: "With code WINTER" },
      { kind: "member", price_minor: 1199, words: "Member price" },
      { kind: "member", price_minor: null, words: null },
    ]);
    const { body } = await engine.get(`/products/offers?ids=${productKey}&history=1y`);
    expect(JSON.stringify(body)).toContain("12.99");
    expect(JSON.stringify(body)).not.toMatch(/9\.99|11\.99|AUTUMN|WINTER/);
    const statistics = await engine.data("app.statistics", { product_key: productKey });
    expect(JSON.stringify(statistics)).not.toMatch(/9\.99|11\.99/);
  });

  it("a price that waits for confirmation brings no prices with conditions, and a failed check ends none", async () => {
    const shop = await startShop();
    const show = (price: string, more: string) => {
      shop.page = { offer: {}, html: coffee(price, more) };
    };
    show("129,99", "<p>Mitgliederpreis: 119,99 €</p>");
    const engine = await startShopEngine([shop]);
    const { product_key: productKey } = await addLink(engine, `${shop.origin}/p/lantern`);
    const stated = async () => (await readTerms(engine, productKey)).pages[0]?.conditions;
    const checked = () => engine.data("products.check", { product_key: productKey });
    const before = await stated();
    expect(before).toHaveLength(1);
    show("12,99", "<p>Mitgliederpreis: 11,99 €</p>");
    engine.clock.advance(DAY_MS);
    expect(await checked()).toMatchObject({ checks: [{ outcome: "ok", price: 129.99 }] });
    expect(await stated()).toEqual(before);
    shop.page = { offer: {}, status: 503 };
    engine.clock.advance(DAY_MS);
    expect(await checked()).toMatchObject({ checks: [{ outcome: "server error" }] });
    expect(await stated()).toEqual(before);
  });

  it("each shop's unit price uses its own pack size, and another size is asked about", async () => {
    const shops = [await startShop(), await startShop()] as const;
    const page = (price: string, perKilo: string) => ({
      offer: {},
      html: coffee(price, `<p>${perKilo} € / kg</p>`),
    });
    shops[0].page = page("64,99", "4,33");
    shops[1].page = page("24,99", "6,25");
    const engine = await startShopEngine(shops);
    const { product_key: productKey } = await addLink(engine, `${shops[0].origin}/p/lantern`);
    const request = { url: `${shops[1].origin}/p/lantern`, into: productKey };
    expect(await readLink(engine, request)).toMatchObject({ outcome: "size" });
    const joined = await readLink(engine, { ...request, other_size: "join" });
    expect(joined).toMatchObject({ outcome: "added", product_key: productKey });
    const terms = await readTerms(engine, productKey);
    const sizes = terms.pages
      .map((each) => each.terms.size?.amount)
      .sort((one = 0, other = 0) => one - other);
    expect(sizes).toEqual([4_000, 15_000]);
    expect(terms).toMatchObject({ size: null, is_size_by_hand: false });
    shops[1].page = page("63,99", "4,27");
    expect(await readLink(engine, request)).toMatchObject({ outcome: "added" });
    expect(await readTerms(engine, productKey)).toMatchObject({ size: { amount: 15_000, unit: "g" } });
  });

  describe("where only titles name the sizes of packs", () => {
    const tin = (size: string, price: number, gtin13: string) => ({
      offer: { price, priceCurrency: "GBP", availability: "InStock" },
      extraFields: { name: `Ceylon Tea ${size}`, gtin13 },
    });

    /** The sizes of the small tin's page and the large one's. */
    async function readSizes(engine: TestEngine, productKey: string, urls: readonly string[]) {
      const { pages } = await readTerms(engine, productKey);
      return urls.map((url) => pages.find((page) => page.url === url)?.terms.size?.amount);
    }

    async function startShops() {
      const shops = [await startShop(), await startShop()] as const;
      shops[0].page = tin("200 g", 7, "4006381333931");
      shops[1].page = tin("1 kg", 28, "4006381333948");
      const engine = await startShopEngine(shops);
      const urls = shops.map(({ origin }) => `${origin}/p/lantern`);
      const [small = "", large = ""] = urls;
      const { product_key: into } = await addLink(engine, small);
      return { engine, urls, into, large };
    }

    it("a page that joins in spite of its size keeps it, and the other page its own", async () => {
      const { engine, urls, into, large } = await startShops();
      await readLink(engine, { url: large, into, other_size: "join" });
      expect(await readSizes(engine, into, urls)).toEqual([200, 1_000]);
      await addLink(engine, large, { into });
      expect(await readSizes(engine, into, urls)).toEqual([200, 1_000]);
    });

    it("a page that joins in spite of a size entered by hand keeps its own", async () => {
      const { engine, urls, into, large } = await startShops();
      await engine.call("products.set_size", { product_key: into, size: { amount: 180, unit: "g" } });
      await readLink(engine, { url: large, into, other_size: "join" });
      expect(await readSizes(engine, into, urls)).toEqual([180, 1_000]);
      expect(await readTerms(engine, into)).toMatchObject({ size: { amount: 180 }, is_size_by_hand: true });
    });

    it("two products keep the sizes of their pages when they are merged", async () => {
      const { engine, urls, into, large } = await startShops();
      const { product_key: other } = await addLink(engine, large);
      await engine.call("products.set_size", { product_key: other, size: { amount: 900, unit: "g" } });
      await engine.call("products.merge", { product_key: other, into });
      expect(await readSizes(engine, into, urls)).toEqual([200, 900]);
    });

    it("two products of the same size take none from their titles when they are merged", async () => {
      const { engine, urls, into, large } = await startShops();
      const { product_key: other } = await addLink(engine, large);
      await engine.call("products.rename", { product_key: other, title: "Ceylon Tea, 200 g" });
      await engine.call("products.merge", { product_key: other, into });
      expect(await readSizes(engine, into, urls)).toEqual([undefined, undefined]);
    });
  });

  it("a pack's size that the shopper enters is not changed by a page", async () => {
    const shop = await startShop();
    shop.page = { offer: {}, html: coffee("12,99", "<p>25,98 € / kg</p>") };
    const engine = await startShopEngine([shop]);
    const url = `${shop.origin}/p/lantern`;
    const { product_key: productKey } = await addLink(engine, url);
    const size = { amount: 480, unit: "g" } as const;
    expect(await engine.call("products.set_size", { product_key: productKey, size })).toMatchObject({
      ok: true,
    });
    await addLink(engine, url, { into: productKey });
    expect((await readTerms(engine, productKey)).size).toEqual(size);
    await engine.call("products.set_size", { product_key: productKey, size: null });
    expect((await readTerms(engine, productKey)).size).toEqual({ amount: 500, unit: "g" });
    await addLink(engine, url, { into: productKey });
    expect((await readTerms(engine, productKey)).size).toEqual({ amount: 500, unit: "g" });
  });

  it("an unknown product has no terms, and takes no size", async () => {
    const engine = await startShopEngine([]);
    expect(await readTerms(engine, "tm_none")).toEqual({ pages: [], size: null, is_size_by_hand: false });
    const size = { amount: 1, unit: "piece" } as const;
    expect(await engine.call("products.set_size", { product_key: "tm_none", size })).toMatchObject({
      error: { code: "ERR_PRODUCT_NOT_FOUND" },
    });
    expect(
      await engine.call("products.set_size", { product_key: "tm_none", size: { ...size, amount: 0 } }),
    ).toMatchObject({ error: { code: "ERR_INVALID_PARAMS" } });
  });
});
