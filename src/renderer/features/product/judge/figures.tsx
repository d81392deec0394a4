import type { PriceStatistics } from "../../../../shared/app/statistics.js";
import { formatDate, formatMoney, formatMonth, formatPercent, formatPlural } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";

interface Figure {
  readonly name: string;
  /** Null where there is too little data for it. */
  readonly value: string | null;
  readonly note?: string;
}

export function Figures({ statistics }: { readonly statistics: PriceStatistics }) {
  return (
    <dl className="figures">
      {figuresOf(statistics).map(({ name, value, note }) => (
        <div key={name} className="figure">
          <dt>{name}</dt>
          <dd>{value ?? <span className="quiet">{texts().verdict.notEnough}</span>}</dd>
          {note && <dd className="figure-note quiet">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}

function figuresOf(statistics: PriceStatistics): Figure[] {
  const { verdict } = texts();
  const { currency, lowest, highest, median30, median90, median365 } = statistics;
  const money = (amount: number | null) => (amount === null ? null : formatMoney(amount, currency));
  return [
    extreme(verdict.lowest, lowest, currency),
    extreme(verdict.highest, highest, currency),
    dearerDays(statistics),
    cheapestMonth(statistics),
    { name: verdict.median30, value: money(median30) },
    { name: verdict.median90, value: money(median90) },
    { name: verdict.median365, value: money(median365) },
    {
      name: verdict.history,
      value: formatPlural("day", Math.floor(statistics.days_of_history)),
      note: formatPlural("pricePoint", statistics.points),
    },
  ];
}

function extreme(name: string, found: PriceStatistics["lowest"], currency: string): Figure {
  if (found === null) return { name, value: null };
  const note = texts().verdict.atShopOn(found.retailer, formatDate(found.timestamp));
  return { name, value: formatMoney(found.price, currency), note };
}

function dearerDays({ percentile }: PriceStatistics): Figure {
  const { verdict } = texts();
  if (percentile === null) return { name: verdict.dearerDays, value: null };
  const value = verdict.dearerShare(formatPercent(percentile));
  return { name: verdict.dearerDays, value, note: verdict.dearerNote };
}

function cheapestMonth({ cheapest_month }: PriceStatistics): Figure {
  const { verdict } = texts();
  const name = verdict.cheapestMonth;
  return cheapest_month === null
    ? { name, value: null, note: verdict.needsYear }
    : { name, value: formatMonth(cheapest_month) };
}
