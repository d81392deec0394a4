import type { PriceStatistics } from "../../../shared/app/statistics.js";
import { ErrorNote } from "../../components/error-note.js";
import { GradeBadge } from "../../components/grade-badge.js";
import { Section } from "../../components/section.js";
import { Skeleton } from "../../components/skeleton.js";
import {
  formatCount,
  formatDate,
  formatMoney,
  formatMonth,
  formatPercent,
  formatPlural,
} from "../../lib/format.js";

import type { Prices } from "./use-prices.js";
import "./verdict-section.css";

const titles: Readonly<Record<PriceStatistics["verdict"]["kind"], string>> = {
  good: "A good price",
  fair: "A fair price",
  wait: "Better to wait",
  thin: "Too early to say",
  none: "No price history yet",
};

/** Is this a good price? The grade, one sentence of reasons, and the figures behind them. */
export function VerdictSection({ statistics }: Pick<Prices, "statistics">) {
  const { data, error } = statistics;
  return (
    <Section title="Is it a good price?" isTitleHidden>
      {data ? (
        <Verdict statistics={data} />
      ) : error ? (
        <ErrorNote error={error} onRetry={statistics.refresh} />
      ) : (
        <div role="status" aria-label="Weighing the price">
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
          <p className="verdict-title">{titles[verdict.kind]}</p>
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
          <dd>{figure.value ?? <span className="quiet">Not enough data</span>}</dd>
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
  const days = Math.floor(statistics.days_of_history);
  return [
    extreme("Lowest ever", statistics.lowest),
    extreme("Highest ever", statistics.highest),
    { name: "30-day median", value: money(statistics.median30) },
    { name: "90-day median", value: money(statistics.median90) },
    { name: "365-day median", value: money(statistics.median365) },
    {
      name: "Dearer days",
      value: statistics.percentile === null ? null : formatPercent(statistics.percentile),
      ...(statistics.percentile !== null && { note: "of the last year cost more than now" }),
    },
    {
      name: "Cheapest month",
      value: statistics.cheapest_month === null ? null : formatMonth(statistics.cheapest_month),
      ...(statistics.cheapest_month === null && { note: "needs a year of history" }),
    },
    {
      name: "History",
      value: days === 1 ? "1 day" : `${formatCount(days)} days`,
      note: formatPlural("pricePoint", statistics.points),
    },
  ];
}
