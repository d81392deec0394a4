import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type NameVotes,
  nameShops,
  shopNameIn,
  withVote,
} from "../../../../src/main/engine/domain/shop-name.js";
import { maxShopName } from "../../../../src/shared/app/limits.js";

describe("shopNameIn", () => {
  it.each([
    ["Trail & Co", "Trail & Co"],
    ["  MediaMarkt\n Deutschland ", "MediaMarkt Deutschland"],
    ["Thomann – Cyberstore", "Thomann"],
    ["Home | Trail & Co", "Trail & Co"],
    ["Amazon.com: Low Prices on Everything", "Amazon.com"],
    ["Coca-Cola Store", "Coca-Cola Store"],
  ])("reads the name in %j", (said, name) => {
    expect(shopNameIn(said)).toBe(name);
  });

  it.each([
    ["a page's name", "Home"],
    ["a page's name in German", "Startseite"],
    ["a shop system's name", "My Store"],
    ["nothing", "  "],
    ["no letter", "•••"],
    ["an exclamation", "Buy your lantern now!"],
    ["a sentence", "Lanterns, tents. All you need."],
    ["a slogan", "The very best lanterns in all of town"],
    ["a long text", "x".repeat(maxShopName + 1)],
    ["invisible characters", "Ama\u200bzon"],
    ["characters that turn the text around", "\u202enozamA"],
    ["letters of two scripts", "Am\u0430zon"],
  ])("finds none in %s", (_what, said) => {
    expect(shopNameIn(said)).toBeNull();
  });

  it("names are short texts without hidden characters, whatever a page says", () => {
    const text = fc.string({ unit: "binary", maxLength: 80 });
    fc.assert(
      fc.property(text, (said) => {
        const name = shopNameIn(said);
        if (name === null) return;
        expect(name.length).toBeLessThanOrEqual(maxShopName);
        expect(name).toMatch(/^\S(?:.*\S)?$/u);
        expect(name).not.toMatch(/\p{C}/u);
      }),
    );
  });
});

describe("withVote", () => {
  const said = (...names: string[]) => names.reduce<NameVotes>(withVote, { name: null, votes: 0 }).name;

  it.each([
    ["a single page has another name", ["Trail", "Trail", "Sale", "Trail"], "Trail"],
    ["pages differ from the start", ["Sale", "Trail", "Trail", "Sale"], "Trail"],
    ["a shop has renamed itself", [...Array(50).fill("Trail"), ...Array(5).fill("Summit")], "Summit"],
  ])("keeps the majority's name if %s", (_case, names, name) => {
    expect(said(...names)).toBe(name);
  });
});

describe("nameShops", () => {
  const shop = (host: string, name: string | null, ownName: string | null = null) => ({
    host,
    name,
    ownName,
  });
  const named = (...shops: ReturnType<typeof shop>[]) => Object.fromEntries(nameShops(shops));

  it("calls a shop by its host until a page has named it", () => {
    expect(named(shop("a.example", null), shop("trail.example", "Trail & Co"))).toEqual({
      "a.example": "a.example",
      "trail.example": "Trail & Co",
    });
  });

  it.each([
    ["its host", "amazon.com"],
    ["its name", "Amazon"],
    ["its name with other letters", "AMAZ0N"],
    ["its name with more words", "Amazon Outlet"],
    ["another host", "walmart.com"],
  ])("calls a shop by its host that passes itself off as another one by %s", (_how, name) => {
    expect(named(shop("amazon.com", "Amazon"), shop("cheap.example", name))).toEqual({
      "amazon.com": "Amazon",
      "cheap.example": "cheap.example",
    });
  });

  it.each([
    ["fritz-berger.de", "Fritz Berger"],
    ["shop.lego.com", "LEGO"],
    ["amazon.co.uk", "Amazon.co.uk"],
    ["berg.de", "Berg"],
  ])("lets %s call itself %j beside shops with like names", (host, name) => {
    const others = [shop("shop.trail.example", "Trail Shop"), shop("berger.at", "Berger")];
    expect(named(shop(host, name), ...others)[host]).toBe(name);
  });

  it("tells shops with the same name apart by their hosts, unless the user has named them", () => {
    const shops = [
      shop("amazon.de", "Amazon"),
      shop("amazon.com", "Amazon"),
      shop("x.example", "Trail", "Amazon"),
    ];
    expect(named(...shops)).toEqual({
      "amazon.de": "amazon.de",
      "amazon.com": "amazon.com",
      "x.example": "Amazon",
    });
  });
});
