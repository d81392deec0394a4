import { Parser } from "htmlparser2";
import { currencyOfCode, decimalsOf } from "../amounts/currency.js";
import { hasCurrencyMark } from "../amounts/money.js";
import { limits } from "../limits.js";
import { brandIn } from "../text/labelled-facts.js";
import { Spots } from "../text/spots.js";
import { chooseHeading, isHeading, isNameLine, othersHeading } from "./heading.js";
import { type Attributes, ancestor, Outline, type OutlineElement } from "./outline.js";
import {
  type ChosenName,
  type DataAttribute,
  type Meta,
  metaIn,
  type PageFacts,
  type Script,
  type TextElement,
} from "./page-facts.js";
import { repairedText } from "./repaired-text.js";
import type { SelectorWatch } from "./selector-watch.js";
import { microdataSyntax, rdfaSyntax, ThingsBuilder } from "./things-builder.js";
import { VisibleText } from "./visible-text.js";

/** What of a page is kept for judging whether it is a product page at all. */
const keptText = 4_000;
/** What stands this near below the heading is about the product. */
const productText = 2_500;
/** Attributes in which shop platforms leave JSON; others would only cost memory. */
const jsonAttribute =
  /^data-(?:product|variation|variant|json|item|props|page|sku|offer|price|config|state|initial|analytics|gtm)/;

const raisedName = /(?:^|[\s_-])(?:fraction|cents?|decimals?|centimes|superscript|sup)(?:$|[\s_-])/i;

/** Cents that stand above the line. */
function isRaised(tag: string, { class: classes, style }: Attributes): boolean {
  if (tag === "sup") return true;
  if (style?.includes("vertical-align") === true) return true;
  return classes !== undefined && raisedName.test(classes);
}

const brandName = /(?:^|[-_\s])brand(?:$|[-_\s])|brand$/;
const maxBrandLength = 40;
/** The same with its label. */
const maxBrandText = 100;
/** Farther below the heading, brands are those of other products. */
const maxBrandDistance = 20_000;
const maxLinkLength = 200;
const maxLabelLength = 60;
/** A product's name has more words than "Size guide" or "See all reviews". */
const nameStart = /^(?:\S+ ){3}/;
const minNameLength = 8;

/** Pixels that an icon beside a shop's name needs on a sharp screen. */
const iconPixels = 40;

