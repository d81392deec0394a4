import { describe, expect, it } from "vitest";
import { extract, readPageAmounts } from "../../../../src/main/engine/extract/extract.js";
import { featureNames } from "../../../../src/main/engine/extract/score/features.js";
import {
  leastProbability,
  type PriceModel,
  priceModel,
  probabilities,
  scoreAmounts,
} from "../../../../src/main/engine/extract/score/price-score.js";
import { isOwn, otherPlaces } from "../../../../src/main/engine/extract/text/read-prices.js";
import { applyPick, priceChoices } from "../../../../src/main/engine/sources/page/pick.js";
import { gist, jsonLd, page, product, shopUrl } from "./pages.js";

/** A model that knows only these features. */
function modelOf(bias: number, weights: Partial<PriceModel["weights"]> = {}): PriceModel {
  const none = Object.fromEntries(featureNames.map((name) => [name, 0])) as PriceModel["weights"];
  return { bias, weights: { ...none, ...weights } };
}

function read(html: string, model: PriceModel | null) {
  return extract({ url: shopUrl, html }, model);
}

const believing = modelOf(9);
const doubting = modelOf(-9);
/** Gives the only amount of a page a probability of 0.12. */
const unsure = modelOf(-2);

/** An amount too far from the heading to be sure of, and nothing about stock. */
const far = page({
  body: "<div><div><div><div><p>Lantern, lot 7: $49.00</p></div></div></div></div>",
  end: "",
  lang: "en-US",
});
/** Data names the lowest of several prices, and the page shows another one. */
const lowestElsewhere = page({
  head: jsonLd(product({ "@type": "AggregateOffer", price: undefined, lowPrice: 20 })),
  body: '<p class="price">$40.00</p>',
  lang: "en-US",
});
const shown = page({ body: '<p class="price">$40.00</p>', lang: "en-US" });

