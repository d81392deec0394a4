import { maxOf, minOf } from "../../../../shared/arrays.js";
import type { Candidate, MainFindings } from "../candidate.js";
import type { PriceScore } from "../extraction.js";
import { optionPath, rangePath } from "../readers/text-offer.js";
import type { ScoredAmount } from "../score/price-score.js";
import {
  inBothReadings,
  isLowest,
  isPriced,
  isRangeEnd,
  type Priced,
  pricesOf,
  type ShownText,
  settle,
  type Witnesses,
} from "./agreement.js";
import type { PageIdentity } from "./page-identity.js";
import { commonOption, namedCandidates } from "./variant.js";

export type Decision =
  | {
      readonly status: "found";
      readonly candidate: Candidate;
      readonly candidates: readonly Candidate[];
      /** Nothing else could be meant: what names it names the page's product. */
      readonly isOnly: boolean;
      /** What tells it from the others that the page sells, if the price depends on that or the address selects it. */
      readonly variant: string | null;
      readonly isAddressed: boolean;
      /** Only where the rules alone do not decide. */
      readonly score?: PriceScore;
    }
  | {
      readonly status: "ambiguous";
      readonly candidates: readonly Candidate[];
      /** The page says "from" of its only price. */
      readonly isFrom?: boolean;
      /** The page's amounts, the likeliest first. */
      readonly ranked?: readonly ScoredAmount[];
    }
  | { readonly status: "nothing" };

function distinct(candidates: readonly Candidate[]): Candidate[] {
  return candidates.filter(({ price }, i) => candidates.findIndex((each) => each.price === price) === i);
}

/** The first of them, in stock before not. */
function best(candidates: readonly Candidate[]): Candidate | undefined {
  const rank = ({ availability }: Candidate) => (availability === "out" ? 2 : availability === null ? 1 : 0);
  return [...candidates].sort((a, b) => rank(a) - rank(b))[0];
}

/** Leaves those for which something holds, unless it holds for none or for all. */
function prefer(candidates: readonly Priced[], holds: (candidate: Priced) => boolean): readonly Priced[] {
  const kept = candidates.filter(holds);
  return kept.length > 0 ? kept : candidates;
}

/** Offers of one thing by several sellers: a shopper pays the lowest that can be had. */
function isMarket(candidates: readonly Priced[]): boolean {
  const sellers = new Set(candidates.map(({ seller }) => seller));
  return (
    !sellers.has(null) && sellers.size > 1 && new Set(candidates.map(({ variant }) => variant)).size === 1
  );
}

/** Whether the prices of a range or of options stay open until a shopper selects one. */
function isOpenChoice(candidates: readonly Priced[]): boolean {
  return candidates.every(({ from, path }) => from === "buy-box" || path === optionPath);
}

function decidePriced(given: readonly Priced[], page: PageIdentity, witnesses: Witnesses): Decision {
  const { candidates: named, isNamed, isAddressed } = namedCandidates(given, page);
  let left = prefer(named as readonly Priced[], ({ condition }) => condition === null || condition === "new");
  if (isMarket(left)) {
    const inStock = prefer(left, ({ availability }) => availability !== "out");
    const low = minOf(pricesOf(inStock));
    left = inStock.filter(({ price }) => price === low);
  }
  if (!isOpenChoice(left)) left = witnessed(left, witnesses);
  const { text } = witnesses;
  if (text !== null && isRangeAround(left, text.price)) left = [text];
  const isOutvoted = witnesses.others.some(({ from, price }) => from !== "text" && price === text?.price);
  const isFixed = isAddressed || (isNamed && !isOutvoted);
  const settled = inBothReadings(isFixed ? left : settle(left, witnesses), witnesses);
  const chosen = best(settled);
  if (chosen === undefined) return { status: "nothing" };
  if (pricesOf(settled).length > 1) return { status: "ambiguous", candidates: settled };
  if (!isNamed && isLowest(settled, given, witnesses))
    return { status: "ambiguous", candidates: settled, isFrom: true };
  // Where something is named, only what is named may lend it its stock.
  const isOnly = settled.length === 1 && (isNamed || given.length === 1);
  const candidates = isNamed ? settled : given;
  const variant = variantOf(settled, given, isAddressed);
  return { status: "found", candidate: chosen, candidates, isOnly, variant, isAddressed };
}

/** The name that all selected candidates have and others lack, where it makes a difference to the price or the address. */
function variantOf(
  selected: readonly Priced[],
  given: readonly Priced[],
  isAddressed: boolean,
): string | null {
  const names = [...new Set(selected.map(({ variant }) => variant))];
  // The address may select a colour, and the page has a price for each size of it.
  const all = given.map(({ variant }) => variant);
  if (names.length > 1) return isAddressed ? commonOption(names, all) : null;
  const [name = null] = names;
  const isTold = all.some((variant) => variant !== name);
  const matters = isAddressed || pricesOf(given).length > 1;
  return isTold && matters && selected.every(({ from }) => from !== "text" || isAddressed) ? name : null;
}

