import type { Candidate, Origin } from "../candidate.js";
import type { Amount, PageAmounts } from "../score/features.js";
import { type PriceModel, reasonsFor, type ScoredAmount, scoreAmounts } from "../score/price-score.js";
import type { Decision } from "./decide.js";

/** From here on, an amount is the page's price though the rules see none, or several. */
const sure = 0.9;
/** Below this, what the rules take for the price is that of something else on the page. */
const unlikely = 0.15;

/** What selects these is surer than any score. */
const final = new Set<Origin>(["recipe", "buy-box"]);

/** What words or names call something else is never a price, whatever its score. */
function mayBePrice({ stated, shown }: Amount): boolean {
  return shown === null ? stated.length > 0 : shown.role === "now" && !shown.isAside && !shown.isProse;
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

/** Shown only, and neither the address nor the shopper has selected it. */
function isDoubtful(decision: Decision & { status: "found" }, { page }: Scores): boolean {
  const { candidate, isAddressed } = decision;
  if (candidate.price === null || isAddressed || final.has(candidate.from)) return false;
  return [...page.pricesBy.values()].every((prices) => !prices.has(candidate.price ?? 0));
}

/**
 * What the score makes of a decision. The rules of meaning decide first; the score answers where they see nothing or
 * cannot settle a choice, and keeps what they found from being another product's price.
 */
export function reconsider(decision: Decision, scores: Scores): Decision {
  const { status } = decision;
  if (status === "found" && !isDoubtful(decision, scores)) return decision;
  const ranked = scoreAmounts(scores.page, scores.model);
  const [best] = ranked;
  if (best === undefined) return decision;
  const isSure = best.probability >= sure && mayBePrice(best.amount);
  switch (status) {
    case "nothing":
      return isSure ? answer(best, scores, []) : decision;
    case "ambiguous": {
      const { candidates } = decision;
      const isAmong = candidates.some(({ price }) => price === best.amount.price);
      return isSure && isAmong ? answer(best, scores, candidates) : { status, candidates, ranked };
    }
    case "found": {
      const { candidate } = decision;
      const own = ranked.find(({ amount }) => amount.price === candidate.price);
      // What the page has selected decides.
      if (own === undefined || own.amount.isChosen || own.probability >= unlikely) return decision;
      return isSure
        ? { status: "ambiguous", candidates: [candidateOf(best.amount, scores.offerAt), candidate], ranked }
        : { status: "nothing" };
    }
  }
}
