import { translateStored } from "../../shared/texts/delivery-problem.js";
import { texts } from "./texts.js";

/** Why something was not delivered, and the next step, in the reader's language. */
export function deliveryProblem(...stored: readonly (string | null)[]): string {
  return stored.flatMap((text) => (text ? translateStored(text, texts().deliveryProblems) : [])).join(" ");
}
