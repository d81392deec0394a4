import { hasCurrencyMark } from "../amounts/money.js";
import { around, type OutlineElement } from "../html/outline.js";
import type { VisibleText } from "../html/visible-text.js";
import { limits } from "../limits.js";
import { behindFreeDelivery, isConditional } from "./delivery-words.js";
import { kindOf, kinds } from "./element-kind.js";
import { isLowest30Days, labelOfLine, withoutThirtyDays } from "./price-role.js";
import type { PriceSpot, StockSpot } from "./spot.js";
import { mayTellStock } from "./stock-roles.js";
import { readStockWord, type StockWord } from "./stock-words.js";

/** Prices are short; a longer text is a sentence that mentions one. */
const longestText = 80;
const longestContext = 60;
/** "Lowest price of the last 30 days" and "Unverbindliche Preisempfehlung des Herstellers" above an amount. */
const maxAbove = 70;
/** After an amount: enough for "lowest total price of the last 30 days before the reduction" and its own amount. */
const maxAfter = 100;
/** The same with white space that is folded. */
const maxBehind = 2_000;
/** A line below an amount that is about it: "each when you mix 6 bottles or more". */
const maxBelow = 40;
/** The same with white space that is folded. */
const maxBehindBelow = 200;
const maxChoiceLength = 250;
/** Signs, cents and labels beside an amount are no longer than this. */
const longestPiece = 24;
/** A currency's sign or code, with white space. */
const maxMarkLength = 5;
const longestStockText = 140;
const maxFreeShipping = 60;
const maxStockLabel = 24;
const maxStockValue = 24;
/** Letters beside the words: an item of a list, not a sentence. */
const plainRest = 8;
/** A link that looks like a button. */
const buttonName = /btn|button|cart/i;
/** The address of a link that offers an alert for the return to stock, whatever its picture says: `/backInStock?sku=1`. */
const alertAddress = /back[-_]?in[-_]?stock|notify[-_]?me/i;
/** What a control's words or picture may stand in. */
const withinControl = new Set(["button", "a", "span", "img", "input"]);

/** `-25%`, `25 % off`: no amount, whatever its element is called. */
const onlyPercentage = /^\D*\d{1,3}(?:[.,]\d+)?\s?%\D*$/;

/** An amount with its cents; its currency may stand in the next element. */
const bareAmount = /^\d{1,3}(?:[.,]?\d{3})*[.,]\d{2}$/;

/** A piece of a line that says that something is in stock, with its words. */
interface SaidInStock {
  readonly spot: StockSpot;
  readonly words: string;
}

/** Gathers visible texts that may be prices or speak of stock, while the page is read. */
export class Spots {
  readonly prices: PriceSpot[] = [];
  readonly stocks: StockSpot[] = [];
  readonly freeShipping: OutlineElement[] = [];
  readonly #text: VisibleText;
  readonly #maxPrices: number;
  /** How many prices there were when each open element began. */
  readonly #counts: number[] = [];
  /** Prices with nothing behind them, until the next line. */
  #bare: PriceSpot[] = [];
  /** From here on, prices wait for the end of their line. */
  #waiting = 0;
  #pieces = 0;
  /** Where the present line begins. */
  #lineAt = 0;
  /** What its pieces say is in stock, with their words. */
  #inStock: SaidInStock[] = [];
  /** A piece of the present line with words about stock that say nothing alone. */
  #unclear: OutlineElement | null = null;
  #linePieces = 0;
  /** The line above, if it is a word such as "Stock" alone. */
  #stockLabel: { readonly element: OutlineElement; readonly text: string } | null = null;
  #looked = { text: "", isAmount: false };
  /** Words on free delivery, until the end of their line shows whether they have a condition. */
  #maybeFree: { element: OutlineElement; before: string; behind: string; at: number }[] = [];

  constructor(text: VisibleText, maxPrices: number) {
    this.#text = text;
    this.#maxPrices = maxPrices;
  }

  open(): void {
    this.#counts.push(this.prices.length);
  }

