import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../../src/shared/time.js";
import { addLink, readAlerts, startShopAndEngine } from "../../support/shop.js";

const conditions = { new: "New", used: "Used", refurbished: "Refurbished" } as const;

type Piece = readonly [condition: keyof typeof conditions | null, price: number];

function toOffer([condition, price]: Piece) {
  const item =
    condition === null ? {} : { itemCondition: `https://schema.org/${conditions[condition]}Condition` };
  return { "@type": "Offer", priceCurrency: "USD", price, availability: "InStock", ...item };
}

/** A watched page that offers these pieces, the first at its own price. */
async function watchPage(...first: readonly Piece[]) {
  const { shop, engine, url } = await startShopAndEngine({ pagePace: { gapMs: 0 } });
  const show = (...pieces: readonly Piece[]) => {
    const data = { "@type": "Product", name: "Trail Lantern", offers: pieces.map(toOffer) };
    const html = `<h1>Trail Lantern</h1><p class="price">$${pieces[0]?.[1]}</p><button>Add to cart</button>
      <script type="application/ld+json">${JSON.stringify(data)}</script>`;
    shop.page = { offer: {}, html };
  };
  show(...first);
  const { product_key: productKey } = await addLink(engine, url);
  return {
    engine,
    url,
    productKey,
    alerts: async () => (await readAlerts(engine)).map(([, reason]) => reason),
    async offers() {
      const [{ offers = [] } = {}] = (await engine.request("GET", `/products/offers?ids=${productKey}`)).body
        .data;
      return offers.map(({ condition, price, availability }) => [condition, price, availability]);
    },
    async nextDay(...pieces: readonly Piece[]) {
      show(...pieces);
      engine.clock.advance(DAY_MS);
      await engine.data("products.check", { product_key: productKey });
    },
  };
}

describe("what a page offers in other conditions", () => {
  it("is an offer of each condition, follows each check, and is sold out once the page no longer names it", async () => {
    const { offers, nextDay } = await watchPage([null, 50], ["refurbished", 35], ["used", 25], ["used", 22]);
    expect(await offers()).toEqual([
      ["used", 22, "in"],
      ["refurbished", 35, "in"],
      [null, 50, "in"],
    ]);
    await nextDay([null, 48], ["used", 21]);
    expect(await offers()).toEqual([
      ["used", 21, "in"],
      [null, 48, "in"],
      ["refurbished", 35, "out"],
    ]);
    await nextDay([null, 48], ["used", 21]);
    expect(await offers()).toHaveLength(3);
  });

  it("is not the best price, and alerts only who asks for that condition", async () => {
    const { engine, productKey, alerts, nextDay } = await watchPage([null, 50], ["used", 40]);
    const target = { kind: "target", price: 30, currency: "USD" } as const;
    await engine.data("rules.save", { product_key: productKey, trigger: target });
    await nextDay([null, 50], ["used", 29]);
    expect(await alerts()).toEqual([]);
    const { rows } = await engine.data("watch.rows", { product_keys: [productKey] });
    expect(rows).toMatchObject([{ best: { price: 50 } }]);
    await engine.data("rules.save", { product_key: productKey, trigger: target, condition: "used" });
    expect(await alerts()).toEqual([
      "Used: $29.00 at 127.0.0.1, under your target of $30.00, was $40.00 (−28%)",
    ]);
  });

  it("is no price drop when only a used piece is left: the new one is sold out", async () => {
    const { offers, alerts, nextDay } = await watchPage([null, 50]);
    await nextDay(["used", 30]);
    expect(await offers()).toEqual([
      ["used", 30, "in"],
      [null, 50, "out"],
    ]);
    await nextDay(["used", 30], ["new", 45]);
    expect(await offers()).toEqual([
      ["used", 30, "in"],
      [null, 45, "in"],
    ]);
    expect(await alerts()).toEqual(["Back in stock at 127.0.0.1 for $45.00, was $50.00 (−10%)"]);
  });

  it("is removed with its page, and comes back with it", async () => {
    const { engine, productKey, url, offers } = await watchPage([null, 50], ["used", 40]);
    await addLink(engine, `${url}/blue`, { into: productKey });
    expect(await offers()).toHaveLength(4);
    const { pages } = await engine.data("offers.terms", { product_key: productKey });
    const own = pages.find((page) => page.url === url)?.offer_id ?? "";
    const { act_id: id } = await engine.data("offers.remove", { product_key: productKey, offer_ids: [own] });
    expect(await offers()).toHaveLength(2);
    await engine.data("acts.undo", { id: id ?? 0 });
    expect(await offers()).toHaveLength(4);
  });
});