/** How well an icon suits: the smallest that is large enough, else the largest, before those of Windows; 0 if it cannot be shown. */
function fitOfIcon(kinds: readonly string[], href: string, type: string, sizes: string): number {
  const isTouch = kinds.some((kind) => kind.startsWith("apple-touch-icon"));
  if (!(isTouch || kinds.includes("icon")) || /svg/i.test(type) || /^data:|\.svg(?:[?#]|$)/i.test(href))
    return 0;
  const size = Math.max(...(sizes.match(/\d{1,4}/g) ?? [isTouch ? 180 : 16]).map(Number));
  const isOld = /x-icon|microsoft/i.test(type) || /\.ico(?:[?#]|$)/i.test(href);
  return (isOld ? 1 : 20_000) + (size >= iconPixels ? 10_000 - size : size);
}

/** Characters that hold the place of an amount: `--`, white space. */
const maxPlaceholder = 20;

const iconSigns: Readonly<Record<string, string>> = {
  eur: "€",
  euro: "€",
  usd: "$",
  dollar: "$",
  gbp: "£",
  pound: "£",
};

/** Elements that a page's script may fill with an amount; other ones carry it for advertisers. */
const drawnTag = /^(?:span|div|p|b|strong|em|ins|del|s|data|[a-z]+-[a-z-]+)$/;
const drawnNumber = /^\d{1,9}(?:[.,]\d{1,3})?$/;
/** `data-name` beside the price is a record of the product. */
const recordAttribute = /^data-(?:item-|product-)?(?:name|title|category|brand)$/;

const amountAttributes = "data-price data-amount data-price-amount data-price-value amount price".split(" ");
const centsAttributes = ["data-price-cents", "data-amount-cents", "price-cents", "amount-cents"];
const fractionAttributes = ["data-cents", "data-fraction", "data-decimals"];
const drawnAttributes: ReadonlySet<string> = new Set([...amountAttributes, ...centsAttributes]);

function hasAmountAttribute(attributes: Attributes): boolean {
  for (const name in attributes) if (drawnAttributes.has(name)) return true;
  return false;
}

function numberIn(attributes: Attributes, names: readonly string[]): string | null {
  const name = names.find((each) => attributes[each] !== undefined);
  const value = name === undefined ? undefined : attributes[name];
  return value !== undefined && drawnNumber.test(value) ? value : null;
}

/** `64.95 EUR` for `data-price-cents="6495" data-currency="EUR"`, and for `data-price="64" data-cents="95"`. */
function drawnAmount({ tag, attributes }: OutlineElement): string | null {
  if (!hasAmountAttribute(attributes) || !drawnTag.test(tag)) return null;
  const price = numberIn(attributes, amountAttributes);
  const cents = numberIn(attributes, centsAttributes);
  if (Object.keys(attributes).some((name) => recordAttribute.test(name))) return null;
  const code = currencyOfCode(
    attributes["data-currency"] ?? attributes["data-price-currency"] ?? attributes.currency ?? null,
  );
  if (cents !== null && code !== null) return `${Number(cents) / 10 ** decimalsOf(code)} ${code}`;
  const fraction = numberIn(attributes, fractionAttributes);
  if (price === null) return null;
  const isSplit = /^\d+$/.test(price) && fraction?.length === 2;
  return `${isSplit ? `${price}.${fraction}` : price} ${code ?? ""}`.trim();
}

/** The currency's sign that a picture stands for: `<i class="icon-euro">`, `<img alt="€">`. */
function signOfIcon(tag: string, { class: classes = "", alt = "" }: Attributes): string | null {
  if (tag === "img") return /^\p{Sc}$/u.test(alt) ? alt : null;
  const [, name = ""] =
    tag === "i" ? (/(?:icon|fa)-(eur|euro|usd|dollar|gbp|pound)(?:-sign)?(?:\s|$)/.exec(classes) ?? []) : [];
  return iconSigns[name] ?? null;
}

/** Class names of pages that were not found, in any language. */
const errorClass = /(?:^|\s)(?:page|error|http)?[-_]?(?:not-?found|404)(?:$|[\s_-])/i;

/** How addresses end in countries whose currencies share a sign: `New York, NY 10022`. */
const postalCodes: readonly (readonly [region: string, pattern: RegExp])[] = [
  [
    "us",
    /\b(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]),? \d{5}(?:-\d{4})?\b/,
  ],
  ["ca", /\b(?:AB|BC|MB|N[BLST]|ON|PE|QC|SK),? [A-Z]\d[A-Z] ?\d[A-Z]\d\b/],
  ["au", /\b(?:ACT|NSW|NT|QLD|SA|TAS|VIC|WA),? \d{4}\b/],
];

/** How pages name countries with dollars of their own, beside the United States. */
const dollarCountries = /\b(?:Canad(?:a|ian)|Australian?|New Zealand|Singapore|Hong Kong)\b/;

/** What a picture or an input that is a button says. */
function labelOf({ value, alt, title, name }: Attributes): string {
  return [value, alt, title, name].find((text) => text !== undefined && text.trim() !== "") ?? "";
}

function noteAddress(addresses: string[], address: string | undefined): void {
  if (address === undefined || addresses.length >= limits.addresses) return;
  addresses.push(address.slice(0, limits.address));
}

interface CollectOptions {
  /** Watch for their selectors during the pass. */
  readonly watches?: readonly SelectorWatch[];
  /** Gathers all links, and the prices of more products than one. */
  readonly isList?: boolean;
}

/** Gathers a page in one pass, without building a tree. */
class Collector {
  /** What is taken as it stands on the page. */
  readonly facts = {
    metas: [] as Meta[],
    scripts: [] as Script[],
    dataAttributes: [] as DataAttribute[],
    selected: [] as string[],
    chosen: [] as OutlineElement[],
    cells: [] as TextElement[],
    headings: [] as TextElement[],
    namedLinks: [] as TextElement[],
    shortLinks: [] as TextElement[],
    links: [] as TextElement[],
    images: [] as OutlineElement[],
    canonical: null as string | null,
    base: null as string | null,
    refresh: null as string | null,
    language: null as string | null,
    title: "",
    hasPasswordField: false,
    hasErrorElement: false,
    embeds: [] as string[],
    formActions: [] as string[],
    struckNames: new Set<string>(),
    namesDollarCountry: false,
  };
  readonly microdata = new ThingsBuilder(microdataSyntax);
  readonly rdfa = new ThingsBuilder(rdfaSyntax);
  readonly text = new VisibleText();
  readonly outline = new Outline();
  readonly spots: Spots;
  readonly labels: TextElement[] = [];
  icon: { readonly href: string; readonly fit: number } | null = null;
  readonly brands: { readonly at: number; readonly text: string }[] = [];
  readonly postalRegions = new Set<string>();
  #elements = 0;
  #drawn = 0;
  #script: { readonly type: string; readonly id: string } | null = null;
  /** Text since the last tag: the parser reports each character reference as a part of its own. */
  #unread = "";
  #titleFrom: number | null = null;
  readonly #watches: readonly SelectorWatch[];
  readonly #isList: boolean;

  constructor({ watches = [], isList = false }: CollectOptions) {
    this.#watches = watches;
    this.#isList = isList;
    this.spots = new Spots(this.text, isList ? limits.listPrices : limits.prices);
  }

  open(tag: string, attributes: Attributes): void {
    this.#endText();
    this.#elements++;
    if (this.text.isBlock(tag)) this.spots.endLine();
    else if (this.text.endsInAmount && isRaised(tag, attributes)) this.text.markRaised();
    const sign = signOfIcon(tag, attributes);
    if (sign !== null) this.text.add(sign);
    this.text.open(tag, attributes);
    const element = this.outline.open(tag, attributes, this.text.position);
    this.spots.open();
    for (const watch of this.#watches) watch.open(tag, attributes, this.text.position);
    this.#note(tag, attributes);
    this.#noteWallSigns(tag, attributes);
    this.microdata.open(element);
    this.rdfa.open(element);
    if (tag === "title" && this.facts.title === "") this.#titleFrom = this.text.position;
    if (tag === "script")
      this.#script = { type: (attributes.type ?? "").toLowerCase(), id: attributes.id ?? "" };
  }

  read(text: string): void {
    if (this.#script !== null || this.#unread.length < limits.text) this.#unread += text;
  }

  #endText(): void {
    // Within a drawing, a script may hold tags; they do not end its text.
    if (this.#unread === "" || this.#script !== null) return;
    const text = repairedText(this.#unread.slice(0, limits.text));
    this.#unread = "";
    this.text.add(text);
    const { current } = this.outline;
    if (current?.tag === "style") this.#noteStruck(text);
    if (current === null || this.text.isHidden || text.trim() === "") return;
    this.spots.read(current, text);
    if (/[A-Z],? [A-Z\d]{3,5}/.test(text)) this.#notePostalCode(text);
    this.facts.namesDollarCountry ||= dollarCountries.test(text);
  }

  /** Notes the classes that a style sheet strikes out, wherever they stand: rules for one class alone. */
  #noteStruck(sheet: string): void {
    for (const rule of sheet.includes("line-through") ? sheet.split("}") : []) {
      const [selectors = "", style = ""] = rule.split("{").slice(-2);
      if (!style.includes("line-through") || this.facts.struckNames.size >= limits.struckNames) continue;
      for (const selector of selectors.split(","))
        this.facts.struckNames.add(/^\s*\w*\.([\w-]+)\s*$/.exec(selector)?.[1] ?? "");
    }
  }

  close(): void {
    this.#endText();
    this.#addDrawnAmount();
    const element = this.outline.close(this.text.position);
    // A page that ends within a tag has one end more than it has beginnings.
    if (element === null) return;
    const since = (at: number) => this.text.since(at, limits.value);
    this.microdata.close(since);
    this.rdfa.close(since);
    for (const watch of this.#watches) watch.close(since);
    this.spots.close(element);
    this.#noteBrand(element);
    this.#noteLabel(element);
    this.#noteHeading(element);
    this.#noteNamedLink(element);
    const { tag } = element;
    if (this.text.isBlock(tag)) this.spots.endLine();
    if (tag === "title" && this.#titleFrom !== null) {
      this.facts.title = this.text.since(this.#titleFrom, limits.title);
      this.#titleFrom = null;
    }
    this.text.close();
    if (tag === "script") this.#closeScript();
  }

  /** An element without a text whose attributes state an amount shows it once the page's script has run. */
  #addDrawnAmount(): void {
    const { current } = this.outline;
    if (current === null || this.#drawn >= limits.drawnAmounts || this.text.isHidden) return;
    if (this.text.position - current.from > maxPlaceholder) return;
    const amount = drawnAmount(current);
    if (amount === null || /[\p{L}\d]/u.test(this.text.since(current.from))) return;
    this.#drawn++;
    this.text.replaceSince(current.from, amount);
  }

  get isFull(): boolean {
    return this.outline.depth > limits.depth || this.#elements >= limits.elements;
  }

  /** Closes what the parser leaves open when it stops early. */
  closeAll(): void {
    this.#endText();
    while (this.outline.current !== null) this.close();
  }

  #noteBrand({ attributes, from }: OutlineElement): void {
    const name = attributes.class;
    if (name === undefined || !name.includes("brand") || this.brands.length >= limits.brands) return;
    if (this.text.position - from > maxBrandText || !brandName.test(name)) return;
    const text = brandIn(this.text.since(from));
    if (text !== null && text.length <= maxBrandLength) this.brands.push({ at: from, text });
  }

  brandBelow(headingAt: number): string | null {
    const below = this.brands.find(({ at }) => at >= headingAt);
    return below !== undefined && below.at - headingAt <= maxBrandDistance ? below.text : null;
  }

  #noteLabel(element: OutlineElement): void {
    const { tag, from } = element;
    const isCell = tag === "td" || tag === "th";
    if (!isCell && tag !== "label" && tag !== "option") return;
    const [noted, max] = isCell ? [this.facts.cells, limits.cells] : [this.labels, limits.labels];
    if (noted.length < max && this.text.position - from <= maxLabelLength)
      noted.push({ element, text: this.text.since(from) });
  }

  /** The names of chosen options and radio buttons, by their labels. */
  chosenNames(): ChosenName[] {
    return this.facts.chosen.flatMap((control) => {
      const { id, type, value = "" } = control.attributes;
      if (control.tag !== "option" && type?.toLowerCase() !== "radio") return [];
      const label = this.labels.find(
        ({ element }) =>
          element === control ||
          element === control.outer ||
          (id !== undefined && element.attributes.for === id),
      );
      return label === undefined || label.text === "" ? [] : [{ name: label.text, value }];
    });
  }

  #notePostalCode(text: string): void {
    for (const [region, pattern] of postalCodes) if (pattern.test(text)) this.postalRegions.add(region);
  }

  #noteHeading(element: OutlineElement): void {
    const length = this.text.position - element.from;
    if (length < 2 || length > limits.heading || this.facts.headings.length >= limits.headings) return;
    const isOwn = isHeading(element);
    if (this.text.isHidden || (!isOwn && length > maxLabelLength)) return;
    const text = this.text.since(element.from);
    if (isOwn ? text !== "" : othersHeading.test(text) || isNameLine(element, text, this.facts.title))
      this.facts.headings.push({ element, text });
  }

  #noteNamedLink(element: OutlineElement): void {
    const { tag, attributes, from } = element;
    if (tag !== "a" || attributes.href === undefined) return;
    if (this.#isList && !this.text.isHidden && this.facts.links.length < limits.links)
      this.facts.links.push({ element, text: this.text.since(from, limits.value) });
    if (this.text.isHidden || this.text.position - from < minNameLength) return;
    const text = this.text.since(from, maxLinkLength);
    const links = nameStart.test(text) ? this.facts.namedLinks : this.facts.shortLinks;
    if (links.length < limits.namedLinks) links.push({ element, text });
  }

  #noteImage(): void {
    const { current } = this.outline;
    if (current === null || this.text.isHidden) return;
    if (this.facts.images.length < limits.images) this.facts.images.push(current);
    if (current.outer?.tag === "a" || current.outer?.tag === "button")
      this.spots.readLabel(current, labelOf(current.attributes));
  }

  #closeScript(): void {
    const text = this.#unread;
    if (this.#script !== null && text.trim() !== "" && this.facts.scripts.length < limits.scripts)
      this.facts.scripts.push({ ...this.#script, text });
    this.#unread = "";
    this.#script = null;
  }

  #note(tag: string, attributes: Attributes): void {
    if (tag === "meta") this.#noteMeta(attributes);
    else if (tag === "link") this.#noteLink(attributes);
    else if (tag === "base") this.facts.base ??= attributes.href ?? null;
    else if (tag === "html") this.facts.language ??= attributes.lang ?? attributes["xml:lang"] ?? null;
    else if (tag === "input" || tag === "option") this.#noteChoice(attributes);
    else if (tag === "img") this.#noteImage();
    this.#noteJson(tag, attributes);
  }

  #noteJson(tag: string, attributes: Attributes): void {
    const isCustom = tag.includes("-");
    for (const name in attributes)
      if (isCustom || (name.startsWith("data-") && jsonAttribute.test(name)))
        this.#noteData(name, attributes[name] ?? "");
  }

  #noteWallSigns(tag: string, { src, action, class: classes }: Attributes): void {
    if (tag === "script" || tag === "iframe") noteAddress(this.facts.embeds, src);
    else if (tag === "form") noteAddress(this.facts.formActions, action);
    else if (classes !== undefined && errorClass.test(classes) && !this.text.isHidden)
      this.facts.hasErrorElement = true;
  }

  #noteData(name: string, value: string): void {
    const isJson = /^\s*[[{]/.test(value);
    if (isJson && this.facts.dataAttributes.length < limits.jsonAttributes)
      this.facts.dataAttributes.push({ name, value });
  }

  #noteMeta(attributes: Attributes): void {
    const { content, "http-equiv": directive } = attributes;
    if (directive?.toLowerCase() === "refresh" && !this.text.isHidden) this.facts.refresh ??= content ?? null;
    const key = attributes.property ?? attributes.name ?? attributes.itemprop ?? directive;
    if (key !== undefined && content !== undefined && this.facts.metas.length < limits.metas)
      this.facts.metas.push({ key: key.toLowerCase(), content: content.slice(0, limits.value) });
  }

  #noteLink({ rel = "", href, type = "", sizes = "" }: Attributes): void {
    const kinds = rel.toLowerCase().split(/\s+/);
    if (href === undefined) return;
    if (kinds.includes("canonical")) this.facts.canonical ??= href;
    const fit = fitOfIcon(kinds, href, type, sizes);
    if (fit > (this.icon?.fit ?? 0) && href.length <= limits.address) this.icon = { href, fit };
  }

  /** A field that only shows what a script computes: `<input readonly value="49,90 €">`. */
  #readValue(field: OutlineElement): void {
    const { type = "text", readonly, value = "" } = field.attributes;
    if (readonly === undefined || type.toLowerCase() !== "text" || this.text.isHidden) return;
    if (!hasCurrencyMark(value)) return;
    this.text.add(value);
    this.spots.read(field, value);
  }

  #noteChoice(attributes: Attributes): void {
    if (attributes.type?.toLowerCase() === "password") this.facts.hasPasswordField = true;
    const { current: control } = this.outline;
    if (control !== null && /^(?:submit|button|image)$/i.test(attributes.type ?? "") && !this.text.isHidden)
      this.spots.readLabel(control, labelOf(attributes));
    if (control !== null) this.#readValue(control);
    const label = control === null ? null : ancestor(control, "label");
    if (label !== null) label.hasControl = true;
    const isChosen = attributes.selected !== undefined || attributes.checked !== undefined;
    if (!isChosen || control === null || this.facts.chosen.length >= limits.chosen) return;
    this.facts.chosen.push(control);
    if (attributes.value !== undefined && attributes.value !== "") this.facts.selected.push(attributes.value);
  }
}

