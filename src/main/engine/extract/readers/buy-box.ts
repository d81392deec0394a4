import type { CurrencyHints } from "../amounts/currency.js";
import { findMoney, type MoneyHints } from "../amounts/money.js";
import { blankCandidate, blankFinding, type Finding } from "../candidate.js";
import type { PageFacts } from "../html/page-facts.js";
import { SelectorWatch } from "../html/selector-watch.js";
import { readStockWord } from "../text/stock-words.js";

/** Where a shop's pages show what a new piece costs, once, today. */
interface BuyBox {
  readonly host: RegExp;
  /** Hosts without a country's domain, and the country whose currency their prices are in. */
  readonly regions: Readonly<Record<string, string>>;
  /** CSS selectors, most trusted first. */
  readonly selectors: readonly string[];
  readonly except: readonly string[];
  /** Where the price before the reduction stands. */
  readonly list: readonly string[];
  /** Where it says whether the product is in stock. */
  readonly stock: readonly string[];
}

/** Shops whose pages have several prices beside the product's own, and no data that names it. */
const buyBoxes: readonly BuyBox[] = [
  {
    host: /(?:^|\.)amazon\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/,
    regions: { "www.amazon.com": "us", "amazon.com": "us" },
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
      ".kindle-price .a-color-price",
      "#actualPriceValue",
      "#corePrice_feature_div .a-price",
    ],
    list: [
      "#corePriceDisplay_desktop_feature_div .basisPrice .a-offscreen",
      "#corePriceDisplay_mobile_feature_div .basisPrice .a-offscreen",
      "#price .a-text-strike",
      "#listPrice",
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
    stock: ["#availability", "#outOfStock", "#availabilityInsideBuyBox_feature_div"],
  },
];

/** The buy box of a shop that is known to need it; `null` for all others. */
export function buyBoxOf({ hostname }: URL): BuyBox | null {
  return buyBoxes.find(({ host }) => host.test(hostname)) ?? null;
}

export function watchBuyBox({ selectors, list, except, stock }: BuyBox): SelectorWatch {
  return new SelectorWatch({ selectors: [...selectors, ...list, ...stock], except, attribute: null });
}

/** The price in the most trusted place that has one, or the ends of a range, with the stock beside it. */
export function readBuyBox(
  { regions, selectors, list }: BuyBox,
  { hits }: SelectorWatch,
  facts: PageFacts,
  pageHints: CurrencyHints,
): Finding {
  const region = regions[pageHints.host];
  const hints: MoneyHints = {
    ...pageHints,
    regions: region === undefined ? pageHints.regions : [[region]],
    decimalComma: null,
  };
  const places = hits
    .filter(({ selector }) => selector < selectors.length)
    .sort((a, b) => a.selector - b.selector);
  const money = places
    .map(({ text }) => findMoney(text, hints).filter(({ isMarked }) => isMarked))
    .find((each) => each.length > 0);
  const stock = hits
    .filter(({ selector }) => selector >= selectors.length + list.length)
    .map(({ text }) => readStockWord(text))
    .find((word) => word !== null);
  const blank = {
    ...blankCandidate("buy-box", "buy-box:price"),
    availability: stock?.availability ?? null,
    availabilityPath: stock == null ? null : "buy-box:availability",
  };
  const [former] = hits
    .filter(({ selector }) => selector >= selectors.length && selector < selectors.length + list.length)
    .flatMap(({ text }) => findMoney(text, hints));
  const amounts = [...new Set((money ?? []).map(({ amount }) => amount))];
  const priced = amounts.map((price) => ({
    ...blank,
    price,
    listPrice: former !== undefined && former.amount > price ? former.amount : null,
    currency: money?.[0]?.currency ?? null,
  }));
  const candidates = priced.length > 0 ? priced : [blank];
  return { ...blankFinding("buy-box"), title: facts.heading || null, isMainEntity: true, candidates };
}
