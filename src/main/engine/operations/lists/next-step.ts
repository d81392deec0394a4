import type { AddLinkResult, UnreadCause } from "../../../../shared/app/pages.js";
import { assertNever } from "../../../../shared/assert-never.js";
import { HOUR_MS, MINUTE_MS } from "../../../../shared/time.js";

/** What becomes of an entry whose page was not added. */
export type NextStep =
  /** All of the shop's entries wait; it was not visited. */
  | { readonly kind: "paused"; readonly waitMs: number }
  | { readonly kind: "retry"; readonly waitMs: number; readonly isForShop: boolean }
  | { readonly kind: "settled"; readonly state: "question" | "failed"; readonly reason: string };

/** Pauses before each further visit, of a shop that asks for fewer and of one that was not reached. */
const rateLimitPausesMs = [2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS];
const unreachedPausesMs = [5 * MINUTE_MS, HOUR_MS];

const unreachedCauses: readonly (UnreadCause | null)[] = ["network", "timeout", "tls", "error"];
const minPauseMs = 1_000;

type Unread = Extract<AddLinkResult, { outcome: "unread" }>;

function stepAfterUnread({ cause, reason, advice }: Unread, failures: number): NextStep {
  const sentence = [reason, advice].filter((each) => each !== null).join(" ");
  const isForShop = cause === "rate-limit";
  if (!isForShop && !unreachedCauses.includes(cause))
    return { kind: "settled", state: "question", reason: sentence };
  const waitMs = (isForShop ? rateLimitPausesMs : unreachedPausesMs)[failures];
  return waitMs === undefined
    ? { kind: "settled", state: "failed", reason: sentence }
    : { kind: "retry", waitMs, isForShop };
}

function question(reason: string): NextStep {
  return { kind: "settled", state: "question", reason };
}

/** Decides what becomes of an entry after a visit; `failures` counts the earlier ones that failed. */
export function nextStep(result: Exclude<AddLinkResult, { outcome: "added" }>, failures: number): NextStep {
  switch (result.outcome) {
    case "paused":
      return { kind: "paused", waitMs: Math.max(minPauseMs, result.wait_ms) };
    case "choose":
      return question("The page has several prices. Select the right one.");
    case "currency":
      return question("The page does not state its currency.");
    case "size":
      return question("The page sells another pack size than the product that it would join.");
    case "private":
      return question(`${result.host} is not on the public internet. Allow visits to it if you trust it.`);
    case "unread":
      return stepAfterUnread(result, failures);
    default:
      return assertNever(result);
  }
}
