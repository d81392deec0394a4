import type { FileIssue, SkippedLine } from "../../shared/app/lists.js";
import type { CallError } from "../../shared/calls.js";
import { formatCount } from "./format.js";
import { texts } from "./texts.js";

interface Explanation {
  readonly title: string;
  /** One line: the next step. */
  readonly advice: string;
}

/** Advice for errors that carry none. */
function generalAdvice(code: CallError["code"]): string {
  const { errors } = texts();
  return code === "ERR_INVALID_PARAMS" || code === "ERR_IDENTIFIER_REQUIRED"
    ? errors.invalidAdvice
    : errors.unexpectedAdvice;
}

/** Why a part of a file is left out. */
export function skippedReason({ problem, detail }: Pick<SkippedLine, "problem" | "detail">): string {
  return texts().reasons.files[problem](detail);
}

function fileIssue({ line, ...issue }: FileIssue): string {
  const reason = skippedReason(issue);
  return line === null ? reason : texts().reasons.nothingReadable(formatCount(line), reason);
}

/**
 * Explains an error to a shopper, without its code. The contract's sentences address programs, so the window replaces
 * them where it can.
 */
export function explainError({ code, message, action, file }: CallError): Explanation {
  const { errors } = texts();
  if (file !== undefined) return { title: fileIssue(file), advice: errors.otherFile };
  switch (code) {
    case "ERR_PRODUCT_NOT_FOUND":
      return { title: errors.notFoundTitle, advice: errors.notFoundAdvice };
    case "ERR_ENDPOINT_NOT_FOUND":
      return { title: errors.goneTitle, advice: errors.goneAdvice };
    case "ENGINE_AWAY":
      return { title: errors.awayTitle, advice: errors.awayAdvice };
    case "ERR_INTERNAL":
      // A full disk carries its own advice.
      if (action === null) return { title: errors.unexpectedTitle, advice: errors.unexpectedAdvice };
      return { title: message, advice: action };
    default:
      return { title: message, advice: action ?? generalAdvice(code) };
  }
}