/** Reads a page in one pass. Never throws, whatever the page is. */
export function collectPage(html: string, options: CollectOptions = {}): PageFacts {
  const collector = new Collector(options);
  const parser = new Parser({
    onopentag(tag, attributes) {
      collector.open(tag, attributes);
      if (collector.isFull) parser.pause();
    },
    ontext: (text) => collector.read(text),
    onclosetag: () => collector.close(),
  });
  parser.end(html);
  collector.closeAll();
  collector.microdata.finish();
  const { facts, spots, text } = collector;
  const { metas, title, headings } = facts;
  const titles = [metaIn(metas, "og:title"), metaIn(metas, "twitter:title"), title];
  const heading = chooseHeading(headings, titles.filter((each) => each !== null && each !== "") as string[]);
  const headingAt = heading?.element.from ?? 0;
  return {
    ...facts,
    heading: heading?.text ?? "",
    headingAt,
    headingElement: heading?.element ?? null,
    microdata: collector.microdata.roots,
    rdfa: collector.rdfa.roots,
    spots: { prices: spots.prices, stocks: spots.stocks, freeShipping: spots.freeShipping },
    icon: collector.icon?.href ?? null,
    chosenNames: collector.chosenNames(),
    brand: heading === null ? null : collector.brandBelow(headingAt),
    product: text.linesFrom(headingAt, productText),
    text: text.beginning(keptText),
    textLength: text.position,
    postalRegions: [...collector.postalRegions],
  };
}
