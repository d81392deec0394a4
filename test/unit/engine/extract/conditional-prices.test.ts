import { describe, expect, it } from "vitest";
import { extract } from "../../../../src/main/engine/extract/extract.js";
import { read, shopUrl } from "./pages.js";

/** What some shoppers pay on a page that shows a price and this below. */
function conditions(body: string, lang = "en", price = "$89.99"): string[] {
  const { offer } = read({ lang, body: `<div><p class="price">${price}</p>${body}</div>` });
  return (offer?.conditions ?? []).map((each) => `${each.kind} ${each.price}: ${each.words}`);
}

describe("a price with a condition", () => {
  it.each([
    [
      "en",
      "$89.99",
      "<p>$79.99 with the coupon on this page</p>",
      "coupon 79.99: with the coupon on this page",
    ],
    ["en", "$89.99", "<p>$79.99 after coupon</p>", "coupon 79.99: after coupon"],
    ["en", "$89.99", "<p>With code SPRING: $79.99</p>", "code 79.99: With code SPRING"],
    ["en", "$89.99", "<p>$79.99 with promo code SPRING10</p>", "code 79.99: with promo code SPRING10"],
    ["en", "$89.99", "<p>Member price: $79.99</p>", "member 79.99: Member price"],
    ["en", "$89.99", "<p>Club Gold members: $79.99</p>", "member 79.99: Club Gold members"],
    ["en", "$89.99", "<p>$79.99 for members</p>", "member 79.99: for members"],
    ["en", "$89.99", "<p>Subscribe &amp; save: $79.99</p>", "subscription 79.99: Subscribe & save"],
    ["en", "$89.99", "<p>Autoship price $79.99</p>", "subscription 79.99: Autoship price"],
    ["en", "$89.99", "<p>$49.99 with eligible trade-in</p>", "trade_in 49.99: with eligible trade-in"],
    ["de", "89,99 €", "<p>79,99 € mit Coupon</p>", "coupon 79.99: mit Coupon"],
    ["de", "89,99 €", "<p>Mit Code HERBST: 79,99 €</p>", "code 79.99: Mit Code HERBST"],
    ["de", "89,99 €", "<p>Mitgliederpreis: 79,99 €</p>", "member 79.99: Mitgliederpreis"],
    ["de", "89,99 €", "<p>79,99 € im Abo</p>", "subscription 79.99: im Abo"],
    ["de", "89,99 €", "<p>49,99 € bei Inzahlungnahme</p>", "trade_in 49.99: bei Inzahlungnahme"],
    ["fr", "89,99 €", "<p>Prix adhérent : 79,99 €</p>", "member 79.99: Prix adhérent"],
    ["fr", "89,99 €", "<p>79,99 € avec le code PROMO</p>", "code 79.99: avec le code PROMO"],
    ["es", "89,99 €", "<p>79,99 € con cupón</p>", "coupon 79.99: con cupón"],
    ["it", "89,99 €", "<p>Prezzo soci: 79,99 €</p>", "member 79.99: Prezzo soci"],
    ["nl", "€ 89,99", "<p>€ 79,99 met kortingscode LENTE</p>", "code 79.99: met kortingscode LENTE"],
    ["pl", "89,99 zł", "<p>Cena z kodem LATO: 79,99 zł</p>", "code 79.99: Cena z kodem LATO"],
    ["sv", "899 kr", "<p>Medlemspris: 799 kr</p>", "member 799: Medlemspris"],
    ["ja", "8,999円", "<p>会員価格 7,999円</p>", "member 7999: 会員価格"],
  ])("is read with its words in %s beside %s: %s", (lang, price, body, expected) => {
    expect(conditions(body, lang, price)).toEqual([expected]);
  });

  it("is one of a choice that is named after a subscription", () => {
    const choice = (name: string, price: string, checked = "") =>
      `<label><input type="radio" name="plan"${checked}> ${name} <b class="price">${price}</b></label>`;
    const body =
      choice("One-time purchase", "$89.99", " checked") + choice("Subscribe and get 10% off", "$80.99");
    expect(read({ body }).offer).toMatchObject({
      price: 89.99,
      conditions: [{ kind: "subscription", price: 80.99, words: "Subscribe and get 10% off" }],
    });
  });

  it("is never the price itself", () => {
    expect(read({ body: '<p class="price">$89.99</p><p>Member price: $79.99</p>' }).offer?.price).toBe(89.99);
  });

  it.each([
    ["a saving", "<p>Members save $20.00</p>"],
    ["a fee", "<p>Membership: $49.00</p>"],
    ["a yearly fee", "<p>Become a member: $49.00 a year</p>"],
    ["a reward", "<p>Members earn $50.00 in points</p>"],
    ["a credit", "<p>Trade in and get up to $60.00</p>"],
    ["what a trade-in is worth", "<p>Trade-in value: $60.00</p>"],
    ["a cashback", "<p>$60.00 cashback with code SPRING</p>"],
    ["another product", "<p>Memory card $60.00</p>"],
    ["the lowest of several", "<p>From $60.00 with trade-in</p>"],
    ["a rate", "<p>Subscription: $60.00 per month</p>"],
    ["the price per unit", "<p>Member price: $60.00 / kg</p>"],
    ["no lower", "<p>Member price: $89.99</p><p>Club price: $99.00</p>"],
    ["a small part of the price", "<p>With code SPRING: $9.99</p>"],
    ["for nobody", "<p>$60.00 without coupon</p>"],
    [
      "a sentence",
      "<p>Last year our club members had the chance to buy this lantern at $60.00 for a day.</p>",
    ],
    ["of a class only", '<p class="member-price">$60.00</p>'],
    ["one of several of its kind", "<p>Silver members: $79.99</p><p>Gold members: $69.99</p>"],
    ["net", "<p>Member price excl. VAT: $60.00</p>"],
  ])("is not read where an amount is %s", (_what, body) => {
    expect(conditions(body)).toEqual([]);
  });

  it("of another product is left out", () => {
    const card = (name: string, price: string, member: string) =>
      `<li class="card"><a href="/x"><h3>${name}</h3></a><p class="price">${price}</p><p>Member price: ${member}</p></li>`;
    const others = `<h2>You may also like</h2><ul>${card("Rope", "$99.00", "$79.00")}${card("Tent", "$98.00", "$78.00")}${card("Mug", "$97.00", "$77.00")}</ul>`;
    expect(conditions(`<button>Add to cart</button>${others}`)).toEqual([]);
    expect(conditions(`<p>Member price: $85.00</p><button>Add to cart</button>${others}`)).toEqual([
      "member 85: Member price",
    ]);
  });
});

