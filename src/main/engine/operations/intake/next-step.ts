import type { LinkQuestion } from "../../../../shared/app/links.js";
import type { AddLinkResult } from "../../../../shared/app/pages.js";
import type { UnreadCause } from "../../../../shared/app/unreached.js";
import { assertNever } from "../../../../shared/assert-never.js";
import { HOUR_MS, MINUTE_MS } from "../../../../shared/time.js";

/** What becomes of a link whose page was not added. */
export type NextStep =
  | {
      readonly kind: "wait";
      readonly waitMs: number;
      /** Whether a visit has failed; otherwise, the shop was not visited. */
      readonly isFailure: boolean;
      /** Whether the shop's other links wait, too. */
      readonly isForShop: boolean;
      readonly isRequested: boolean;
      readonly reason: string;
      /** Shown to a shopper who waits, together with the other ways to the price. */
      readonly question: LinkQuestion | null;
    }
  | {
      readonly kind: "settled";
      readonly state: "question" | "failed";
      readonly reason: string;
      readonly question: LinkQuestion;
    };

/** Pauses before each further visit of a shop that asks for fewer requests. */
const rateLimitPausesMs = [2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS];
/** And of one that was not reached: about three days in all. */
const unreachedPausesMs = [5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, ...Array(12).fill(6 * HOUR_MS)];

/** Causes that concern one page, or all pages of a shop. */
const unreachedCauses: readonly (UnreadCause | null)[] = ["timeout", "error"];
const shopCauses: readonly (UnreadCause | null)[] = ["network", "tls"];
const minPauseMs = 1_000;
const waits = "Tidemark will try again.";

type Unread = Extract<AddLinkResult, { outcome: "unread" }>;

interface Visited {
  /** How many visits failed before. */
  readonly failures: number;
  /** Whether the shopper waits. */
  readonly isUrgent: boolean;
}

function stepAfterUnread(unread: Unread, { failures, isUrgent }: Visited): NextStep {
  const { cause, reason, advice } = unread;
  const sentence = [reason, advice].filter((each) => each !== null).join(" ");
  const isRequested = cause === "rate-limit";
  const isOfShop = shopCauses.includes(cause);
  if (!isRequested && !isOfShop && !unreachedCauses.includes(cause))
    return { kind: "settled", state: "question", reason: sentence, question: unread };
  const waitMs = (isRequested ? rateLimitPausesMs : unreachedPausesMs)[failures];
  const state = isUrgent ? "question" : "failed";
  if (waitMs === undefined) return { kind: "settled", state, reason: sentence, question: unread };
  const question = isUrgent && !isRequested ? unread : null;
  return {
    kind: "wait",
    waitMs,
    isFailure: true,
    isForShop: isRequested || isOfShop,
    isRequested,
    question,
    reason: `${reason} ${waits}`,
  };
}

/** Decides what becomes of a link after a visit. Times are whole milliseconds. */
export function nextStep(result: Exclude<AddLinkResult, { outcome: "added" }>, visited: Visited): NextStep {
  const ask = (reason: string, question: LinkQuestion): NextStep => ({
    kind: "settled",
    state: "question",
    reason,
    question,
  });
  switch (result.outcome) {
    case "paused":
      return {
        kind: "wait",
        isFailure: false,
        isForShop: true,
        isRequested: result.is_requested,
        waitMs: Math.ceil(Math.max(minPauseMs, result.wait_ms)),
        question: null,
        reason: `Visits to ${result.host} are paused. ${waits}`,
      };
    case "choose":
      return ask("The page has several prices. Select the right one.", result);
    case "currency":
      return ask("The page does not state its currency.", result);
    case "size":
      return ask("The page sells another pack size than the product that it would join.", result);
    case "private":
      return ask(`${result.host} is not on the public internet. Allow visits to it if you trust it.`, result);
    case "unread":
      return stepAfterUnread(result, visited);
    default:
      return assertNever(result);
  }
}
