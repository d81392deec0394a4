import type { Candidate, Finding, Origin } from "../candidate.js";
import type { Amount, PageAmounts } from "../score/features.js";
import { type PriceModel, reasonsFor, type ScoredAmount, scoreAmounts } from "../score/price-score.js";
import type { Decision } from "./decide.js";

/** From here on, an amount is the page's price though the rules see none, or several. */
const sure = 0.97;
/** From here on, "none of them" takes back what the rules have found. */
const sureOfNone = 0.85;
/** Below this, a price that is found is asked about beside one that is sure. */
const unlikely = 0.05;

/** What words or names call something else is never a price, whatever its score. */
function mayBePrice({ stated, shown }: Amount): boolean {
  return shown === null ? stated.length > 0 : shown.role === "now" && !shown.isAside && !shown.isProse;
}

/** Whether a score settles a choice: it has the amount, and is not between the two readings of `1.299`. */
function isSettled({ price }: Amount, candidates: readonly Candidate[], { amounts }: PageAmounts): boolean {
  const isCandidate = (amount: number) => candidates.some((each) => each.price === amount);
  const open = amounts.filter(({ shown }) => shown !== null && shown.otherPrice !== null);
  return isCandidate(price) && !open.some((each) => isCandidate(each.price));
}

interface Scores {
  readonly page: PageAmounts;
  readonly model: PriceModel;
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

/** Whether a price is only shown, and the address has not selected it; others need no score. */
export function isDoubtful(
  { candidate: { price: found }, isAddressed }: Decision & { status: "found" },
  main: ReadonlyMap<Origin, readonly Finding[]>,
): boolean {
  if (found === null || isAddressed) return false;
  const stated = [...main.values()].flatMap((findings) => findings.flatMap(({ candidates }) => candidates));
  return stated.every(({ from, price }) => from === "text" || price !== found);
}

/** A price that is found although the score speaks for another one or for none. */
function doubt(
  decision: Decision & { status: "found" },
  ranked: readonly ScoredAmount[],
  { offerAt }: Scores,
): Decision {
  const { candidate } = decision;
  const own = ranked.find(({ amount }) => amount.price === candidate.price);
  // What the page has selected decides.
  if (own === undefined || own.amount.isChosen) return decision;
  const none = 1 - ranked.reduce((sum, { probability }) => sum + probability, 0);
  if (none >= sureOfNone) return { status: "nothing" };
  const [best] = ranked;
  return best !== undefined && isSure(best) && own.probability < unlikely
    ? { status: "ambiguous", candidates: [candidateOf(best.amount, offerAt), candidate], ranked }
    : decision;
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
      const { candidates } = decision;
      return isSure(best) && isSettled(best.amount, candidates, scores.page)
        ? answer(best, scores, candidates)
        : { status, candidates, ranked };
    }
    case "found":
      return doubt(decision, ranked, scores);
  }
}
