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

interface Element {
  readonly from: number;
  readonly label: string;
  readonly isOld: boolean;
  readonly isAside: boolean;
  readonly isPrice: boolean;
  /** How many prices had been found when it began. */
  readonly firstFound: number;
}

function labelOf(tag: string, attributes: Attributes): string {
  const { class: classes = "", id = "", itemprop = "" } = attributes;
  const tests = attributes["data-testid"] ?? attributes["data-test"] ?? attributes["data-qa"] ?? "";
  return `${tag} ${classes} ${id} ${itemprop} ${tests}`.toLowerCase().slice(0, 300);
}

/** Finds visible texts that may be prices: in elements that say so, and short texts with a currency. */
export class PriceTexts {
  readonly found: TextPrice[] = [];
  readonly #text: VisibleText;
  readonly #elements: Element[] = [];

  constructor(text: VisibleText) {
    this.#text = text;
  }

  open(tag: string, attributes: Attributes): void {
    const outer = this.#elements.at(-1);
    const own = labelOf(tag, attributes);
    if (tag === "sup" && outer?.isPrice === true) this.#text.mark("^");
    this.#elements.push({
      from: this.#text.position,
      label: `${own} < ${outer?.label.slice(0, 300) ?? ""}`,
      isOld: outer?.isOld === true || oldTags.has(tag) || oldWord.test(own),
      isAside: outer?.isAside === true || asideTags.has(tag) || asideWord.test(own),
      isPrice: priceWord.test(own),
      firstFound: this.found.length,
    });
  }

  close(): void {
    const element = this.#elements.pop();
    if (element === undefined || this.#text.isHidden || this.found.length >= mostPrices) return;
    if (this.#text.position - element.from > longestText * 4) return;
    const text = this.#text.since(element.from);
    if (text.length > longestText || !isPriceText(text, element.isPrice)) return;
    const inner = this.found.length - element.firstFound;
    // `<b>$</b><b>12</b><sup>99</sup>` is one amount, told by the element that holds all of it.
    if (inner > 0 && amountsIn(text) > 1) return;
    const { label, isAside, from } = element;
    const wasOld = this.found.slice(element.firstFound).some((each) => each.isOld);
    this.found.splice(element.firstFound, inner, {
      text,
      label,
      isOld: element.isOld || wasOld,
      isAside,
      position: from,
    });
  }
}

function amountsIn(text: string): number {
  return text.match(/\d[\d.,'’\u00a0\u202f]*(?: \d{3}(?!\d))*(?:\^\d{1,3})?/g)?.length ?? 0;
}

/** Something with a currency, or a number in an element that calls itself a price. */
function isPriceText(text: string, isInPrice: boolean): boolean {
  return /\d/.test(text) && (currencySign.test(text) || isInPrice);
}
