import { blankCandidate, blankFinding, type Candidate, type Finding } from "../candidate.js";
import { commonElement } from "../html/outline.js";
import { metaContent, type PageFacts } from "../html/page-facts.js";
import { labelBefore } from "../text/amount-words.js";
import type { ShownPrices } from "../text/choose-price.js";
import { type LabelledFacts, readLabelled } from "../text/labelled-facts.js";
import { type ReadPrice, regionsOf } from "../text/read-prices.js";
import type { ReadStock } from "../text/read-stock.js";
import { likeness } from "../text/words.js";

/** A price that the page calls the lowest, or an end of a range. */
export const rangePath = "text:range";
/** A price of an option, of which none is chosen. */
export const optionPath = "text:option";

/** Pages that list what is about to be bought: each line has a price, and none is the page's. */
const cartTitle =
  /\b(?:cart|basket|checkout|warenkorb|kasse|panier|carrito|cesta|carrello|winkelwagen|koszyk)\b/i;

/** Pages that list what was found or is to be had: none of it is the page's own. */
const listTitle =
  /\d+ (?:results|résultats|ergebnisse|treffer|risultati|resultados|resultaten|wyników|träffar|produkter|products|artikel)\b|search results|results for|suchergebnisse|résultats (?:pour|de)/i;

/** Addresses of what a shop has beside products, whatever these pages advertise. */
const servicePath =
  /\/(?:log-?in|sign-?in|register|registration|account|cart|basket|checkout)(?:\.\w+)?(?:\/|$)/i;

function candidateOf(
  price: ReadPrice | null,
  list: ReadPrice | null,
  variant: string | null,
  stock: ReadStock | null,
  facts: LabelledFacts,
): Candidate {
  return {
    ...blankCandidate("text", "text:price"),
    price: price?.price ?? null,
    currency: price?.currency ?? null,
    sign: price?.sign ?? null,
    availability: stock?.availability ?? null,
    availabilityPath: stock === null ? null : "text:availability",
    condition: facts.condition,
    listPrice: list?.price ?? null,
    seller: facts.seller,
    variant,
  };
}

/** A short heading names the choice; a longer one is a sentence. */
function optionName({ words }: ReadPrice): string | null {
  return words !== "" && words.length <= 60 ? words : null;
}

/** The offer that the page's text makes at one of its amounts. */
export function textOfferAt(
  price: ReadPrice | null,
  stock: ReadStock | null,
  { product }: PageFacts,
): Candidate {
  return candidateOf(price, null, null, stock, readLabelled(product));
}

/** Whether the page is about one product: it has a heading or one price, and is no cart, no account and no list. */
export function isAboutProduct(
  { pathname }: URL,
  facts: PageFacts,
  { isOnly, now }: ShownPrices,
  stock: ReadStock | null,
): boolean {
  if (servicePath.test(pathname) || regionsOf(facts).isHeadingListed(facts)) return false;
  if (cartTitle.test(`${facts.heading} ${facts.title}`) || listTitle.test(facts.heading)) return false;
  const isCalled = now?.isCalledPrice === true || labelBefore(now?.before ?? "").hasNoun;
  const hasOnlyPrice = isOnly && (isCalled || stock !== null);
  return facts.heading !== "" || hasOnlyPrice || metaContent(facts, "og:type") === "product";
}

/** Levels around the heading within which an amount needs no name to be a price. */
const besideHeading = 2;

/** Letters of a mark beside a price, such as `VB` or `each`; longer words make it something else. */
const maxMarkLength = 4;

const bodyDepth = 1;

/** A link that repeats this share of the heading's words leads to the page's own product. */
const ownNameLikeness = 0.9;
/** A price stands this near behind the name of its product, in characters. */
const maxAfterName = 200;

