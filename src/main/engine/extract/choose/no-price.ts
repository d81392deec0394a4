import type { Candidate, Finding } from "../candidate.js";
import type { PageFacts } from "../html/page-facts.js";
import { isPriceHidden, isPriceOnRequest, isUsualLabel } from "../text/price-role.js";
import type { ReadPrice } from "../text/read-prices.js";
import { readStockWord } from "../text/stock-words.js";

/** Characters from the heading on in which "price on request" is about the page's product. */
const maxDistance = 600;

function hasLine({ product }: PageFacts, says: (line: string) => boolean): boolean {
  return product.slice(0, maxDistance).split("\n").some(says);
}

/** Shop systems demand a price, so shops without one state a token amount, or nines. */
function isPlaceholder(price: number): boolean {
  return price <= 1 || /^9{3,}(?:\.9+)?$/.test(String(price));
}

/** Whether "Sold out" stands where a price should, behind its label: "Regular price", then "Sold out". */
function isSoldOutInstead({ product }: PageFacts): boolean {
  const lines = product
    .slice(0, maxDistance)
    .split("\n")
    .filter((line) => line !== "");
  return lines.some(
    (line, i) => isUsualLabel(line) && readStockWord(lines[i + 1] ?? "")?.availability === "out",
  );
}

/** In characters: a shorter page has hardly more than its heading, and its scripts write the rest. */
const minText = 200;

/**
 * Whether a page that is written by its server shows no amount and no button to buy, although its markup for programs has a
 * price: it sells to other visitors, or not any more. A page without a heading is still to be written by its scripts.
 */
function isWithheld(
  findings: readonly Finding[],
  { heading, headingAt, textLength, spots: { prices, stocks } }: PageFacts,
): boolean {
  const canBuy = stocks.some(({ isControl, availability }) => isControl && availability === "in");
  const isMarked = findings.some(
    ({ from, candidates }) => from !== "embedded" && candidates.some(({ price }) => price !== null),
  );
  return (
    heading !== "" &&
    textLength >= minText &&
    !prices.some(({ element }) => element.from > headingAt) &&
    !canBuy &&
    isMarked
  );
}

/**
 * Takes away prices that the page itself does not mean as such: placeholders, bids, rates of a payment plan, and what its
 * data says although its text hides the price from strangers, or has "Sold out" or nothing at all instead.
 */
export function withoutNoPrices(
  findings: readonly Finding[],
  facts: PageFacts,
  prices: readonly ReadPrice[],
): Finding[] {
  const isAsked = prices.some(
    ({ price, role, isProse }) => role === "now" && !isProse && !isPlaceholder(price),
  );
  const isWithoutPrice = !isAsked && hasLine(facts, isPriceOnRequest);
  const shown = new Set<number | null>(prices.filter(({ role }) => role === "now").map(({ price }) => price));
  const isUnshown = ({ price }: Candidate) => price !== null && !shown.has(price);
  const isHiding =
    findings.some(({ candidates }) => candidates.some(isUnshown)) && hasLine(facts, isPriceHidden);
  const isGone = isSoldOutInstead(facts) || isWithheld(findings, facts);
  const asPart = new Map<number, boolean>();
  for (const { price, isPart } of prices) asPart.set(price, isPart && asPart.get(price) !== false);
  const isNone = (candidate: Candidate) => {
    const { price } = candidate;
    if (price === null) return false;
    const isHidden = isHiding && isUnshown(candidate);
    return isGone || isHidden || (isWithoutPrice && isPlaceholder(price)) || asPart.get(price) === true;
  };
  return findings.map((finding) => ({
    ...finding,
    candidates: finding.candidates.map((each) => (isNone(each) ? { ...each, price: null } : each)),
  }));
}
