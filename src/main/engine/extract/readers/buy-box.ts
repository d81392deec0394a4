import type { CurrencyHints } from "../amounts/currency.js";
import { findMarked, findMoney, type Money, type MoneyHints } from "../amounts/money.js";
import { blankCandidate, blankFinding, type Candidate, type Finding } from "../candidate.js";
import type { PageFacts } from "../html/page-facts.js";
import { SelectorWatch } from "../html/selector-watch.js";
import { isLowest30Days, roleInWords } from "../text/price-role.js";
import { readStockWord } from "../text/stock-words.js";
import buyBoxes from "./buy-boxes.json" with { type: "json" };

/** What a place within a buy box tells. */
type Part = "price" | "used" | "offers" | "list" | "stock" | "delivery";

const ownPath = "buy-box:price";
/** The lowest of several offers. */
export const lowestOfferPath = "buy-box:from";

/** Where the pages of a shop with several prices and no data that names its own show what a new piece costs, once, today. */
interface BuyBox {
  readonly host: string;
  /** Hosts without a country's domain, and the country whose currency their prices are in. */
  readonly regions: Readonly<Record<string, string>>;
  /** CSS selectors of each part, the most trusted first. */
  readonly places: Readonly<Record<Part, readonly string[]>>;
  /** Parts of the page with the prices of other offers. */
  readonly except: readonly string[];
}

/** The buy box of a shop that is known to need it; `null` for all others. */
export function buyBoxOf({ hostname }: URL): BuyBox | null {
  const boxes: readonly BuyBox[] = buyBoxes;
  return boxes.find(({ host }) => new RegExp(host).test(hostname)) ?? null;
}

type Place = readonly [part: Part, selector: string];

function placesOf({ places }: BuyBox, isUsed: boolean): Place[] {
  return (Object.entries(places) as [Part, readonly string[]][])
    .filter(([part]) => (part === "used") === isUsed)
    .flatMap(([part, selectors]) => selectors.map((selector) => [part, selector] as const));
}

/** Watches for the parts of a buy box while a page is read. */
export interface BuyBoxWatch {
  readonly box: BuyBox;
  readonly offer: SelectorWatch;
  readonly used: SelectorWatch;
}

export function watchBuyBox(box: BuyBox): BuyBoxWatch {
  const selectors = (isUsed: boolean) => placesOf(box, isUsed).map(([, selector]) => selector);
  return {
    box,
    offer: new SelectorWatch({ selectors: selectors(false), except: box.except, attribute: null }),
    used: new SelectorWatch({ selectors: selectors(true), except: [], attribute: null }),
  };
}

/** The texts of a part, the most trusted place first. */
function textsOf({ box, offer, used }: BuyBoxWatch, part: Part): { selector: string; text: string }[] {
  const isUsed = part === "used";
  const places = placesOf(box, isUsed);
  return [...(isUsed ? used : offer).hits]
    .sort((a, b) => a.selector - b.selector)
    .flatMap(({ selector, text }) => {
      const [own, name] = places[selector] ?? [];
      return own === part && name !== undefined ? [{ selector: name, text }] : [];
    });
}

interface PlaceMoney {
  readonly selector: string;
  readonly money: readonly Money[];
}

/** Whether words before an amount make it a saving; the dash of a range has a space behind it. */
function isSaving(before: string): boolean {
  return roleInWords(before, "") === "other" && !/[-–]\s$/.test(before);
}

/** The amounts in the most trusted place that has any: two are the ends of a range. */
function firstMoney(
  texts: readonly { selector: string; text: string }[],
  hints: MoneyHints,
): PlaceMoney | null {
  for (const { selector, text } of texts) {
    // `£ 34 99`: the cents stand in an element of their own.
    const whole = text.replace(/^(\p{Sc}\s?\d{1,3}(?:[.,]\d{3})*) (\d{2})$/u, "$1^$2");
    const money = findMarked(whole, hints).filter(({ from }) => !isSaving(whole.slice(0, from)));
    if (money.length > 0) return { selector, money };
  }
  return null;
}

