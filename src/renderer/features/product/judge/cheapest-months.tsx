import type { PriceStatistics } from "../../../../shared/app/statistics.js";
import { classNames } from "../../../lib/class-names.js";
import { formatMoney, formatMonth, formatMonthLetter, formatPercent } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";
import { DataTable } from "./data-table.js";
import { Finding } from "./finding.js";
import { type MonthBar, monthBars } from "./month-bars.js";

/** When in the year it is cheap. */
export function CheapestMonths({ statistics }: { readonly statistics: PriceStatistics }) {
  const { cheapest_months, cheapest_month, currency } = statistics;
  const { verdict: said } = texts();
  const bars = monthBars(cheapest_months, cheapest_month);
  return (
    <Finding title={said.months} about={said.monthsAbout}>
      {cheapest_months.length < 2 ? (
        <p className="quiet">{said.monthsThin}</p>
      ) : (
        <>
          <div className="months" aria-hidden="true">
            {bars.map((bar) => (
              <Month key={bar.month} bar={bar} text={barText(bar, currency)} />
            ))}
          </div>
          <p className="finding-summary">{summary(bars)}</p>
          <DataTable
            caption={said.months}
            head={[said.month, said.median, said.againstAverage]}
            rows={bars.map((bar) => [
              formatMonth(bar.month),
              bar.median === null ? said.noData : formatMoney(bar.median, currency),
              bar.median === null ? "" : changeText(bar),
            ])}
          />
        </>
      )}
    </Finding>
  );
}

/** `−12%`, `+3%`. */
function changeText({ percent }: MonthBar): string {
  const sign = percent < 0 ? "−" : "+";
  return Math.abs(percent) < 0.5 ? formatPercent(0) : `${sign}${formatPercent(Math.abs(percent))}`;
}

function barText(bar: MonthBar, currency: string): string {
  const { verdict } = texts();
  const month = formatMonth(bar.month);
  return bar.median === null
    ? verdict.bar(month, verdict.noData)
    : verdict.monthBar(month, formatMoney(bar.median, currency), changeText(bar));
}

function summary(bars: readonly MonthBar[]): string {
  const { verdict } = texts();
  const cheapest = bars.find(({ isCheapest }) => isCheapest);
  if (!cheapest) return verdict.yearNotFull;
  const month = formatMonth(cheapest.month);
  return cheapest.percent <= -0.5
    ? verdict.cheapestIsBy(month, formatPercent(-cheapest.percent))
    : verdict.cheapestIs(month);
}

/** Half of the height is for either side. */
function Month({ bar, text }: { readonly bar: MonthBar; readonly text: string }) {
  const isDear = bar.reach > 0;
  return (
    <div className={classNames("month", bar.isCheapest && "is-cheapest")} title={text}>
      <span className="month-space">
        <span
          className={classNames("month-fill", isDear && "is-dear", bar.median === null && "is-unknown")}
          style={{ height: `${Math.abs(bar.reach) * 50}%` }}
        />
      </span>
      <span className="month-letter">{formatMonthLetter(bar.month)}</span>
    </div>
  );
}
