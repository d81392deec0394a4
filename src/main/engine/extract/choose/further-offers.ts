import { roundAmount } from "../amounts/money.js";
import { type Candidate, candidatesIn, type MainFindings } from "../candidate.js";
import type { FurtherOffer } from "../extraction.js";
import { isPriced } from "./agreement.js";

/** More offers than this are a market of its own. */
const maxOffers = 20;

function keyOf({ price, condition, seller }: Candidate): string {
  return JSON.stringify([price, condition ?? "new", seller]);
}

/** Whether a candidate is for the same thing in another condition, or by another seller. */
function isFurther({ condition, seller, variant }: Candidate, chosen: Candidate): boolean {
  if (variant !== chosen.variant || (condition === null && seller === null)) return false;
  return (condition ?? "new") !== (chosen.condition ?? "new") || seller !== chosen.seller;
}

/** What the page's data offers besides the chosen price: used or refurbished pieces, and those of other sellers. */
export function furtherOffers(
  chosen: Candidate,
  main: MainFindings,
  currencyOf: (candidate: Candidate) => string | null,
): FurtherOffer[] {
  const others = candidatesIn(main)
    .filter(isPriced)
    .filter((each) => isFurther(each, chosen));
  const distinct = new Map(others.map((each) => [keyOf(each), each]));
  distinct.delete(keyOf(chosen));
  return [...distinct.values()].slice(0, maxOffers).map((candidate) => {
    const { price, condition, seller, availability } = candidate;
    const currency = currencyOf(candidate);
    return {
      price: roundAmount(price, currency) ?? price,
      currency,
      ...(condition === null ? {} : { condition }),
      ...(seller === null ? {} : { seller }),
      ...(availability === null ? {} : { availability }),
    };
  });
}