const usedOffer =
  /used|gebraucht|occasion|usat|usad|segunda mano|tweedehands|begagnad|używan|ikinci el|中古/i;

interface ShownOffer extends PlaceMoney {
  readonly path: string;
  readonly condition: "new" | "used" | null;
  /** Whether showing it means that it can be had. */
  readonly isListed: boolean;
}

/** `3 new from $12.99`: other sellers' new offers, where the shop itself makes none. */
function openOffer(watch: BuyBoxWatch, hints: MoneyHints): ShownOffer | null {
  for (const { selector, text } of textsOf(watch, "offers")) {
    const [money] = findMarked(text, hints);
    const before = text.slice(0, money?.from ?? 0);
    const count = Number(/\d+/.exec(before)?.[0] ?? 0);
    if (money === undefined || count === 0 || usedOffer.test(before)) continue;
    const path = count > 1 ? lowestOfferPath : ownPath;
    return { selector, money: [money], path, condition: "new", isListed: true };
  }
  return null;
}

/** What the shop asks, else what a used piece costs, else what other sellers ask. */
function shownOffer(watch: BuyBoxWatch, hints: MoneyHints): ShownOffer | null {
  const offered = firstMoney(textsOf(watch, "price"), hints);
  if (offered !== null) {
    const condition = /new/i.test(offered.selector) ? "new" : null;
    return { ...offered, path: ownPath, condition, isListed: false };
  }
  const used = firstMoney(textsOf(watch, "used"), hints);
  return used === null
    ? openOffer(watch, hints)
    : { ...used, path: ownPath, condition: "used", isListed: true };
}

const free = /\bfree\b|gratis|grátis|kostenlos|gratuit|ücrets|darmow|無料/i;
const forMembers = /prime|abo\b|member/i;

/** What delivery costs; free above an amount only if the price reaches it. */
function shippingCost(text: string, price: number, hints: MoneyHints): number | null {
  const amount = findMarked(text, hints)[0]?.amount ?? null;
  if (!free.test(text)) return amount;
  if (forMembers.test(text)) return null;
  return amount === null || price >= amount ? 0 : null;
}

/** The price in the most trusted place that has one, or the ends of a range, with what else the buy box tells. */
export function readBuyBox(watch: BuyBoxWatch, facts: PageFacts, pageHints: CurrencyHints): Finding {
  const region = watch.box.regions[pageHints.host];
  const hints: MoneyHints = {
    ...pageHints,
    regions: region === undefined ? pageHints.regions : () => [[region]],
    decimalComma: null,
  };
  const chosen = shownOffer(watch, hints);
  const stock = textsOf(watch, "stock")
    .map(({ text }) => readStockWord(text))
    .find((word) => word !== null);
  const [delivery] = textsOf(watch, "delivery");
  const [former] = textsOf(watch, "list")
    .filter(({ text }) => !isLowest30Days(text))
    .flatMap(({ text }) => findMoney(text, hints));
  const blank: Candidate = {
    ...blankCandidate("buy-box", chosen?.path ?? ownPath),
    availability: stock?.availability ?? (chosen?.isListed === true ? "in" : null),
    availabilityPath: stock == null ? null : "buy-box:availability",
    condition: chosen?.condition ?? null,
  };
  const amounts = [...new Set(chosen?.money.map(({ amount }) => amount))];
  const priced = amounts.map((price) => {
    const shipping = delivery === undefined ? null : shippingCost(delivery.text, price, hints);
    return {
      ...blank,
      price,
      listPrice: former !== undefined && former.amount > price ? former.amount : null,
      currency: chosen?.money[0]?.currency ?? null,
      sign: chosen?.money[0]?.sign ?? null,
      ...(shipping === null ? {} : { shipping }),
    };
  });
  const candidates = priced.length > 0 ? priced : [blank];
  return { ...blankFinding("buy-box"), title: facts.heading || null, isMainEntity: true, candidates };
}
