import type { TextPrice } from "./page-facts.js";
import type { VisibleText } from "./visible-text.js";

type Attributes = Readonly<Record<string, string>>;

const priceWord =
  /price|amount|cost|preis|prix|precio|prezzo|cena|prijs|pris(?:$|[^m])|hinta|kosten|nowprice|buybox|価格/;
const oldWord =
  /old|was[-_]|[-_]was|strike|regular|list[-_]?price|rrp|uvp|msrp|srp|before|original|compare|crossed|statt|ancien|barr|tachado|reference|suggested/;
const asideWord =
  /related|recommend|similar|also|upsell|cross[-_]?sell|carousel|recently|sponsor|bundle|accessor|complement|you[-_]may|frequently|mini[-_]?cart|minicart|basket|navigation|menu|footer|newsletter|shipping|delivery|tabby|klarna|affirm|afterpay|instal+ment|finance|leasing|per[-_]?unit|unit[-_]?price|base[-_]?price|grundpreis|subscribe|autoship|member|loyalty|prime|savings?|discount|coupon|voucher|review|filter|facet/;
const asideTags = new Set(["nav", "aside", "footer"]);
const oldTags = new Set(["del", "s", "strike"]);
const currencySign =
  /[$€£¥₹₩₽₺₫₴₪₱฿₦₡₲₵₸₭₮]|\b(?:usd|eur|gbp|chf|pln|zł|sek|nok|dkk|kr|czk|kč|huf|ft|ron|lei|bgn|лв|cad|aud|nzd|inr|rs|jpy|cny|krw|brl|r\$|mxn|zar|aed|sar|try|tl|руб|円|元)\b\.?/i;
const mostPrices = 400;
/** A price is short; what is longer is a sentence that speaks of one. */
const longestText = 60;

/** An element that is open. What it is called is read only where a price may be in it: most elements hold none. */
interface Element {
  readonly tag: string;
  readonly attributes: Attributes;
  readonly outer: Element | null;
  readonly from: number;
  /** How many prices had been found when it began. */
  readonly firstFound: number;
  names: Names | null;
}

/** What an element and those around it are called, and what that means. */
interface Names {
  readonly label: string;
  readonly isOld: boolean;
  readonly isAside: boolean;
  readonly isPrice: boolean;
}

const noNames: Names = { label: "", isOld: false, isAside: false, isPrice: false };
const longestLabel = 300;

function ownLabel({ tag, attributes }: Element): string {
  const { class: classes = "", id = "", itemprop = "" } = attributes;
  const tests = attributes["data-testid"] ?? attributes["data-test"] ?? attributes["data-qa"] ?? "";
  return `${tag} ${classes} ${id} ${itemprop} ${tests}`.toLowerCase().slice(0, longestLabel);
}

/** So many elements around one tell what it is; pages that nest more are broken. */
const mostAround = 100;

function namesOf(element: Element | null): Names {
  const chain: Element[] = [];
  let each = element;
  for (; each !== null && each.names === null && chain.length < mostAround; each = each.outer)
    chain.push(each);
  let names = each?.names ?? noNames;
  for (const inner of chain.reverse()) {
    names = readNames(inner, names);
    inner.names = names;
  }
  return names;
}

function readNames(element: Element, outer: Names): Names {
  const own = ownLabel(element);
  return {
    label: `${own} < ${outer.label.slice(0, longestLabel)}`,
    isOld: outer.isOld || oldTags.has(element.tag) || oldWord.test(own),
    isAside: outer.isAside || asideTags.has(element.tag) || asideWord.test(own),
    isPrice: priceWord.test(own),
  };
}

/** Finds visible texts that may be prices: in elements that say so, and short texts with a currency. */
export class PriceTexts {
  readonly found: TextPrice[] = [];
  readonly #text: VisibleText;
  #element: Element | null = null;

  constructor(text: VisibleText) {
    this.#text = text;
  }

  open(tag: string, attributes: Attributes): void {
    const outer = this.#element;
    if (tag === "sup" && namesOf(outer).isPrice) this.#text.mark("^");
    const { position: from } = this.#text;
    this.#element = { tag, attributes, outer, from, firstFound: this.found.length, names: null };
  }

  close(): void {
    const element = this.#element;
    if (element === null) return;
    this.#element = element.outer;
    const length = this.#text.position - element.from;
    const mayHold = length <= longestText * 4 && this.#text.lastDigit >= element.from;
    if (mayHold && !this.#text.isHidden && this.found.length < mostPrices) this.#look(element);
  }

  #look(element: Element): void {
    const text = this.#text.since(element.from);
    if (text.length > longestText) return;
    const { label, isOld, isAside, isPrice } = namesOf(element);
    if (!isPrice && !currencySign.test(text)) return;
    const inner = this.found.length - element.firstFound;
    // `<b>$</b><b>12</b><sup>99</sup>` is one amount, told by the element that holds all of it.
    if (inner > 0 && amountsIn(text) > 1) return;
    const wasOld = this.found.slice(element.firstFound).some((each) => each.isOld);
    const price = { text, label, isOld: isOld || wasOld, isAside, position: element.from };
    this.found.splice(element.firstFound, inner, price);
  }
}

function amountsIn(text: string): number {
  return text.match(/\d[\d.,'’\u00a0\u202f]*(?: \d{3}(?!\d))*(?:\^\d{1,3})?/g)?.length ?? 0;
}
