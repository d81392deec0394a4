import { decodeHTML, decodeHTMLAttribute } from "entities/decode";
import { type Context, rulesOf, type TagRules } from "./markup-tags.js";

export type Attributes = Readonly<Record<string, string>>;

/** What is told of a page, in its order. Each element that opens is closed, wherever its end tag is missing. */
export interface MarkupEvents {
  /** Names are in lower case. */
  open(tag: string, attributes: Attributes): void;
  /** With character references resolved. */
  text(text: string): void;
  close(tag: string): void;
  /** Whether nothing more is wanted. */
  isEnough(): boolean;
}

const code = {
  tab: 9,
  feed: 12,
  return: 13,
  newline: 10,
  space: 32,
  bang: 33,
  quote: 34,
  apostrophe: 39,
  slash: 47,
  equals: 61,
  greater: 62,
  question: 63,
  bracket: 91,
} as const;

function isLetter(at: number): boolean {
  const lower = at | 32;
  return lower >= 97 && lower <= 122;
}

function isSpace(at: number): boolean {
  return (
    at === code.space || at === code.newline || at === code.tab || at === code.return || at === code.feed
  );
}

function endsName(at: number): boolean {
  return at === code.greater || at === code.slash || isSpace(at);
}

const commentEnd = /--!?>/g;

/**
 * A tag's attributes, none of them by inheritance: `constructor` and `__proto__` are names like any other. An object
 * that is made by a class is as quick as a plain one, which one without a prototype is not.
 */
class AttributesOfTag {
  [name: string]: string;
}
Object.setPrototypeOf(AttributesOfTag.prototype, null);
Reflect.deleteProperty(AttributesOfTag.prototype, "constructor");

/**
 * Reads HTML as browsers and htmlparser2 understand it, jumping from one `<` to the next instead of looking at each
 * character: shops' pages are mostly styles, scripts and text. Takes time in proportion to the page, however deep or
 * broken it is, and never throws.
 */
class MarkupReader {
  readonly #html: string;
  readonly #events: MarkupEvents;
  readonly #open: string[] = [];
  /** How many of each name are open: most end tags that nothing has begun are found out without a search. */
  readonly #counts = new Map<string, number>();
  /** Whether each open element has changed what its content is. */
  readonly #changes: boolean[] = [];
  readonly #contexts: Context[] = [];
  #at = 0;

  constructor(html: string, events: MarkupEvents) {
    this.#html = html;
    this.#events = events;
  }

  read(): void {
    const { length } = this.#html;
    for (let from = 0; this.#at < length && !this.#events.isEnough(); ) {
      const start = this.#html.indexOf("<", from);
      if (start < 0) {
        this.#text(this.#at, length);
        break;
      }
      from = this.#markup(start) ? this.#at : start + 1;
    }
    if (!this.#events.isEnough()) while (this.#open.length > 0) this.#pop();
  }

  /** Reads what begins with a `<`, and the text before it; false where it is text itself. */
  #markup(start: number): boolean {
    const next = this.#html.charCodeAt(start + 1);
    if (isLetter(next)) this.#tag(start);
    else if (next === code.slash) return this.#endTag(start);
    else if (next === code.bang) this.#declaration(start);
    else if (next === code.question) this.#skip(start, ">", start + 1);
    else return false;
    return true;
  }

