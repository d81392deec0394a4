import { thinHistoryDays } from "../../../shared/app/limits.js";
import type { PriceStatistics } from "../../../shared/app/statistics.js";
import type { WatchRow } from "../../../shared/app/watch.js";
import { verdictHeadline } from "../../../shared/texts/sentences.js";
import { formatMoney } from "../format.js";
import { gradeTone } from "../grade.js";
import { texts } from "../texts.js";
import { isAtTarget } from "./target.js";

function kindOf(row: WatchRow): PriceStatistics["verdict"]["kind"] {
  if (row.best === null) return "none";
  if (isAtTarget(row)) return "target";
  switch (gradeTone(row.grade)) {
    case "good":
      return row.grade?.startsWith("A") === true ? "great" : "good";
    case "fair":
      return "fair";
    case "high":
      return "wait";
    case "none":
      return row.days_of_history >= thinHistoryDays && row.low === row.high ? "steady" : "thin";
  }
}

/** The verdict on a row's price in a few words, as on the product's page. */
export function rowVerdict(row: WatchRow): string {
  const { best, target } = row;
  const facts = best === null ? [] : [{ kind: "price" as const, price: best.price, currency: best.currency }];
  return verdictHeadline(
    { kind: kindOf(row), target: target?.price ?? null, facts },
    texts().verdict,
    formatMoney,
  );
}
