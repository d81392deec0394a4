import type { CallError } from "../../shared/calls.js";
import { formatWait } from "./format.js";

interface Explanation {
  readonly title: string;
  /** One line: what to do about it. */
  readonly advice: string;
}

/**
 * An error in a shopper's words. The contract's own sentences speak to programs; where the window can say it
 * better it does, elsewhere they are shown as they are.
 */
export function explainError(error: CallError): Explanation {
  switch (error.code) {
    case "ERR_CREDITS_EXHAUSTED":
      return {
        title: "This month's credits do not cover that.",
        advice: "What is already on screen stays. The Account page says when the next period starts.",
      };
    case "ERR_RATE_LIMIT":
      return {
        title: "Too many requests within one hour.",
        advice:
          error.retryAfterSeconds === undefined
            ? "Wait a little, then try again."
            : `Try again in ${formatWait(error.retryAfterSeconds)}.`,
      };
    case "ERR_PRODUCT_NOT_FOUND":
      return {
        title: "No product matches.",
        advice: "It may have been removed. Look it up again, or search for a few words of its name.",
      };
    case "ERR_SUBSCRIPTION_REQUIRED":
    case "ERR_SUBSCRIPTION_INACTIVE":
      return { title: error.message, advice: error.action };
    case "ENGINE_AWAY":
      return {
        title: "Tidemark's engine did not answer.",
        advice: "It is being started again; try again in a moment.",
      };
    default:
      return { title: error.message, advice: error.action };
  }
}
