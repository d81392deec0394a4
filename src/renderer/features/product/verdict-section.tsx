import type { PriceStatistics } from "../../../shared/app/statistics.js";
import { ErrorNote } from "../../components/error-note.js";
import { GradeBadge } from "../../components/grade-badge.js";
import { Section } from "../../components/section.js";
import { Skeleton } from "../../components/skeleton.js";
import { formatDate, formatMoney, formatMonth, formatPercent, formatPlural } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";

import type { Prices } from "./use-prices.js";
import "./verdict-section.css";

/** Is this a good price? The grade, one sentence of reasons, and the figures behind them. */
export function VerdictSection({ statistics }: Pick<Prices, "statistics">) {
  const { data, error } = statistics;
  return (
    <Section title={texts().verdict.question} isTitleHidden>
      {data ? (
        <Verdict statistics={data} />
      ) : error ? (
        <ErrorNote error={error} onRetry={statistics.refresh} />
      ) : (
        <div role="status" aria-label={texts().verdict.weighing}>
          <Skeleton height={136} />
        </div>
      )}
    </Section>
  );
}

function Verdict({ statistics }: { readonly statistics: PriceStatistics }) {
  const { verdict } = statistics;
  return (
    <div className="verdict">
      <div className="verdict-top">
        <GradeBadge grade={verdict.grade} size="large" />
        <div>
          <p className="verdict-title">{texts().verdict.kinds[verdict.kind]}</p>
          <p className="verdict-reason">{verdict.reason}</p>
        </div>
      </div>
      {verdict.kind !== "none" && <Figures figures={figuresOf(statistics)} />}
    </div>
  );
}

function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <dl className="figures">
      {figures.map((figure) => (
        <div key={figure.name} className="figure">
          <dt>{figure.name}</dt>
          <dd>{figure.value ?? <span className="quiet">{texts().verdict.notEnough}</span>}</dd>
          {figure.note && <dd className="figure-note quiet">{figure.note}</dd>}
        </div>
      ))}
    </dl>
  );
}

interface Figure {
  readonly name: string;
  readonly value: string | null;
  readonly note?: string;
}

function figuresOf(statistics: PriceStatistics): Figure[] {
  const money = (amount: number | null) =>
    amount === null ? null : formatMoney(amount, statistics.currency);
  const extreme = (name: string, found: PriceStatistics["lowest"]): Figure => ({
    name,
    value: money(found?.price ?? null),
    ...(found && { note: `${found.retailer}, ${formatDate(found.timestamp)}` }),
  });
  const { verdict } = texts();
  return [
    extreme(verdict.lowest, statistics.lowest),
    extreme(verdict.highest, statistics.highest),
    { name: verdict.median30, value: money(statistics.median30) },
    { name: verdict.median90, value: money(statistics.median90) },
    { name: verdict.median365, value: money(statistics.median365) },
    {
      name: verdict.dearerDays,
      value: statistics.percentile === null ? null : formatPercent(statistics.percentile),
      ...(statistics.percentile !== null && { note: verdict.dearerNote }),
    },
    {
      name: verdict.cheapestMonth,
      value: statistics.cheapest_month === null ? null : formatMonth(statistics.cheapest_month),
      ...(statistics.cheapest_month === null && { note: verdict.needsYear }),
    },
    {
      name: verdict.history,
      value: formatPlural("day", Math.floor(statistics.days_of_history)),
      note: formatPlural("pricePoint", statistics.points),
    },
  ];
}