  /** A piece of visible text within an element. */
  read(element: OutlineElement, raw: string): void {
    const text = raw.trim();
    if (text !== "") this.#linePieces++;
    if (text.length < 2 || text.length > longestStockText || this.#pieces++ > limits.pieces) return;
    if (text.length <= maxFreeShipping) this.#readFreeShipping(element, text);
    if (!mayTellStock(text)) return;
    const word = readStockWord(text);
    if (word === null) this.#unclear = element;
    else this.#noteStock(element, word);
  }

  /** What a picture that is a control says in its attributes. */
  readLabel(element: OutlineElement, label: string): void {
    if (label.length > longestStockText || this.#isFull || !mayTellStock(label)) return;
    const word = readStockWord(label);
    if (word !== null && (word.isControl || word.rest <= plainRest)) this.#noteStock(element, word);
  }

  #noteStock(element: OutlineElement, word: StockWord): void {
    const { words, rest, isStoreOnly = false, ...said } = word;
    const { availability, isControl } = said;
    if (this.#isFull || (isControl && (isDisabled(element) || isSentence(element, word)))) return;
    if (isControl) for (const each of around(element, null)) if (each.tag === "aside") each.buyButtons++;
    const spot = { ...said, element, isStoreOnly, isPlain: rest <= plainRest };
    this.stocks.push(spot);
    if (availability === "in" && !isControl) this.#inStock.push({ spot, words });
  }

  close(element: OutlineElement): void {
    const first = this.#counts.pop() ?? 0;
    const length = this.#text.position - element.from;
    const mayHold = length <= longestText * 3 && this.#text.lastDigit >= element.from;
    if (mayHold && !this.#text.isHidden && this.prices.length < this.#maxPrices) this.#look(element, first);
    if (element.tag === "label") this.#noteChoice(element, first);
    if ((element.tag === "button" || element.tag === "a") && !this.#text.isHidden) this.#readControl(element);
  }

  get #isFull(): boolean {
    return this.stocks.length >= limits.stocks;
  }

  /** `<button><span>Add</span> <span>to cart</span></button>`, and a control without any text. */
  #readControl(element: OutlineElement): void {
    if (this.#text.position - element.from > longestStockText || this.#isFull) return;
    if (this.#hasStockSince(element.from)) return;
    const { "aria-label": label, title, value, name, href = "", class: classes = "" } = element.attributes;
    const text = this.#text.since(element.from);
    const isButton = element.tag === "button" || buttonName.test(classes);
    const own = label ?? title ?? value ?? (isButton ? name : null) ?? "";
    if (!/\p{L}/u.test(text)) this.readLabel(element, alertAddress.test(href) ? "Notify me" : own);
    else if (isButton) this.readLabel(element, text);
    // `<button aria-label="Add to cart">Add</button>`
    if (isButton && label !== undefined && !this.#hasStockSince(element.from)) this.readLabel(element, label);
  }

  #hasStockSince(at: number): boolean {
    const last = this.stocks.at(-1);
    return last !== undefined && last.element.from >= at;
  }

  #noteChoice(label: OutlineElement, first: number): void {
    if (this.#text.position - label.from > maxChoiceLength) return;
    const text = this.#text.since(label.from);
    for (const spot of this.prices.slice(first)) spot.choice = text;
  }

  /** A line has ended: what stands behind its prices is known. */
  endLine(): void {
    if (this.#bare.length > 0) this.#readBelow();
    for (; this.#waiting < this.prices.length; this.#waiting++) {
      const spot = this.prices[this.#waiting];
      if (spot === undefined) continue;
      spot.after = this.#text.since(spot.element.to, maxBehind).slice(0, maxAfter);
      if (spot.after === "") this.#bare.push(spot);
    }
    if (this.#maybeFree.length > 0) this.#endFree();
    this.#readStockLine();
    this.#lineAt = this.#text.position;
  }

  /** `Skladem: <b>0 ks</b>`: the pieces of a line may only together say what they mean. */
  #readStockLine(): void {
    const [inStock, unclear, pieces] = [this.#inStock, this.#unclear, this.#linePieces];
    if (pieces === 0) return;
    const label = this.#stockLabel;
    this.#linePieces = 0;
    this.#stockLabel = null;
    if (inStock.length === 0 && unclear === null && label === null) return;
    this.#inStock = [];
    this.#unclear = null;
    const line = this.#text.since(this.#lineAt, maxBehind);
    if (label !== null && !this.#hasStockSince(this.#lineAt)) this.#readStockValue(label, line);
    else if (pieces > 1) this.#readStockPieces(line, inStock, unclear);
    else if (unclear !== null && line.length <= maxStockLabel)
      this.#stockLabel = { element: unclear, text: line };
  }

  #readStockPieces(line: string, inStock: readonly SaidInStock[], unclear: OutlineElement | null): void {
    const word = line.length > longestStockText ? null : readStockWord(line);
    if (word === null || word.isControl) return;
    for (const { spot, words } of inStock) {
      if (word.availability === "in" || !word.words.includes(words)) continue;
      spot.availability = "out";
      spot.isPlain = word.rest <= plainRest;
    }
    if (unclear !== null && !this.#hasStockSince(this.#lineAt)) this.#noteStock(unclear, word);
  }

  /** `<dt>Stock</dt><dd>14 pcs</dd>`: the line below a label. */
  #readStockValue({ element, text }: { element: OutlineElement; text: string }, line: string): void {
    if (line.length > maxStockValue || !/\d/.test(line) || hasCurrencyMark(line)) return;
    const word = readStockWord(`${text}: ${line}`);
    if (word !== null && !word.isControl) this.#noteStock(element, word);
  }

  #endFree(): void {
    for (const { element, before, behind, at } of this.#maybeFree)
      if (!isConditional(before, `${behind} ${this.#text.since(at, maxBehind)}`))
        this.freeShipping.push(element);
    this.#maybeFree = [];
  }

  /** The first line with a text is what stands below the prices above it. */
  #readBelow(): void {
    const line = this.#text.since(this.#lineAt, maxBehindBelow);
    if (line === "") return;
    if (line.length <= maxBelow) for (const spot of this.#bare) spot.below = line;
    this.#bare = [];
  }

  #readFreeShipping(element: OutlineElement, text: string): void {
    const behind = behindFreeDelivery(text);
    if (behind === null) return;
    const own = this.#text.lineBefore(this.#text.position, longestContext);
    const before = own === "" ? labelOfLine(this.#text.lineAbove(maxAbove)) : own;
    this.#maybeFree.push({ element, before, behind, at: this.#text.position });
  }

  #look(element: OutlineElement, first: number): void {
    const within = this.prices[first];
    const length = this.#text.position - element.from;
    if (within !== undefined && length > within.text.length + longestPiece) {
      // Too much around it to be pieces of the same amount: at most one of its own, or the lowest one of 30 days.
      if (isLowest30Days(this.#textBehind(element))) this.#lookAfter(element);
      const isNear = within.element.from - element.from <= longestPiece;
      if (isNear || isLowest30Days(this.#text.between(element.from, within.element.from)))
        this.#lookBefore(element, within, first);
      return;
    }
    const text = this.#text.since(element.from);
    if (text.length > longestText) return;
    if (!this.#isAmount(text) && !isCalledPrice(element, text)) return;
    // `<b>$</b><b>12</b><sup>99</sup>` is one amount, told by the element that holds all of it.
    const inner = this.prices[first];
    // What the inner element says of the amount, that it is struck out for one, is said of this one.
    if (inner !== undefined && isSameAmount(inner.text, text)) {
      inner.text = withMark(inner, text);
      return;
    }
    if (inner !== undefined && amountsIn(text) > 1) {
      this.#lookAfter(element);
      this.#lookBefore(element, inner, first);
    } else this.#put(element, text, first, this.prices.length - first);
  }

  /** Elements within one another often have the same text. */
  #isAmount(text: string): boolean {
    if (text !== this.#looked.text)
      this.#looked = { text, isAmount: hasCurrencyMark(text) || bareAmount.test(text) };
    return this.#looked.isAmount;
  }

  /** `24,200円<small>（税抜 22,000円）</small>`: an amount of the element's own, before the ones within it. */
  #lookBefore(element: OutlineElement, inner: PriceSpot, first: number): void {
    if (inner.element.from <= element.from) return;
    const before = this.#text.between(element.from, inner.element.from);
    // A sign before bare digits is theirs, not that of a number in the heading above them.
    const text = hasCurrencyMark(inner.text) ? before : before.replace(/\p{Sc}\s?[.,]?$/u, "");
    if (amountsIn(withoutThirtyDays(text)) === 1 && hasCurrencyMark(text)) this.#put(element, text, first, 0);
  }

  /** `<s>44.99 zł</s> 29.80 zł`: an amount of the element's own, behind the ones within it. */
  #lookAfter(element: OutlineElement): void {
    const at = this.prices.at(-1)?.element.to ?? 0;
    const text = this.#textBehind(element);
    if (amountsIn(withoutThirtyDays(text)) !== 1 || !hasCurrencyMark(text)) return;
    this.prices.push(this.#spotAt(at, element, text));
  }

  #spotAt(at: number, element: OutlineElement, text: string): PriceSpot {
    const before = this.#text.lineBefore(at, longestContext);
    const above = before === "" ? this.#text.lineAbove(maxAbove) : "";
    return { element, text, before, above, after: "", below: "", choice: "" };
  }

  /** The element's text behind its last price so far. */
  #textBehind(element: OutlineElement): string {
    const at = this.prices.at(-1)?.element.to ?? -1;
    return at < element.from ? "" : this.#text.since(at);
  }

  #put(element: OutlineElement, text: string, at: number, replaced: number): void {
    this.prices.splice(at, replaced, this.#spotAt(element.from, element, text));
    this.#waiting = Math.min(this.#waiting, at);
  }
}

function isCalledPrice(element: OutlineElement, text: string): boolean {
  return (kindOf(element) & (kinds.price | kinds.old)) !== 0 && !onlyPercentage.test(text);
}

/** Whether words such as those of a button stand in a sentence about something else: "30 dagars öppet köp". */
function isSentence(element: OutlineElement, { rest }: StockWord): boolean {
  return rest > maxControlRest && ![...around(element, null)].some(({ tag }) => controlTags.has(tag));
}

const controlTags = new Set(["a", "button", "label", "form"]);
/** Letters beside the words of a control, at most. */
const maxControlRest = 30;

const disabledName = /(?:^|\s)(?:is-|btn-|button-)?disabled(?:$|\s)/;

function isDisabled(element: OutlineElement): boolean {
  for (const each of around(element, null)) {
    if (!withinControl.has(each.tag)) return false;
    const { disabled, "aria-disabled": ariaDisabled, class: classes = "" } = each.attributes;
    if (disabled !== undefined || ariaDisabled === "true" || disabledName.test(classes)) return true;
    if (each.tag === "button") return false;
  }
  return false;
}

/** Whether a text has the inner amount's digits alone, once or repeated for screen readers; not euros and equal cents. */
function isSameAmount(inner: string, text: string): boolean {
  const [own, all] = [digitsOf(inner), digitsOf(text)];
  return all === own || (all === own + own && (own.length > 2 || !text.includes("^")));
}

/** An amount with its currency's mark, if the text around it adds no more than that on a line of its own. */
function withMark({ before, text: inner }: PriceSpot, text: string): string {
  const isBare = before === "" && !hasCurrencyMark(inner);
  return isBare && text.length <= inner.length + maxMarkLength && hasCurrencyMark(text) ? text : inner;
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}

function amountsIn(text: string): number {
  return (
    text.match(
      /\d[\d.,'’\u00a0\u202f]*(?: \d{3}(?!\d))*(?: ?[€$£]? ?\^[€$£]?\d{1,3}|[€$£]\d{2}(?!\d)| [€$£] ?\d{2}(?![\d.,]))?/g,
    )?.length ?? 0
  );
}
