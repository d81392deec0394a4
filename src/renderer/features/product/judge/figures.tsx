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
  return [
    extreme(verdict.lowest, lowest, currency),
    extreme(verdict.highest, highest, currency),
    dearerDays(statistics),
    cheapestMonth(statistics),
    median(verdict.median30, median30, 30, statistics),
    median(verdict.median90, median90, 90, statistics),
    median(verdict.median365, median365, 365, statistics),
    {
      name: verdict.history,
      value: daysText(statistics) ?? verdict.underADay,
      note: formatPlural("pricePoint", statistics.points),
    },
  ];
}

function extreme(name: string, found: PriceStatistics["lowest"], currency: string): Figure {
  if (found === null) return { name, value: null };
  const note = texts().verdict.atShopOn(found.retailer, formatDate(found.timestamp));
  return { name, value: formatMoney(found.price, currency), note };
}

/** Whole days of history; null under one. */
function daysText({ days_of_history }: PriceStatistics): string | null {
  return days_of_history < 1 ? null : formatPlural("day", Math.floor(days_of_history));
}

/** The engine knows when there is too little to judge by. */
function isThin({ verdict }: PriceStatistics): boolean {
  return verdict.kind === "thin";
}

/** Over fewer days than its name says it is told as what it is. */
function median(name: string, amount: number | null, days: number, statistics: PriceStatistics): Figure {
  if (amount === null || isThin(statistics)) return { name, value: null };
  const value = formatMoney(amount, statistics.currency);
  const known = daysText(statistics);
  const isWhole = statistics.days_of_history >= days || known === null;
  return { name, value, ...(!isWhole && { note: texts().verdict.ofOnly(known) }) };
}

function dearerDays(statistics: PriceStatistics): Figure {
  const { verdict } = texts();
  const { percentile } = statistics;
  if (percentile === null || isThin(statistics)) return { name: verdict.dearerDays, value: null };
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
