import type { CallError } from "../../shared/calls.js";
import { formatWait } from "./format.js";
import { texts } from "./texts.js";

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
  const { errors } = texts();
  switch (error.code) {
    case "ERR_CREDITS_EXHAUSTED":
      return {
        title: errors.creditsTitle,
        advice: errors.creditsAdvice,
      };
    case "ERR_RATE_LIMIT":
      return {
        title: errors.rateTitle,
        advice:
          error.retryAfterSeconds === undefined
            ? errors.rateAdvice
            : errors.rateAdviceIn(formatWait(error.retryAfterSeconds)),
      };
    case "ERR_PRODUCT_NOT_FOUND":
      return {
        title: errors.notFoundTitle,
        advice: errors.notFoundAdvice,
      };
    case "ERR_SUBSCRIPTION_REQUIRED":
    case "ERR_SUBSCRIPTION_INACTIVE":
      return { title: errors.inactiveTitle, advice: errors.inactiveAdvice };
    case "ENGINE_AWAY":
      return {
        title: errors.awayTitle,
        advice: errors.awayAdvice,
      };
    default:
      return { title: error.message, advice: error.action };
  }
}
