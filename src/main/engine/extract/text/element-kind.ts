import type { OutlineElement } from "../html/outline.js";

/** What an element's tag, classes and labels say of what stands in it, as bits. */
export const kinds = {
  price: 1,
  /** What it was before, or is elsewhere. */
  old: 2,
  /** What is asked now. */
  now: 4,
  /** About something else: navigation, other products, reviews. */
  aside: 8,
  /** A price, but not of one piece, once, for everybody. */
  conditional: 16,
  /** One of several that can be chosen. */
  option: 32,
  /** The one that is chosen. */
  chosen: 64,
  /** Where a product is bought. */
  buy: 128,
} as const;

const patterns: readonly (readonly [number, RegExp])[] = [
  [
    kinds.price,
    /price|amount|cost|preis|prix|precio|prezzo|preco|preço|cena|prijs|pris(?:$|[^me])|hinta|fiyat|nowprice|価格|kakaku|money/,
  ],
  [
    kinds.old,
    /\bold|old[-_]|was[-_]|[-_]was\b|\bwas\b|strike|striked|crossed|line-through|secondary-price|regular|list[-_]?price|basis[-_]?price|rrp\b|uvp\b|msrp|\bsrp\b|before|vorher|original|compare[-_]?at|compared|statt|ancien|barr[eé]|tachado|reference[-_]?price|suggested|\bregi|f[oø]er\b|antes\b|anterior|\bstar[ay]|przed|vecchio|eski|p[uů]vodn|ordinarie|tidligere|de-preco|price-de\b|undvp/,
  ],
  [
    kinds.now,
    /sale|special|final|current|\bnow\b|[-_]now\b|\bnu\b|actual|our[-_]?price|discounted|reduced|angebot|solde|akcios|aktuell|promo|total|topay|to-pay|deal[-_]?price|offer[-_]?price|price-por\b|selected/,
  ],
  [
    kinds.aside,
    /related|recommend|similar|also[-_ ]|upsell|cross[-_]?sell|carousel|recently|sponsor|bundle|accessor|complement|you[-_]?may|frequently|mini[-_]?cart|minicart|cart-drawer|basket|breadcrumb|menu\b|footer|newsletter|reviews?\b|recension|bewertung|valoracion|\bfaq|facet|filters?\b|replacement|alternative|successor|other-sellers|more-sellers|[-_]others\b|tooltip|modal|popup|gift[-_]?card|trade[-_]?in|search-results|product-(?:grid|list|row)\b|protection|warranty|guarantee|cookie/,
  ],
  [
    kinds.conditional,
    /klarna|affirm|afterpay|clearpay|tabby|instal+ment|raten|raty|parcel[ae]|mensual|finance|financ|leasing|per[-_]?unit|unit[-_]?(?:price|cost|hero)|[-_]unit\b|base[-_]?price|grundpreis|ppu\b|subscri|autoship|offer--sub|\babo\b|member|loyalty|prime[-_]|club|savings?\b|you-?save|discount[-_]?(?:amount|value)|rabatt|coupon|voucher|shipping|delivery|versand|liefer|livraison|envio|frakt|fracht|\bship\b|pfand|deposit|netto|\bnet[-_]?price|price-excl|excl-tax|excl[-_]?vat|ex-?tax|staffel|tier[-_]?price|bulk|eco\b|ecotax|cash-?back|points/,
  ],
  [kinds.option, /option|variant|swatch|select-size|sizes?\b|condition|grade|colou?rs\b|twister|choice/],
  [kinds.chosen, /selected|\bis-active\b|\bactive\b|--active\b|\bchosen\b|current-option|swatchselect/],
  [kinds.buy, /product|\bitem\b|\bpdp\b|detail|\bbuy|main\b|summary|purchase|\boffers?\b|artikel|fiche/],
];

const asideTags = new Set(["nav", "aside", "footer"]);
const oldTags = new Set(["del", "s", "strike"]);
const longestName = 300;

const namingAttributes = [
  "class",
  "id",
  "itemprop",
  "aria-label",
  "data-testid",
  "data-test",
  "data-qa",
  "data-hook",
] as const;

/** What an element is called by its author; empty where it has no name. */
function nameOf(attributes: OutlineElement["attributes"]): string {
  let name = "";
  for (const attribute of namingAttributes) {
    const value = attributes[attribute];
    if (value !== undefined && value !== "") name += ` ${value}`;
  }
  if (attributes.style?.includes("line-through") === true) name += " line-through";
  return name;
}

/** `currentPrice` is two words. */
function wordsOf(name: string): string {
  return name
    .slice(0, longestName)
    .replace(/([a-z])([A-Z])/g, "$1-$2")
    .toLowerCase();
}

const byName = new Map<string, number>();
/** Pages of one shop use the same few hundred names. */
const mostNames = 5_000;

/** What a name says; the same names come again and again. */
function kindOfName(name: string): number {
  const known = byName.get(name);
  if (known !== undefined) return known;
  let kind = 0;
  const words = wordsOf(name);
  for (const [bit, pattern] of patterns) if (pattern.test(words)) kind |= bit;
  if (byName.size >= mostNames) byName.clear();
  byName.set(name, kind);
  return kind;
}

function readKind(element: OutlineElement): number {
  const { tag, attributes } = element;
  let kind = 0;
  if (asideTags.has(tag)) kind |= kinds.aside;
  if (oldTags.has(tag)) kind |= kinds.old;
  if (tag === "ins") kind |= kinds.now;
  if (tag === "option" || tag === "label") kind |= kinds.option;
  if (attributes["aria-selected"] === "true" || attributes["aria-checked"] === "true") kind |= kinds.chosen;
  const name = nameOf(attributes);
  return name === "" ? kind : kind | kindOfName(name);
}

/** Read once: many prices stand in the same elements. */
export function kindOf(element: OutlineElement): number {
  element.kind ??= readKind(element);
  return element.kind;
}
