import { endsInAmount } from "../amounts/money.js";
import { type Attributes, firstIndex } from "./outline.js";

const raisedDigit = /[⁰¹²³⁴-⁹]/;
/** Two raised digits may be cents. */
const raisedMarks = /(?<![⁰¹²³⁴-⁹])[⁰¹²³⁴-⁹]⁾?(?:,[⁰¹²³⁴-⁹]⁾?)*(?![⁰¹²³⁴-⁹])/g;

/** Leaves out raised digits that refer from an amount, at the end of `before` or in the text, to a footnote. */
function withoutFootnotes(text: string, before: string): string {
  return text.replace(raisedMarks, (mark, at: number) =>
    endsInAmount(at === 0 ? before : text.slice(0, at)) ? "" : mark,
  );
}

const marks = /^\s*(?:\d\)?(?:[\s,/;]+\d\)?)*|[*†‡§]+)\s*$/;
const longMarks = /^\s*\d{2}\)?\s*$/;

/** Whether a raised text behind an amount refers to a footnote: two digits are cents, unless the amount has some. */
function isFootnote(raised: string, amount: string): boolean {
  return (
    marks.test(raised) || (longMarks.test(raised) && /(?:[.,]|\^)\d{2}\s?(?:\p{Sc}|\p{L}+)?$/u.test(amount))
  );
}

const hiddenTags = new Set(["script", "style", "template", "noscript", "svg", "iframe", "textarea"]);
/** Elements whose text does not run on into what follows. */
const blockTags = new Set(
  "address article aside blockquote br button dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr label li main nav ol option p section select table td th title tr ul".split(
    " ",
  ),
);
/** Elements that shops use for amounts. */
const amountTags = new Set("span div p del ins s strike b strong em bdi sup small data".split(" "));

const hidingClass = /(?:^|\s)(?:displaynone|ng-hide|d-none)(?:\s|$)/;
const responsiveClass = /(?:^|\s)d-(?:sm|md|lg|xl|xxl)-/;

/** Whether classes of widespread frameworks hide an element on screens of any width; `d-none d-md-block` shows it on some. */
function isHiddenByClass(classes: string): boolean {
  return hidingClass.test(classes) && !responsiveClass.test(classes);
}

function isHidden(
  tag: string,
  { hidden, class: classes, style, shadowrootmode: shadowRootMode, "aria-hidden": ariaHidden }: Attributes,
): boolean {
  if (hidden !== undefined || (classes !== undefined && isHiddenByClass(classes))) return true;
  // A declarative shadow root is what the element shows.
  if (hiddenTags.has(tag)) return !(tag === "template" && shadowRootMode !== undefined);
  // Decoration is hidden. Amounts are not: shops hide them from screen readers and repeat them in words.
  if (ariaHidden === "true" && !amountTags.has(tag)) return true;
  return style !== undefined && /(?<![-\w])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style);
}

const offScreen =
  /(?:^|[\s_-])(?:off-?screen|sr-only|visually-?hidden|screen-?reader(?:-text)?)(?:$|[\s_-])/i;

/** Text for screen readers repeats what stands beside it. */
function isOffScreen({ class: classes }: Attributes): boolean {
  return classes !== undefined && offScreen.test(classes);
}

/**
 * Text as a reader sees it, with the places at which elements begin. It is kept in pieces: one long text would be
 * copied again for each element that is looked at.
 */
export class VisibleText {
  readonly #pieces: string[] = [];
  /** Where each piece begins. */
  readonly #starts: number[] = [];
  readonly #hidden: boolean[] = [];
  readonly #blocks: boolean[] = [];
  #hiddenDepth = 0;
  #length = 0;
  #lastDigit = -1;
  #endsInBreak = false;
  /** Whether an element has begun since the last text. */
  #isBehindTag = false;
  /** Which piece begins the present line. */
  #linePiece = 0;
  /** And the line before it. */
  #lastLinePiece = 0;
  /** The element that stands above the line behind an amount: its depth, and the piece that marks it. */
  #raised: { readonly depth: number; readonly piece: number } | null = null;