/** Whether a link to another product stands before a price, in an element without the heading. */
export function isNamedAfterOther(
  { element, shared }: Pick<ReadPrice, "element" | "shared">,
  { namedLinks, headingElement, heading, title }: PageFacts,
): boolean {
  return namedLinks.some(
    (link) =>
      link.element.from <= element.from &&
      element.from - link.element.from - link.text.length <= maxAfterName &&
      /\p{L}{3}/u.test(link.text) &&
      (commonElement(link.element, element)?.depth ?? 0) > shared &&
      (headingElement === null || commonElement(link.element, headingElement) !== headingElement) &&
      likeness(link.text, heading || title) < ownNameLikeness,
  );
}

/** Whether a price shares only the page with the heading, which stands in a part of its own. */
function isApart({ shared }: ReadPrice, { headingElement }: PageFacts): boolean {
  return shared <= bodyDepth && headingElement?.outer?.depth !== shared;
}

/**
 * Whether a price is another product's: it follows that one's name, unless the page says that its own is in stock; or it
 * stands apart, and the page's own is sold out.
 */
function isOfOthers(price: ReadPrice, stock: ReadStock | null, facts: PageFacts): boolean {
  if (stock?.availability === "out" && isApart(price, facts)) return true;
  return (stock?.availability !== "in" || facts.heading === "") && isNamedAfterOther(price, facts);
}

/** Whether the amount shown is a price: a page that says nothing of stock must show it plainly, or it is a figure in a text. */
function isPrice({ now, isOnly }: ShownPrices, stock: ReadStock | null, facts: PageFacts): boolean {
  if (now === null) return false;
  if (isOfOthers(now, stock, facts)) return false;
  if (now.isSellers) return true;
  if (stock !== null) return now.isCalledPrice || !now.isProse;
  const isBeside = (facts.headingElement?.depth ?? 0) - now.shared <= besideHeading;
  if (now.isProse) return false;
  if (now.isCalledPrice) return now.words.length <= maxMarkLength || now.isPerPiece;
  return now.words === "" && isOnly && isBeside;
}

function hasChoice({ options }: ShownPrices, stock: ReadStock | null): boolean {
  const isChoice = options.some(({ isOption, element }) => isOption || element.tag === "button");
  return options.length > 1 && (isChoice || stock !== null);
}

/** The price that is shown, the ends of a range, or the options; without any, stock alone. */
function candidatesOf(
  shown: ShownPrices,
  stock: ReadStock | null,
  page: PageFacts,
  facts: LabelledFacts,
): Candidate[] {
  const { now, list, range, options } = shown;
  const isPriced = isPrice(shown, stock, page);
  const isChoice = hasChoice(shown, stock);
  const [from] = range;
  const isRange =
    from !== undefined &&
    !isOfOthers(from, stock, page) &&
    (from.isCalledPrice || stock !== null || range.length > 1);
  if (!isChoice && isRange)
    return range.map((end) => ({ ...candidateOf(end, null, null, stock, facts), path: rangePath }));
  if (isChoice)
    return options.map((option) => ({
      ...candidateOf(option, null, optionName(option), stock, facts),
      path: optionPath,
    }));
  const isKnown = isPriced || stock !== null || facts.condition !== null || facts.seller !== null;
  return isKnown ? [candidateOf(isPriced ? now : null, list, null, stock, facts)] : [];
}

/** What can be read on the page itself: the last resort for a price, and a voice on all else. */
export function readTextOffer(
  address: URL,
  facts: PageFacts,
  shown: ShownPrices,
  stock: ReadStock | null,
): Finding | null {
  if (!isAboutProduct(address, facts, shown, stock)) return null;
  const labelled = readLabelled(facts.product);
  const candidates = candidatesOf(shown, stock, facts, labelled);
  if (candidates.length === 0) return null;
  const { brand, gtin, sku, mpn } = labelled;
  const title = facts.heading || null;
  return { ...blankFinding("text"), title, brand, gtin, sku, mpn, isMainEntity: true, candidates };
}