describe("a reduction by a coupon or code", () => {
  it.each([
    ["en", "$80.00", "Save $10 with coupon", "coupon 70"],
    ["en", "$80.00", "Apply $10 coupon", "coupon 70"],
    ["en", "$80.00", "Save an extra 10% with the coupon on this page", "coupon 72"],
    ["en", "$80.00", "10% off with code SPRING", "code 72"],
    ["en", "$80.00", "Save 10% at checkout with code SPRING10", "code 72"],
    ["de", "80,00 €", "10 € Rabatt mit Code HERBST", "code 70"],
    ["de", "80,00 €", "Mit Coupon 10 % sparen", "coupon 72"],
    ["fr", "80,00 €", "-10 % avec le code PROMO", "code 72"],
    ["es", "80,00 €", "10 % de descuento con el código VERANO", "code 72"],
  ])("is taken off where a line says nothing else: %s %s %s", (lang, price, line, expected) => {
    expect(conditions(`<p>${line}</p>`, lang, price)).toEqual([`${expected}: ${line}`]);
  });

  it.each([
    "Save up to $10 with coupon",
    "Save $10 on orders over $100 with coupon",
    "Apply 20% coupon on first subscription order",
    "10% off your first order with code HELLO",
    "New customers: save 10% with code HELLO",
    "Take $25 off orders of $150+ with code LAYER25",
    "Save $5 now and $10 with coupon",
    "Get a $10 coupon",
    "$10 coupon",
    "Save 90% with code SPRING",
    "Save $10",
    "Free shipping with code SHIP10",
    "Buy 2, save 10% with coupon",
  ])("is left out with any doubt: %s", (line) => {
    expect(conditions(`<p>${line}</p>`, "en", "$80.00")).toEqual([]);
  });

  it("counts less than a price that the page states itself", () => {
    expect(
      conditions("<p>Extra 20% off with code HARLOW</p><p>$63.99 with code HARLOW</p>", "en", "$80.00"),
    ).toEqual(["code 63.99: with code HARLOW"]);
  });

  it("is left out if there are several, or other products between it and the price", () => {
    expect(conditions("<p>Save $10 with coupon</p><p>Save $5 with coupon</p>", "en", "$80.00")).toEqual([]);
    expect(conditions("<h2>You may also like</h2><p>Save $10 with coupon</p>", "en", "$80.00")).toEqual([]);
  });
});

it("the former lowest price is none that is paid every 30 days", () => {
  const body =
    '<p class="price">$89.99</p><p>Subscribe &amp; save</p><p>$79.99 <small>every 30 days</small></p>';
  const { offer } = extract({
    url: shopUrl,
    html: `<h1>Tea</h1><title>Tea</title>${body}<button>Add to cart</button>`,
  });
  expect(offer).toMatchObject({ price: 89.99, conditions: [{ kind: "subscription", price: 79.99 }] });
  expect(offer).not.toHaveProperty("lowest_30_days");
});