describe("the score of an amount", () => {
  it("shares certainty among the amounts and none of them", () => {
    expect(probabilities([])).toEqual([]);
    expect(probabilities([0])).toEqual([0.5]);
    const [first = 0, second = 0] = probabilities([2, 0]);
    expect(first / second).toBeCloseTo(Math.exp(2));
    expect(first + second).toBeLessThan(1);
  });

  it("has a weight for each feature", () => {
    expect(Object.keys(priceModel.weights).sort()).toEqual([...featureNames].sort());
  });

  it("answers where the rules see no price, if it is sure, and says by what", () => {
    expect(read(far, null).status).toBe("nothing");
    const { offer, evidence } = read(far, modelOf(1, { now: 5, toHeading: 0.5, listed: 9 }));
    expect([offer?.price, offer?.currency]).toEqual([49, "USD"]);
    expect(evidence).toMatchObject({ price: "text:price", score: { features: ["now", "toHeading"] } });
    expect(read(far, modelOf(0, { now: 2 })).status).toBe("nothing");
  });

  it("never answers with what words call something else, nor on a page that is no product's", () => {
    const former = far.replace("lot 7:", "was");
    const cart = far.replaceAll("Trail Lantern 4000", "Your basket");
    for (const html of [former, cart]) expect(read(html, believing).status).toBe("nothing");
  });

  it("settles a choice that the rules leave open, and else says which is likelier", () => {
    expect(read(lowestElsewhere, null).status).toBe("ambiguous");
    expect(gist(read(lowestElsewhere, modelOf(-4, { now: 9 }))).slice(0, 2)).toEqual(["found", 40]);
    const open = read(lowestElsewhere, modelOf(0, { now: 1 }));
    expect(open.candidates.map(({ price, probability = 0 }) => [price, probability > 0.4])).toEqual([
      [20, false],
      [40, true],
    ]);
    expect(priceChoices(open).map(({ price }) => price)).toEqual([40, 20]);
  });

  it("takes back a price that only the page's text has, and that is hardly the product's", () => {
    expect(gist(read(shown, unsure))).toEqual(["nothing", null, null, null]);
    const stated = shown.replace("</head>", `${jsonLd(product({ price: 40 }))}</head>`);
    expect(read(stated, unsure).status).toBe("found");
  });

  it("asks about a price of the page's data beside a much likelier one that the page shows", () => {
    const stated = far.replace("</head>", `${jsonLd(product({ price: 40 }))}</head>`);
    expect(gist(read(stated, believing)).slice(0, 2)).toEqual(["found", 40]);
    const { status, candidates } = read(stated, modelOf(-4, { now: 9 }));
    expect([status, ...candidates.map(({ price }) => price)]).toEqual(["ambiguous", 49, 40]);
  });

  it("answers with another price that the page states, if it is sure of that and it is no lowest price", () => {
    const state = `<script type="application/json">{"name":"Trail Lantern 4000","price":"50.00"}</script>`;
    const head = `${jsonLd(product({ price: 40 }))}${state}`;
    const gistBeside = (body: string) =>
      gist(read(page({ head, body: `<p class="price">$40.00</p>${body}` }), modelOf(-9, { embedded: 18 })));
    const other = "<ul><li>$50.00</li></ul>";
    expect(gistBeside(other).slice(0, 2)).toEqual(["found", 50]);
    expect(gistBeside(`${other}<p>From $50.00</p>`)[0]).toBe("ambiguous");
  });

  it("leaves what the page has selected as it is", () => {
    const choices = ["Small $40.00", "Large $60.00"].map(
      (label, i) =>
        `<label class="option"><input type="radio" name="size" ${i === 1 ? "checked" : ""}>${label}</label>`,
    );
    const html = page({ body: `<div class="price">${choices.join("")}</div>`, lang: "en-US" });
    expect(read(html, doubting).offer?.price).toBe(60);
  });

  /** The page's own price beside those of other products: named, struck out, by the metre, chosen, several in one text. */
  const amongOthers = page({
    head: jsonLd(product({ price: 40 })),
    body: `<p class="price">$40.00</p><p><s>$45.00</s></p><h2>You may also like</h2><ul>${[
      "$9.00",
      '<span class="price">Sale price now $19.00</span>',
      '<a href="/p/oil">Lamp oil for long nights <b>$29.00 / m</b></a>',
      "<s>$39.00</s> from $31.00",
      '<label class="option"><input type="radio" checked>Large $49.00</label>',
    ]
      .map((price, i) => `<li class="card">Other lantern ${i}<div class="sum">${price}</div></li>`)
      .join("")}</ul>`,
    lang: "en-US",
  });

  /** The least probability of the page's own price, and the one that reading all amounts gives it. */
  function boundAndScore(model: PriceModel): readonly [least: number, probability: number] {
    const all = readPageAmounts({ url: shopUrl, html: amongOthers });
    const own = { ...all, amounts: all.amounts.filter(({ shown }) => shown !== null && isOwn(shown)) };
    const least = leastProbability(40, own, otherPlaces(all.facts), model);
    const scored = scoreAmounts(all, model).find(({ amount }) => amount.price === 40);
    return [least, scored?.probability ?? 0];
  }

  it("is not above what reading the amounts of other products gives, whatever counts how much", () => {
    expect(otherPlaces(readPageAmounts({ url: shopUrl, html: amongOthers }).facts)).toHaveLength(8);
    for (const name of featureNames)
      for (const weight of [-5, 5]) {
        const [least, probability] = boundAndScore(modelOf(-1, { [name]: weight, toHeading: -1 }));
        expect(least, `${name} ${weight}`).toBeLessThanOrEqual(probability);
        expect(least).toBeGreaterThan(0);
      }
  });

  it("leaves most pages' other amounts unread", () => {
    const [least, probability] = boundAndScore(priceModel);
    expect(least).toBeGreaterThan(0.5);
    expect(least).toBeLessThan(probability);
  });

  it("is asked less than the shopper, who may have selected another price", () => {
    const picks = priceChoices(read(lowestElsewhere, null));
    const pick = picks.find(({ price }) => price === 20)?.pick ?? null;
    const answered = read(lowestElsewhere, modelOf(-4, { now: 9 }));
    expect(applyPick(answered, pick).offer?.price).toBe(20);
    const [open] = priceChoices(read(far, null));
    expect(applyPick(read(far, believing), open?.pick ?? null).evidence.price).toBe("picked:shown");
  });
});
