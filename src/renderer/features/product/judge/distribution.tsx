import type { PriceStatistics } from "../../../../shared/app/statistics.js";
import { classNames } from "../../../lib/class-names.js";
import { formatMoney, formatPlural } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";
import { DataTable } from "./data-table.js";
import { type DistributionBar, distributionBars, isTelling, tallest } from "./distribution-bars.js";
import { Finding } from "./finding.js";

/** For how long the price was where, and where it is now. */
export function Distribution({ statistics }: { readonly statistics: PriceStatistics }) {
  const { distribution, currency } = statistics;
  const { verdict: said } = texts();
  const isDrawn = distribution !== null && isTelling(distribution);
  const bars = isDrawn ? distributionBars(distribution) : [];
  const [only] = bars;
  return (
    <Finding title={said.distribution} about={said.distributionAbout}>
      {!only ? (
        <p className="quiet">{said.distributionThin}</p>
      ) : bars.length === 1 ? (
        <p>{said.steady(rangeText(only, currency))}</p>
      ) : (
        <Bars bars={bars} currency={currency} />
      )}
    </Finding>
  );
}

function rangeText({ from, to }: DistributionBar, currency: string): string {
  return texts().verdict.range(formatMoney(from, currency), formatMoney(to, currency));
}

function daysText({ days }: DistributionBar): string {
  return formatPlural("day", Math.round(days));
}

/** What the bars show, in words: under them for everybody. */
function summary(bars: readonly DistributionBar[], currency: string): string {
  const { verdict } = texts();
  const most = tallest(bars);
  const now = bars.find(({ isCurrent }) => isCurrent);
  return [
    most ? verdict.mostDays(rangeText(most, currency), daysText(most)) : "",
    now ? verdict.nowIn(rangeText(now, currency)) : "",
  ]
    .filter(Boolean)
    .join(" ");
}

interface BarsProps {
  readonly bars: readonly DistributionBar[];
  readonly currency: string;
}

function Bars({ bars, currency }: BarsProps) {
  const { verdict: said } = texts();
  const [first, last] = [bars[0], bars.at(-1)];
  return (
    <>
      <div className="bars" aria-hidden="true">
        {bars.map((bar) => (
          <div
            key={bar.from}
            className={classNames("bar", bar.isCurrent && "is-current")}
            title={said.bar(rangeText(bar, currency), daysText(bar))}
          >
            {bar.isCurrent && <span className="bar-now">{said.now}</span>}
            <span className="bar-fill" style={{ height: `${bar.height * 100}%` }} />
          </div>
        ))}
      </div>
      <div className="bars-axis quiet" aria-hidden="true">
        <span>{first && formatMoney(first.from, currency)}</span>
        <span>{last && formatMoney(last.to, currency)}</span>
      </div>
      <p className="finding-summary">{summary(bars, currency)}</p>
      <DataTable
        caption={said.distribution}
        head={[said.price, said.days]}
        rows={bars.map((bar) => [
          [rangeText(bar, currency), bar.isCurrent ? `(${said.now})` : ""].join(" ").trim(),
          daysText(bar),
        ])}
      />
    </>
  );
}