  #text(from: number, to: number): void {
    if (from >= to) return;
    const text = this.#html.slice(from, to);
    this.#events.text(text.includes("&") ? decodeHTML(text) : text);
  }

  /** Passes over everything up to an end mark. */
  #skip(start: number, mark: string, from: number): void {
    this.#text(this.#at, start);
    const end = this.#html.indexOf(mark, from);
    this.#at = end < 0 ? this.#html.length : end + mark.length;
  }

  #declaration(start: number): void {
    const html = this.#html;
    if (html.startsWith("--", start + 2)) this.#comment(start);
    else if (!html.startsWith("[CDATA[", start + 2)) this.#skip(start, ">", start + 2);
    else {
      this.#skip(start, "]]>", start + 9);
      if (this.#isForeign && html.endsWith("]]>", this.#at))
        this.#events.text(html.slice(start + 9, this.#at - 3));
    }
  }

  #comment(start: number): void {
    this.#text(this.#at, start);
    const from = start + 4;
    const short = this.#html.startsWith(">", from) ? 1 : this.#html.startsWith("->", from) ? 2 : 0;
    commentEnd.lastIndex = from;
    if (short > 0) this.#at = from + short;
    else this.#at = commentEnd.test(this.#html) ? commentEnd.lastIndex : this.#html.length;
  }

  get #isForeign(): boolean {
    return this.#contexts.length > 0 && this.#contexts[this.#contexts.length - 1] !== "html";
  }

  /** The name of an element that begins here, up to a space, a slash or the end of the tag. */
  #nameFrom(start: number): string {
    const html = this.#html;
    let end = start;
    while (end < html.length && !endsName(html.charCodeAt(end))) end++;
    this.#at = end;
    return html.slice(start, end).toLowerCase();
  }

  #tag(start: number): void {
    this.#text(this.#at, start);
    const written = this.#nameFrom(start + 1);
    const attributes = new AttributesOfTag();
    const end = this.#attributes(attributes);
    // A tag that the page ends in is none.
    if (end === "missing") return;
    const isForeign = this.#isForeign;
    const rules = rulesOf(written === "image" && !isForeign ? "img" : written);
    const tag = rules.name;
    if (tag !== "form" || !this.#counts.get("form")) this.#begin(attributes, rules, end === "closed");
    if (rules.content !== "markup" && !isForeign) this.#content(tag, rules.content);
  }

  #begin(attributes: Attributes, { name: tag, ends, isVoid, context }: TagRules, isClosed: boolean): void {
    if (ends !== null) while (ends.has(this.#open[this.#open.length - 1] ?? "")) this.#pop();
    if (isVoid) {
      this.#events.open(tag, attributes);
      this.#events.close(tag);
      return;
    }
    this.#open.push(tag);
    this.#counts.set(tag, (this.#counts.get(tag) ?? 0) + 1);
    const changes = context !== null && (tag !== "foreignobject" || this.#contexts.at(-1) === "svg");
    this.#changes.push(changes);
    if (changes) this.#contexts.push(context);
    this.#events.open(tag, attributes);
    // Outside of foreign content the slash of a start tag means nothing.
    if (isClosed && this.#isForeign) this.#pop();
  }

  #pop(): void {
    const tag = this.#open.pop() ?? "";
    this.#counts.set(tag, (this.#counts.get(tag) ?? 1) - 1);
    if (this.#changes.pop() === true) this.#contexts.pop();
    this.#events.close(tag);
  }

  /** Gathers a tag's attributes, the first of each name, and says how the tag ends. */
  #attributes(into: Record<string, string>): "open" | "closed" | "missing" {
    const html = this.#html;
    for (let isClosed = false; this.#at < html.length; ) {
      const at = html.charCodeAt(this.#at);
      if (at === code.greater) {
        this.#at++;
        return isClosed ? "closed" : "open";
      }
      if (at === code.slash) isClosed = true;
      else if (!isSpace(at)) {
        isClosed = false;
        this.#attribute(into);
        continue;
      }
      this.#at++;
    }
    return "missing";
  }

  #attribute(into: Record<string, string>): void {
    const html = this.#html;
    const start = this.#at;
    let end = start + 1;
    for (; end < html.length; end++) {
      const at = html.charCodeAt(end);
      if (at === code.equals || endsName(at)) break;
    }
    const name = html.slice(start, end).toLowerCase();
    this.#at = end;
    this.#skipSpace();
    let value = "";
    if (html.charCodeAt(this.#at) === code.equals) {
      this.#at++;
      this.#skipSpace();
      value = this.#value();
    }
    into[name] ??= value;
  }

  #skipSpace(): void {
    while (isSpace(this.#html.charCodeAt(this.#at))) this.#at++;
  }

  #value(): string {
    const html = this.#html;
    const first = html.charCodeAt(this.#at);
    let start = this.#at;
    let end: number;
    if (first === code.quote || first === code.apostrophe) {
      start++;
      end = html.indexOf(first === code.quote ? '"' : "'", start);
      if (end < 0) end = html.length;
      this.#at = end + 1;
    } else {
      for (end = start; end < html.length; end++) {
        const at = html.charCodeAt(end);
        if (at === code.greater || isSpace(at)) break;
      }
      this.#at = end;
    }
    const value = html.slice(start, end);
    return value.includes("&") ? decodeHTMLAttribute(value) : value;
  }

  #endTag(start: number): boolean {
    const next = this.#html.charCodeAt(start + 2);
    if (Number.isNaN(next)) return false;
    if (!isLetter(next)) {
      this.#skip(start, ">", start + 2);
      return true;
    }
    this.#text(this.#at, start);
    const tag = this.#nameFrom(start + 2);
    const end = this.#html.indexOf(">", this.#at);
    if (this.#at < this.#html.length) this.#end(tag === "image" && !this.#isForeign ? "img" : tag);
    this.#at = end < 0 ? this.#html.length : end + 1;
    return true;
  }

  #end(tag: string): void {
    const { isVoid } = rulesOf(tag);
    if (!isVoid && (this.#counts.get(tag) ?? 0) > 0) {
      while (this.#open[this.#open.length - 1] !== tag) this.#pop();
      this.#pop();
    } else if (tag === "p") {
      // An end without a beginning is an empty one.
      this.#begin({}, rulesOf("p"), false);
      this.#pop();
    } else if (tag === "br") {
      this.#events.open("br", {});
      this.#events.close("br");
    }
  }

  /** An element whose content is text: up to its own end tag, or the end of the page. */
  #content(tag: string, content: Exclude<TagRules["content"], "markup">): void {
    const end = content === "rest" ? this.#html.length : this.#endOf(tag);
    if (content === "text") this.#text(this.#at, end);
    else if (end > this.#at) this.#events.text(this.#html.slice(this.#at, end));
    this.#at = end;
  }

  #endOf(tag: string): number {
    const html = this.#html;
    for (let at = html.indexOf("</", this.#at); at >= 0; at = html.indexOf("</", at + 2)) {
      const behind = at + 2 + tag.length;
      if (
        behind < html.length &&
        endsName(html.charCodeAt(behind)) &&
        html.slice(at + 2, behind).toLowerCase() === tag
      )
        return at;
    }
    return html.length;
  }
}

/** Tells all that is on a page. */
export function readMarkup(html: string, events: MarkupEvents): void {
  new MarkupReader(html, events).read();
}
