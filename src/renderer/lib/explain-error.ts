import type { FileIssue, SkippedLine } from "../../shared/app/lists.js";
import type { CallError, ErrorReason } from "../../shared/calls.js";
import { refusalText } from "../../shared/texts/refusal.js";
import { problemText } from "./data/problem-text.js";
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

/** `null` for the refusal of a newer engine. */
function explainReason(reason: ErrorReason): Explanation | null {
  const { errors, refusals, dataPart } = texts();
  if ("problem" in reason) return { title: fileIssue(reason), advice: errors.otherFile };
  if ("storage" in reason) return problemText({ kind: reason.storage, path: null }, dataPart.theDataFolder);
  return Object.hasOwn(refusals, reason.kind) ? refusalText(reason, refusals) : null;
}

/**
 * Explains an error to a shopper, without its code. The contract's sentences address programs, so the window replaces
 * them where it can.
 */
export function explainError({ code, message, action, reason }: CallError): Explanation {
  const { errors } = texts();
  const explained = reason && explainReason(reason);
  if (explained) return explained;
  switch (code) {
    case "ERR_PRODUCT_NOT_FOUND":
      return { title: errors.notFoundTitle, advice: errors.notFoundAdvice };
    case "ERR_ENDPOINT_NOT_FOUND":
      return { title: errors.goneTitle, advice: errors.goneAdvice };
    case "ERR_OVERLOADED":
      return { title: errors.busyTitle, advice: errors.busyAdvice };
    case "ERR_METHOD_NOT_ALLOWED":
      return { title: errors.notHereTitle, advice: errors.notHereAdvice };
    case "ENGINE_AWAY":
    case "ENGINE_STOPPED":
      return { title: errors.awayTitle, advice: errors.awayAdvice };
    case "ERR_INTERNAL":
      return { title: errors.unexpectedTitle, advice: errors.unexpectedAdvice };
    default:
      return { title: message, advice: action ?? generalAdvice(code) };
  }
}