  get position(): number {
    return this.#length;
  }

  /** Where the last digit stands; later elements have no digits. */
  get lastDigit(): number {
    return this.#lastDigit;
  }

  get isHidden(): boolean {
    return this.#hiddenDepth > 0;
  }

  /** What was asked for last: elements within one another often have the same text. */
  #known = { first: 0, end: 0, text: "" };

  /** The end of the present line's text up to a place on it. */
  lineBefore(at: number, most: number): string {
    let text = "";
    // Keeps long lines linear: each of their thousands of prices asks.
    const isEnough = () => text.length > maxLineEnd && text.trim() !== "";
    for (let piece = this.#pieces.length - 1; piece >= this.#linePiece && !isEnough(); piece--) {
      const start = this.#starts[piece] ?? 0;
      if (start < at) text = `${this.#pieces[piece]?.slice(0, at - start) ?? ""}${text}`;
    }
    return fold(text).slice(-most);
  }

  /** The line above the present one; empty if it is longer than `most`. */
  lineAbove(most: number): string {
    let text = "";
    for (let piece = this.#lastLinePiece; piece < this.#linePiece; piece++) {
      text += this.#pieces[piece] ?? "";
      if (text.length > most) return "";
    }
    return fold(text);
  }

  between(from: number, to: number): string {
    const first = this.#pieceFrom(from);
    let end = first;
    while (end < this.#pieces.length && (this.#starts[end] ?? 0) < to) end++;
    return fold(this.#pieces.slice(first, end).join(""));
  }

  /** Whether an element's text does not run on into what follows. */
  isBlock(tag: string): boolean {
    return blockTags.has(tag);
  }

  open(tag: string, attributes: Attributes): void {
    this.#isBehindTag = true;
    const hides = isHidden(tag, attributes);
    this.#hidden.push(hides);
    if (hides) this.#hiddenDepth++;
    const isBlock = blockTags.has(tag) || isOffScreen(attributes);
    this.#blocks.push(isBlock);
    if (isBlock) this.#break();
  }

  add(given: string): void {
    if (this.#hiddenDepth > 0) return;
    // A piece with nothing but a line feed ends a line.
    const text = given === "\n" ? " " : given;
    if (/\d/.test(text)) this.#lastDigit = this.#length + text.length - 1;
    // `<b>219</b><b>99</b>`: two figures in elements of their own are cents.
    if (this.#isBehindTag && /^\d{2}\s*$/.test(text) && wholeFigure.test(this.#pieces.at(-1) ?? ""))
      this.#push("^");
    if (this.#isBehindTag && isNextPart(text, this.#end)) this.#joinPieces();
    this.#isBehindTag = false;
    // A point of its own tells the cents apart already.
    if (this.#pieces[this.#pieces.length - 1] === "^" && /^\s*[.,]/.test(text))
      this.#pieces[this.#pieces.length - 1] = "";
    // Positions count the text of the page, footnotes included.
    this.#push(text, raisedDigit.test(text) ? withoutFootnotes(text, this.#end) : text);
    this.#endsInBreak = false;
  }

  /** Puts a text in the place of the one since an element began. */
  replaceSince(at: number, text: string): void {
    this.#pieces.fill("", this.#pieceFrom(at));
    this.add(text);
  }

  close(): void {
    if (this.#hidden.pop() === true) this.#hiddenDepth--;
    if (this.#raised !== null && this.#raised.depth === this.#hidden.length)
      this.#endRaised(this.#raised.piece);
    if (this.#blocks.pop() === true) this.#break();
  }

  /** Whether the next text would run on from an amount. */
  get endsInAmount(): boolean {
    return this.#hiddenDepth === 0 && endsInAmount(this.#end);
  }

  /** Marks the element that opens next as raised, so that its cents are not read as more digits of the amount before it. */
  markRaised(): void {
    this.#raised = { depth: this.#hidden.length, piece: this.#pieces.length };
    this.#push("^");
  }

  /** Leaves out white space between the elements of one amount. */
  #joinPieces(): void {
    for (
      let last = this.#pieces.length - 1;
      last >= this.#linePiece && this.#pieces[last]?.trim() === "";
      last--
    )
      this.#pieces[last] = "";
  }

  /** A footnote is no part of the amount. */
  #endRaised(piece: number): void {
    this.#raised = null;
    const [, ...raised] = this.#pieces.slice(piece);
    // A raised sign stands between an amount and its cents: `44<sup>€</sup><sup>90</sup>`.
    if (/^\s*\p{Sc}\s*$/u.test(raised.join(""))) this.#pieces[piece] = "";
    if (!isFootnote(raised.join(""), this.#pieces[piece - 1] ?? "")) return;
    this.#pieces.fill("", piece);
    this.#known = { first: 0, end: 0, text: "" };
  }

  /** The last piece with a text; an element of its own may hold a currency's sign. */
  get #end(): string {
    let last = this.#pieces.length - 1;
    // White space between two elements on a line; a line ends in a piece of its own.
    while (last >= 0 && this.#pieces[last] !== "\n" && this.#pieces[last]?.trim() === "") last--;
    return this.#pieces[last] ?? "";
  }

  /** At most `most` characters of the text from a place on. */
  since(at: number, most = Number.POSITIVE_INFINITY): string {
    const first = this.#pieceFrom(at);
    if (this.#length - at > most) return fold(this.#textFrom(first, most));
    const end = this.#pieces.length;
    if (this.#known.first !== first || this.#known.end !== end)
      this.#known = { first, end, text: fold(this.#textFrom(first, Number.POSITIVE_INFINITY)) };
    return this.#known.text;
  }

  #textFrom(first: number, most: number): string {
    let text = "";
    for (let piece = first; piece < this.#pieces.length && text.length < most; piece++)
      text += this.#pieces[piece];
    return text.length > most ? text.slice(0, most) : text;
  }

  /** The first piece that begins at or after a place. */
  #pieceFrom(at: number): number {
    return firstIndex(this.#starts.length, (piece) => (this.#starts[piece] ?? 0) >= at);
  }

  beginning(characters: number): string {
    return fold(this.#textFrom(0, characters * 2)).slice(0, characters);
  }

  /** Lines from a place on, each folded. */
  linesFrom(at: number, characters: number): string {
    const text = this.#textFrom(this.#pieceFrom(at), characters);
    return text.replace(/[^\S\n]+/g, " ").replace(/ ?\n ?/g, "\n");
  }

  #push(text: string, shown = text): void {
    this.#pieces.push(shown);
    this.#starts.push(this.#length);
    this.#length += text.length;
  }

  #break(): void {
    if (this.#hiddenDepth > 0 || this.#endsInBreak) return;
    this.#push("\n");
    this.#endsInBreak = true;
    this.#lastLinePiece = this.#linePiece;
    this.#linePiece = this.#pieces.length;
  }
}

/** Characters of a line's end, white space included, in which its last words are. */
const maxLineEnd = 2_000;

/** The end of an amount without cents. */
const wholeFigure = /(?:^|[\s\p{Sc}])\d{1,3}(?:[.,]?\d{3})*$/u;

/** Whether an element goes on with an amount: `<b>1.</b> <b>349</b> <b>,–</b>`. */
function isNextPart(text: string, before: string): boolean {
  if (!/^[.,\d]/.test(text)) return false;
  return /^\d{3}$/.test(text)
    ? /^\s*\d{1,3}[.,]$/.test(before)
    : /^[.,](?:\d{2}|[-–—]{1,2})?$/.test(text) && /(?:^|\s|[.,])\d{1,3}$/.test(before);
}

/** Most texts have neither runs of white space nor any but spaces. */
const loose = /\s\s|[\t\n\r\u00a0\u202f]/;

function fold(text: string): string {
  const trimmed = text.trim();
  return loose.test(trimmed) ? trimmed.replace(/\s+/g, " ") : trimmed;
}
