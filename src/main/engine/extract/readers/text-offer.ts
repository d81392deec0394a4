import type { Candidate, Finding } from "../candidate.js";
import { metaContent, type PageFacts } from "../html/page-facts.js";
import type { ShownPrices } from "../text/choose-price.js";
import { type LabelledFacts, readLabelled } from "../text/labelled-facts.js";
import type { ReadPrice } from "../text/read-prices.js";
import { type ReadStock, readStock } from "../text/read-stock.js";

/** A price that the page calls the lowest, or an end of a range. */
export const rangePath = "text:range";

/** Pages that list what is about to be bought: each line has a price, and none is the page's. */
const cartTitle =
  /\b(?:cart|basket|checkout|warenkorb|kasse|panier|carrito|cesta|carrello|winkelwagen|koszyk)\b/i;

/** Pages that list what was found or is to be had: none of it is the page's own. */
const listTitle =
  /\d+ (?:results|résultats|ergebnisse|treffer|risultati|resultados|resultaten|wyników|träffar|produkter|products|artikel)\b|search results|results for|suchergebnisse|résultats (?:pour|de)/i;

function candidateOf(
  price: ReadPrice | null,
  list: ReadPrice | null,
  variant: string | null,
  stock: ReadStock | null,
  facts: LabelledFacts,
): Candidate {
  return {
    from: "text",
    path: "text:price",
    price: price?.price ?? null,
    currency: price?.currency ?? null,
    availability: stock?.availability ?? null,
    availabilityPath: stock === null ? null : "text:availability",
    condition: facts.condition,
    listPrice: list?.price ?? null,
    seller: facts.seller,
    variant,
    keys: [],
    url: null,
  };
}

/** A short heading names the choice; a longer one is a sentence. */
function optionName({ words }: ReadPrice): string | null {
  return words !== "" && words.length <= 60 ? words : null;
}

/** What can be read on the page itself: the last resort for a price, and a voice on all else. */
export function readTextOffer(facts: PageFacts, shown: ShownPrices): Finding | null {
  const stock = readStock(facts);
  const isOnlyPrice = shown.isOnly && (shown.now?.isCalledPrice === true || stock !== null);
  const isProductPage = facts.heading !== "" || isOnlyPrice || metaContent(facts, "og:type") === "product";
  if (!isProductPage || cartTitle.test(`${facts.heading} ${facts.title}`) || listTitle.test(facts.heading))
    return null;
  const { now, list, range, options } = shown;
  const labelled = readLabelled(facts.product);
  // A price that nothing calls one, on a page that sells nothing, is a figure in a text.
  const isPriced = now !== null && (now.isCalledPrice || (!now.isProse && (stock !== null || shown.isOnly)));
  const isChoice = options.some(({ isOption, element }) => isOption || element.tag === "button");
  const hasChoice = options.length > 1 && (isChoice || stock !== null);
  const [from] = range;
  const isRange = !hasChoice && from !== undefined && (from.isCalledPrice || stock !== null);
  if (!isPriced && !hasChoice && !isRange && stock === null) return null;
  const candidates = isRange
    ? range.map((end) => ({ ...candidateOf(end, null, null, stock, labelled), path: rangePath }))
    : now === null && hasChoice
      ? options.map((option) => candidateOf(option, null, optionName(option), stock, labelled))
      : [candidateOf(isPriced ? now : null, list, null, stock, labelled)];
  return {
    from: "text",
    title: facts.heading === "" ? null : facts.heading,
    brand: labelled.brand,
    gtin: labelled.gtin,
    sku: labelled.sku,
    mpn: labelled.mpn,
    model: null,
    image: null,
    description: null,
    category: null,
    url: null,
    isMainEntity: true,
    candidates,
  };
}
