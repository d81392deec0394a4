import { thinHistoryDays } from "../../../shared/app/limits.js";
import type { PriceStatistics } from "../../../shared/app/statistics.js";
import type { WatchRow } from "../../../shared/app/watch.js";
import { verdictHeadline } from "../../../shared/texts/sentences.js";
import { formatMoney } from "../format.js";
import { texts } from "../texts.js";
import { isAtTarget } from "./watch-item.js";

const kindsByGrade = { A: "great", B: "good", C: "fair", D: "wait", F: "wait" } as const;

function kindOf(row: WatchRow): PriceStatistics["verdict"]["kind"] {
  if (row.best === null) return "none";
  if (isAtTarget(row)) return "target";
  if (row.grade !== null) return kindsByGrade[row.grade.charAt(0) as keyof typeof kindsByGrade];
  return row.days_of_history >= thinHistoryDays && row.low === row.high ? "steady" : "thin";
}

/** The verdict on a row's price in a few words, as on the product's page. */
export function rowVerdict(row: WatchRow): string {
  const { best, target } = row;
  const facts = best === null ? [] : [{ kind: "price" as const, price: best.price, currency: best.currency }];
  const verdict = { kind: kindOf(row), target: target?.price ?? null, facts };
  return verdictHeadline(verdict, texts().verdict, formatMoney);
}
