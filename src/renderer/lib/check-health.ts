import type { ScheduleOverview } from "../../shared/app/alerts.js";
import { groupBy } from "../../shared/arrays.js";
import { formatAge } from "./format.js";
import { texts } from "./texts.js";

type Check = ScheduleOverview["checks"][number];

/** The health of the checks at one retailer. */
export interface RetailerHealth {
  readonly retailer: string;
  readonly isGood: boolean;
  /** The engine's label for the last check's outcome. */
  readonly outcome: string;
  /** `ok 2 h ago`, or `blocked; last read 2 h ago`. */
  readonly text: string;
  /** The check's own explanation, if it has one. */
  readonly detail: string | null;
}

/** One result per retailer: the offer with the most failures, else the one checked last. */
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

/**
 * When a check last read a retailer's price, or else the product's, if the retailer has no checks of its own; null if its
 * last checks failed.
 */
export function lastReadAt(
  { checks, last_check_at }: Pick<ScheduleOverview, "checks" | "last_check_at">,
  retailer: string,
): string | null {
  const own = checks.filter((check) => check.retailer === retailer);
  if (own.length === 0) return last_check_at;
  const times = own.flatMap(({ failures, last_good_at: at }) => (failures > 0 || at === null ? [] : [at]));
  return times.sort().at(-1) ?? null;
}

function textOf(check: Check, nowMs: number): string {
  const outcome = outcomeText(check.outcome);
  if (check.failures === 0) return `${outcome} ${formatAge(check.checked_at, nowMs)}`;
  return check.last_good_at === null
    ? texts().watching.neverRead(outcome)
    : texts().watching.lastRead(outcome, formatAge(check.last_good_at, nowMs));
}

/** A check's outcome in the reader's words; outcomes of a newer engine are shown as they are. */
export function outcomeText(outcome: string): string {
  const known: Readonly<Record<string, string>> = texts().outcomes;
  const name = nameOutcome(outcome);
  return Object.hasOwn(known, name) ? (known[name] ?? name) : name;
}

/** The outcome that an HTTP status (`http 503`) amounts to; other outcomes stay as they are. */
export function nameOutcome(outcome: string): string {
  if (/^http 5\d\d$/.test(outcome)) return "server error";
  if (outcome === "http 404" || outcome === "http 410") return "gone";
  if (outcome === "http 403" || outcome === "http 429") return "blocked";
  return outcome;
}