/** The ends of a range say what is possible; a price that the page shows between them says what is meant. */
function isRangeAround(candidates: readonly Priced[], shown: number): boolean {
  const ends = pricesOf(candidates);
  const [low, high] = [minOf(ends), maxOf(ends)];
  return low !== null && high !== null && candidates.every(isRangeEnd) && low < shown && shown < high;
}

/** The candidates that another witness names; all where several are shown side by side. */
function witnessed(candidates: readonly Priced[], { shown, prices, others }: Witnesses): readonly Priced[] {
  const isRange = candidates.every(isRangeEnd);
  const isShown = (price: number) => {
    const same = prices.filter((each) => each.price === price);
    const isBeside = same.some(({ shared, role }) => shared === shown?.shared && role === "now");
    return isBeside && same.every(({ role }) => role !== "old");
  };
  const rivals = pricesOf(candidates).filter(isShown);
  if (shown !== null && rivals.length > 1 && !shown.isChosen) return candidates;
  // Both ends of a range are shown: the low one is not yet the price, unless the high one is the former price.
  const isOpenRange = pricesOf(candidates).every((price) =>
    prices.some((each) => each.price === price && each.role !== "old" && each.role !== "other"),
  );
  if (isRange && isOpenRange) return candidates;
  // The low end of a range in another source is no choice.
  const named = isRange ? [] : others.filter(({ path }) => path !== rangePath).map(({ price }) => price);
  for (const price of [...(shown === null ? [] : [shown.price]), ...named]) {
    const same = candidates.filter((candidate) => candidate.price === price);
    if (same.length > 0) return same;
  }
  return candidates;
}

/**
 * Chooses the price that a shopper pays now for the variant that the address names. The most trusted source that has a
 * price says which there are; the others decide between them where it does not.
 */
export function decide(main: MainFindings, page: PageIdentity, { shown, prices }: ShownText): Decision {
  const bySource = [...main.values()].map((findings) => findings.flatMap(({ candidates }) => candidates));
  const priced = bySource.map((candidates) => candidates.filter(isPriced));
  const index = priced.findIndex((candidates) => candidates.length > 0);
  const given = priced[index];
  if (given === undefined) return withoutPrice(bySource.flat());
  const others = priced
    .slice(index + 1)
    .filter((candidates) => pricesOf(candidates).length === 1)
    .flatMap((candidates) => candidates.slice(0, 1));
  const text = priced.flat().find(({ from, price }) => from === "text" && price === shown?.price);
  const decision = decidePriced(given, page, { shown, prices, others, text: text ?? null });
  if (decision.status !== "ambiguous") return decision;
  const open = decision.candidates.filter(isPriced);
  const options = [optionsOf(priced.flat()), ...priced.map(variantsOf)];
  const ofRange = options.find((each) => isRangeOf(open, each));
  if (ofRange !== undefined) return { ...decision, candidates: ofRange };
  // The lowest of several prices alone is no choice.
  return pricesOf(open).length === 1
    ? { ...decision, candidates: distinct([...open, ...priced.flat()]) }
    : decision;
}

/** The options that the page shows, one of each price. */
function optionsOf(priced: readonly Priced[]): readonly Candidate[] {
  return distinct(priced.filter(({ path }) => path === optionPath));
}

/** More choices than this are hard to take in. */
const maxVariants = 8;

/** The variants that a source names, one by one; one of each price if they are many, none if these are. */
function variantsOf(priced: readonly Priced[]): readonly Candidate[] {
  const named = priced.filter(({ variant }) => variant !== null);
  const few = named.length > maxVariants ? distinct(named) : named;
  return few.length > maxVariants ? [] : few;
}

/** Whether the ends of a range are those of the options that the page shows, or of the variants in its data. */
function isRangeOf(candidates: readonly Priced[], options: readonly Candidate[]): boolean {
  const ends = pricesOf(candidates);
  return candidates.every(isRangeEnd) && ends.every((end) => options.some(({ price }) => price === end));
}

/** "Out of stock" is worth knowing without a price; "in stock" is not to be believed without one. */
function withoutPrice(candidates: readonly Candidate[]): Decision {
  const said = candidates.filter(({ availability }) => availability !== null);
  const [data, text] = [
    said.filter(({ from }) => from !== "text"),
    said.filter(({ from }) => from === "text"),
  ];
  const isOut = (each: readonly Candidate[]) => each.every(({ availability }) => availability === "out");
  const known = [data, text].find((each) => each.length > 0 && isOut(each)) ?? [];
  const [first] = known;
  return first === undefined
    ? { status: "nothing" }
    : {
        status: "found",
        candidate: first,
        candidates: known,
        isOnly: known.length === 1,
        variant: null,
        isAddressed: false,
      };
}
