import type { CurrencyHints } from "../amounts/currency.js";
import { findMoney } from "../amounts/money.js";
import { blankCandidate, blankFinding, type Finding } from "../candidate.js";
import type { PageFacts } from "../html/page-facts.js";
import type { SelectorWatch } from "../html/selector-watch.js";

/** Where a shop's pages show what a new piece costs, once, today. */
interface BuyBox {
  readonly host: RegExp;
  /** CSS selectors, most trusted first. */
  readonly selectors: readonly string[];
  readonly except: readonly string[];
}

/** Shops whose pages have several prices beside the product's own, and no data that names it. */
const buyBoxes: readonly BuyBox[] = [
  {
    host: /(?:^|\.)amazon\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/,
    selectors: [
      "#newAccordionRow_0 .a-price",
      "#newOfferAccordionRow .a-color-price",
      "#buyNewSection .a-color-price",
      "#corePriceDisplay_desktop_feature_div .priceToPay",
      "#corePriceDisplay_mobile_feature_div .priceToPay",
      ".apexPriceToPay",
      ".priceToPay",
      "#price_inside_buybox",
      "#newBuyBoxPrice",
      "#priceblock_dealprice",
      "#priceblock_saleprice",
      "#priceblock_ourprice",
      "#kindle-price",
      "#actualPriceValue",
      "#corePrice_feature_div .a-price",
    ],
    except: [
      "#usedAccordionRow",
      "#usedBuySection",
      "#snsAccordionRowMiddle",
      "#snsBuyBox",
      "#rentBuySection",
      "#similarities_feature_div",
      "#HLCXComparisonTable",
    ],
  },
];

/** The buy box of a shop that is known to need it; `null` for all others. */
export function buyBoxOf({ hostname }: URL): BuyBox | null {
  return buyBoxes.find(({ host }) => host.test(hostname)) ?? null;
}

/** The amounts of the first place that has any: one, or the ends of a range. */
export function readBuyBox({ hits }: SelectorWatch, facts: PageFacts, hints: CurrencyHints): Finding | null {
  const places = [...new Set(hits.map(({ selector }) => selector))].sort((a, b) => a - b);
  for (const place of places) {
    const money = hits
      .filter(({ selector }) => selector === place)
      .flatMap(({ text }) => findMoney(text, { ...hints, decimalComma: null }).filter(({ isMarked }) => isMarked));
    const amounts = [...new Set(money.map(({ amount }) => amount))];
    if (amounts.length === 0) continue;
    const currency = money[0]?.currency ?? null;
    const candidates = amounts.map((price) => ({ ...blankCandidate("buy-box", "buy-box:price"), price, currency }));
    return { ...blankFinding("buy-box"), title: facts.heading || null, isMainEntity: true, candidates };
  }
  return null;
}
