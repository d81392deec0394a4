import type { ScheduleOverview } from "../../shared/app/alerts.js";
import { groupBy } from "../../shared/group-by.js";
import { formatAge, formatPlural } from "./format.js";
import { outcomeText } from "./outcome-text.js";
import { texts } from "./texts.js";

type Check = ScheduleOverview["checks"][number];

/** How the checks at one retailer go. */
export interface RetailerHealth {
  readonly retailer: string;
  readonly isGood: boolean;
  /** The engine's word for how its last check went. */
  readonly outcome: string;
  /** `ok 2 h ago`, or `3 failures since 2 h ago: blocked`. */
  readonly text: string;
  /** A sentence more, where the check left one. */
  readonly detail: string | null;
}

/** One line a retailer: of its several offers, the one that failed most speaks for it, else the one checked last. */
export function healthByRetailer(checks: readonly Check[], nowMs: number): RetailerHealth[] {
  const byRetailer = groupBy(checks, ({ retailer }) => retailer);
  return [...byRetailer].flatMap(([retailer, own]) => {
    const [worst] = [...own].sort(
      (one, other) => other.failures - one.failures || other.checked_at.localeCompare(one.checked_at),
    );
    return worst
      ? {
          retailer,
          isGood: worst.failures === 0,
          outcome: worst.outcome,
          text: textOf(worst, nowMs),
          detail: worst.detail,
        }
      : [];
  });
}

function textOf(check: Check, nowMs: number): string {
  const outcome = outcomeText(check.outcome);
  if (check.failures === 0) return `${outcome} ${formatAge(check.checked_at, nowMs)}`;
  const count = formatPlural("failure", check.failures);
  return check.last_good_at === null
    ? texts().watching.noneWentWell(outcome)
    : texts().watching.failingSince(count, formatAge(check.last_good_at, nowMs), outcome);
}
