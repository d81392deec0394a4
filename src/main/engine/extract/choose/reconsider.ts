import type { Candidate, MainFindings } from "../candidate.js";
import type { Amount, PageAmounts } from "../score/features.js";
import {
  leastProbability,
  type PriceModel,
  reasonsFor,
  type ScoredAmount,
  scoreAmounts,
} from "../score/price-score.js";
import type { OtherPlace, ReadPrice } from "../text/read-prices.js";
import { isPriced } from "./agreement.js";
import type { Decision } from "./decide.js";

/** From here on, an amount is the page's price though the rules see none, or several. */
const sure = 0.97;
/**
 * Below this, a price that the rules have found is asked about, or taken back if it is likelier that there is none: one
 * that markup for other programs states, one that the page shows as all its data states it, and one that is only shown or
 * stands in the page's own program. Higher limits ask needlessly, lower ones let wrong prices pass, on saved pages.
 */
const doubtful = { marked: 0.02, agreed: 0.05, unmarked: 0.25 };
/** Other prices that are asked about beside it, at most. */
const maxAsked = 3;

/** What words or names call something else is never a price, whatever its score. */
function mayBePrice({ stated, shown }: Amount): boolean {
  return shown === null ? stated.length > 0 : shown.role === "now" && !shown.isAside && !shown.isProse;
}

/** Whether a score settles a choice: for a candidate that is no lowest price, while none is one reading of `1.299`. */
function isSettled(
  { price, isFrom }: Amount,
  candidates: readonly Candidate[],
  { amounts }: PageAmounts,
): boolean {
  const isCandidate = (amount: number) => candidates.some((each) => each.price === amount);
  const open = amounts.filter(({ shown }) => shown !== null && shown.otherPrice !== null);
  return isCandidate(price) && !isFrom && !open.some((each) => isCandidate(each.price));
}

export interface Scores {
  readonly page: PageAmounts;
  readonly model: PriceModel;
  /** Whether the page shows the price that the rules have found, and all its data states it. */
  readonly isAgreed: boolean;
  /** The offer that the page's text makes at a price. */
  readonly offerAt: (amount: Amount) => Candidate;
}

function candidateOf(amount: Amount, offerAt: Scores["offerAt"]): Candidate {
  return amount.stated[0] ?? offerAt(amount);
}

function answer(
  { amount, probability }: ScoredAmount,
  { page, model, offerAt }: Scores,
  candidates: readonly Candidate[],
): Decision {
  const candidate = candidateOf(amount, offerAt);
  return {
    status: "found",
    candidate,
    candidates,
    isOnly: false,
    variant: candidate.variant,
    isAddressed: false,
    score: { probability, features: reasonsFor(amount, page, model) },
  };
}

/** Whether the page shows a price and all its data states it. */
export function isAgreed(found: number | null, main: MainFindings, prices: readonly ReadPrice[]): boolean {
  const isShown = prices.some(({ price, role }) => price === found && role === "now");
  const stated = [...main]
    .filter(([origin]) => origin !== "text")
    .map(([, findings]) => findings.flatMap(({ candidates }) => candidates).filter(isPriced));
  const isStated = stated.every((candidates) => candidates.every(({ price }) => price === found));
  return isShown && isStated && stated.flat().length > 0;
}

/** Whether two amounts are one, with and without fractions of a cent, or with the thousands separator read as a point. */
function isOtherwiseWritten(one: number, other: number): boolean {
  return [other, other * 1_000, other / 1_000].some((each) => Math.abs(one - each) < 0.011);
}

function limitOf({ stated }: Amount, isAgreed: boolean): number {
  const isMarked = stated.some(({ from }) => from !== "embedded");
  return isAgreed ? doubtful.agreed : isMarked ? doubtful.marked : doubtful.unmarked;
}

/**
 * Whether a found price stays, as its page's own prices and the places of all others tell: those are hundreds, and to read
 * them takes longer than all else.
 */
export function isUndoubted(
  price: number,
  { page, model, isAgreed }: Pick<Scores, "page" | "model" | "isAgreed">,
  others: readonly OtherPlace[],
): boolean {
  const own = page.amounts.find((each) => each.price === price);
  return own !== undefined && leastProbability(price, page, others, model) >= limitOf(own, isAgreed);
}

/** A price that is found although the score speaks for another one or for none. */
function doubt(
  decision: Decision & { status: "found" },
  ranked: readonly ScoredAmount[],
  scores: Scores,
): Decision {
  const { offerAt, isAgreed } = scores;
  const { candidate } = decision;
  const { price } = candidate;
  const own = ranked.find(({ amount }) => amount.price === price);
  if (own === undefined || price === null) return decision;
  const isOwn = ({ amount }: ScoredAmount) => isOtherwiseWritten(amount.price, price);
  const probability = ranked.filter(isOwn).reduce((sum, each) => sum + each.probability, 0);
  // What the page has selected decides.
  const [best] = ranked;
  const isSelected = own.amount.isChosen && best !== undefined && !isSure(best);
  if (isSelected || probability >= limitOf(own.amount, isAgreed)) return decision;
  // A surer price may replace it if the page states that one as well, and not as a lowest price.
  if (best !== undefined && isSure(best) && best.amount.stated.length > 0 && !best.amount.isFrom)
    return answer(best, scores, decision.candidates);
  const none = 1 - ranked.reduce((sum, { probability }) => sum + probability, 0);
  if (none >= 0.5) return { status: "nothing" };
  const rivals = ranked.filter((each) => mayBePrice(each.amount) && !isOwn(each));
  const better = rivals.filter((each) => each.probability > probability);
  if (rivals.length === 0) return decision;
  // One that stands in the same list is asked about as well, however many words it has.
  const isBeside = ({ amount: { shown } }: ScoredAmount) =>
    shown !== null && shown.shared === own.amount.shown?.shared;
  const others = (
    better.length > 0 ? rivals.filter((each) => better.includes(each) || isBeside(each)) : rivals
  )
    .slice(0, maxAsked)
    .map(({ amount }) => candidateOf(amount, offerAt));
  return { status: "ambiguous", candidates: [...others, candidate], ranked };
}

function isSure({ amount, probability }: ScoredAmount): boolean {
  return probability >= sure && mayBePrice(amount);
}

/**
 * What the score makes of a decision. The rules of meaning decide first; the score answers where they see nothing or
 * cannot settle a choice, and keeps what they found from being another product's price.
 */
export function reconsider(decision: Decision, scores: Scores): Decision {
  const { status } = decision;
  const ranked = scoreAmounts(scores.page, scores.model);
  const [best] = ranked;
  if (best === undefined) return decision;
  switch (status) {
    case "nothing":
      return isSure(best) ? answer(best, scores, []) : decision;
    case "ambiguous": {
      const { candidates, isFrom } = decision;
      return isFrom !== true && isSure(best) && isSettled(best.amount, candidates, scores.page)
        ? answer(best, scores, candidates)
        : { status, candidates, ranked };
    }
    case "found":
      return doubt(decision, ranked, scores);
  }
}
