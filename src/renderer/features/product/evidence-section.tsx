import { type ReactNode, useId } from "react";
import { thinHistoryDays } from "../../../shared/app/limits.js";
import type { PriceStatistics } from "../../../shared/app/statistics.js";
import { maxOf } from "../../../shared/extremes.js";
import { ErrorNote } from "../../components/error-note.js";
import { Section } from "../../components/section.js";
import { Skeleton } from "../../components/skeleton.js";
import { classNames } from "../../lib/class-names.js";
import {
  formatDate,
  formatMoney,
  formatMonth,
  formatMonthLetter,
  formatPercent,
  formatPlural,
} from "../../lib/format.js";
import { shopName } from "../../lib/shop-name.js";
import { texts } from "../../lib/texts.js";
import type { Prices } from "./use-prices.js";
import "./sections.css";

/** The data behind the verdict, in figures and charts. */
export function EvidenceSection({ statistics }: Pick<Prices, "statistics">) {
  const { data, error } = statistics;
  const said = texts().verdict;
  if (data && hasNothingToSay(data)) return null;
  return (
    <Section title={said.question}>
      {data ? (
        <Evidence statistics={data} />
      ) : error ? (
        <ErrorNote error={error} onRetry={statistics.refresh} />
      ) : (
        <div role="status" aria-label={said.weighing}>
          <Skeleton height={368} />
        </div>
      )}
    </Section>
  );
}

/** Too little history, or a price that has never moved. */
function hasNothingToSay(statistics: PriceStatistics): boolean {
  const { lowest, highest, days_of_history: days } = statistics;
  return days < thinHistoryDays || lowest === null || lowest.price === highest?.price;
}

function Evidence({ statistics }: { readonly statistics: PriceStatistics }) {
  return (
    <div className="evidence stack gap-4">
      <Figures statistics={statistics} />
      <div className="evidence-charts">
        <Distribution statistics={statistics} />
        <CheapestMonths statistics={statistics} />
        <CheapestShops statistics={statistics} />
      </div>
    </div>
  );
}

interface Figure {
  readonly name: string;
  /** Null with too little data; then it is left out. */
  readonly value: string | null;
  readonly note?: string;
}

function Figures({ statistics }: { readonly statistics: PriceStatistics }) {
  return (
    <dl className="figures">
      {figuresOf(statistics)
        .filter(({ value }) => value !== null)
        .map(({ name, value, note }) => (
          <div key={name} className="figure">
            <dt>{name}</dt>
            <dd>{value}</dd>
            {note && <dd className="figure-note quiet">{note}</dd>}
          </div>
        ))}
    </dl>
  );
}

function figuresOf(statistics: PriceStatistics): Figure[] {
  const { verdict } = texts();
  const { currency, lowest, highest } = statistics;
  return [
    extreme(verdict.lowest, lowest, currency),
    extreme(verdict.highest, highest, currency),
    ...medians(statistics),
    {
      name: verdict.history,
      value: daysText(statistics),
      note: formatPlural("pricePoint", statistics.points),
    },
  ];
}

function extreme(name: string, found: PriceStatistics["lowest"], currency: string): Figure {
  if (found === null) return { name, value: null };
  const note = texts().verdict.atShopOn(shopName(found.retailer), formatDate(found.timestamp));
  return { name, value: formatMoney(found.price, currency), note };
}

function daysText({ days_of_history }: PriceStatistics): string {
  return formatPlural("day", days_of_history);
}

/** Each median that differs from the one before it. One over fewer days than its name says how many. */
function medians(statistics: PriceStatistics): Figure[] {
  const { verdict } = texts();
  const { median30, median90, median365, days_of_history, currency } = statistics;
  const all = [
    { name: verdict.median30, amount: median30, days: 30 },
    { name: verdict.median90, amount: median90, days: 90 },
    { name: verdict.median365, amount: median365, days: 365 },
  ];
  return all
    .filter(({ amount }, index) => amount !== all[index - 1]?.amount)
    .map(({ name, amount, days }) => ({
      name,
      value: amount === null ? null : formatMoney(amount, currency),
      ...(days_of_history < days && { note: verdict.ofOnly(daysText(statistics)) }),
    }));
}

/** How long the price stayed in each range, and where it is now. */
function Distribution({ statistics }: { readonly statistics: PriceStatistics }) {
  const { distribution, currency, days_of_history } = statistics;
  const { verdict: said } = texts();
  const isDrawn = distribution !== null && isTelling(distribution);
  const bars = isDrawn ? distributionBars(distribution) : [];
  if (bars.length < 2) return null;
  return (
    <Finding title={said.distribution} about={said.distributionAbout(days_of_history)}>
      <Bars bars={bars} currency={currency} />
    </Finding>
  );
}

function rangeText({ from, to }: DistributionBar, currency: string): string {
  return texts().verdict.range(formatMoney(from, currency), formatMoney(to, currency));
}

function barDays({ days }: DistributionBar): string {
  return formatPlural("day", Math.round(days));
}

/** The bars in words, as a visible caption. */
function summary(bars: readonly DistributionBar[], currency: string): string {
  const { verdict } = texts();
  const most = tallest(bars);
  const now = bars.find(({ isCurrent }) => isCurrent);
  return [
    most ? verdict.mostDays(rangeText(most, currency), barDays(most)) : "",
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
  const { verdict: said, rules, history } = texts();
  const [first, last] = [bars[0], bars.at(-1)];
  return (
    <>
      <div className="bars" aria-hidden="true">
        {bars.map((bar) => (
          <div
            key={bar.from}
            className={classNames("bar", bar.isCurrent && "is-current")}
            title={said.bar(rangeText(bar, currency), barDays(bar))}
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
        head={[history.price, rules.days]}
        rows={bars.map((bar) => [
          [rangeText(bar, currency), bar.isCurrent ? `(${said.now})` : ""].join(" ").trim(),
          barDays(bar),
        ])}
      />
    </>
  );
}

/** The cheapest time of the year, once a whole one is known. */
function CheapestMonths({ statistics }: { readonly statistics: PriceStatistics }) {
  const { cheapest_months, cheapest_month, currency } = statistics;
  const { verdict: said } = texts();
  const bars = monthBars(cheapest_months, cheapest_month);
  if (cheapest_month === null || cheapest_months.length < 2) return null;
  return (
    <Finding title={said.months} about={said.monthsAbout}>
      <div className="months" aria-hidden="true">
        {bars.map((bar) => (
          <Month key={bar.month} bar={bar} text={barText(bar, currency)} />
        ))}
      </div>
      <p className="finding-summary">{summaryOfMonths(bars)}</p>
      <DataTable
        caption={said.months}
        head={[said.month, said.median, said.againstAverage]}
        rows={bars.map((bar) => [
          formatMonth(bar.month),
          bar.median === null ? said.noData : formatMoney(bar.median, currency),
          bar.median === null ? "" : changeText(bar),
        ])}
      />
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

function summaryOfMonths(bars: readonly MonthBar[]): string {
  const { verdict } = texts();
  const cheapest = bars.find(({ isCheapest }) => isCheapest);
  if (!cheapest) return "";
  const month = formatMonth(cheapest.month);
  return cheapest.percent <= -0.5
    ? verdict.cheapestIsBy(month, formatPercent(-cheapest.percent))
    : verdict.cheapestIs(month);
}

/** Each side takes half of the height. */
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

/** The shops to look at first. */
function CheapestShops({ statistics }: { readonly statistics: PriceStatistics }) {
  const { verdict: said } = texts();
  const shares = shopShares(statistics.cheapest_retailers);
  if (shares.length < 2) return null;
  return (
    <Finding title={said.shops} about={said.shopsAbout(statistics.days_of_history)}>
      <ol className="shop-shares" aria-label={said.shops}>
        {shares.map(({ retailer, share }) => (
          <li key={retailer} className="shop-share">
            <span className="truncate" title={retailer ?? undefined}>
              {retailer === null ? said.otherShops : shopName(retailer)}
            </span>
            <span className="strong">{formatPercent(share)}</span>
            <span className="shop-share-track" aria-hidden="true">
              <span className="shop-share-fill" style={{ width: `${share}%` }} />
            </span>
          </li>
        ))}
      </ol>
    </Finding>
  );
}

interface FindingProps {
  readonly title: string;
  /** An explanation of the measure. */
  readonly about: string;
  readonly children: ReactNode;
}

/** A small chart with its title and caption. */
function Finding({ title, about, children }: FindingProps) {
  const id = useId();
  return (
    <section className="finding" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <p className="finding-about quiet">{about}</p>
      {children}
    </section>
  );
}

interface DataTableProps {
  readonly caption: string;
  readonly head: readonly string[];
  /** The first cell of each row is its header. */
  readonly rows: readonly (readonly [string, ...string[]])[];
}

/** The chart's data, for screen readers. */
function DataTable({ caption, head, rows }: DataTableProps) {
  return (
    <div className="visually-hidden">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, column) => (
                <td key={head[column + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type PriceDistribution = NonNullable<PriceStatistics["distribution"]>;

export interface DistributionBar {
  readonly from: number;
  readonly to: number;
  readonly days: number;
  /** Share of the tallest, 0 to 1. */
  readonly height: number;
  /** Whether the present price is in this range. */
  readonly isCurrent: boolean;
}

/** Bars have a least height, so that they are visible. */
const lowestHeight = 0.03;
/** Fewer days do not support a distribution. */
const fewestDays = 7;

export function distributionBars({ buckets, current }: PriceDistribution): DistributionBar[] {
  const most = maxOf(buckets.map(({ days }) => days)) ?? 0;
  return buckets.map((bucket, index) => ({
    ...bucket,
    height: bucket.days > 0 ? Math.max(lowestHeight, bucket.days / most) : 0,
    isCurrent: index === current,
  }));
}

/** Whether there are enough days for a distribution. */
export function isTelling({ buckets }: PriceDistribution): boolean {
  return buckets.reduce((sum, { days }) => sum + days, 0) >= fewestDays;
}

/** The range in which the price was for most days; the cheapest of several. */
export function tallest(bars: readonly DistributionBar[]): DistributionBar | null {
  return bars.reduce<DistributionBar | null>(
    (most, bar) => (most === null || bar.days > most.days ? bar : most),
    null,
  );
}

type KnownMonth = PriceStatistics["cheapest_months"][number];

export interface MonthBar {
  /** 1 to 12. */
  readonly month: number;
  /** Null without data. */
  readonly median: number | null;
  /** Compared with the average month; negative is cheaper. */
  readonly percent: number;
  /** The end of its bar, from -1 (far cheaper) to 1 (far dearer). */
  readonly reach: number;
  readonly isCheapest: boolean;
}

/** The axis's least reach, so that products compare. */
const leastPercent = 20;

/** Twelve bars above or below the average of the known months. */
export function monthBars(known: readonly KnownMonth[], cheapest: number | null): MonthBar[] {
  const average = known.reduce((sum, { median }) => sum + median, 0) / Math.max(1, known.length);
  const percentOf = (median: number) => (average > 0 ? (median / average - 1) * 100 : 0);
  const scale = Math.max(leastPercent, ...known.map(({ median }) => Math.abs(percentOf(median))));
  return Array.from({ length: 12 }, (_, index) => {
    const month = index + 1;
    const median = known.find((each) => each.month === month)?.median ?? null;
    const percent = median === null ? 0 : percentOf(median);
    return { month, median, percent, reach: percent / scale, isCheapest: month === cheapest };
  });
}

type Known = PriceStatistics["cheapest_retailers"][number];

export interface ShopShare {
  /** Null for the sum of all others. */
  readonly retailer: string | null;
  /** Percent of the days. */
  readonly share: number;
}

const maxNamed = 5;
/** Fewer days do not support shares. */
const fewestShopDays = 7;

/** The shops with the best price, most frequent first; those after the fifth as one. Empty with too little data. */
export function shopShares(known: readonly Known[]): ShopShare[] {
  if (known.reduce((sum, { days }) => sum + days, 0) < fewestShopDays) return [];
  const isTail = known.length > maxNamed + 1;
  const named = isTail ? known.slice(0, maxNamed) : known;
  const rest = known.slice(named.length).reduce((sum, { share }) => sum + share, 0);
  return roundTo100([
    ...named.map(({ retailer, share }) => ({ retailer, share })),
    ...(isTail ? [{ retailer: null, share: rest }] : []),
  ]);
}

/** Whole percents that add up to 100: the largest remainders are rounded up. */
function roundTo100(shares: readonly ShopShare[]): ShopShare[] {
  const sum = shares.reduce((all, { share }) => all + share, 0) || 1;
  const exact = shares.map(({ share }) => (share / sum) * 100);
  const left = 100 - exact.reduce((all, share) => all + Math.floor(share), 0);
  const byRemainder = exact
    .map((share, index) => ({ index, remainder: share % 1 }))
    .sort((one, other) => other.remainder - one.remainder);
  const raised = new Set(byRemainder.slice(0, Math.round(left)).map(({ index }) => index));
  return shares.map(({ retailer }, index) => ({
    retailer,
    share: Math.floor(exact[index] ?? 0) + (raised.has(index) ? 1 : 0),
  }));
}
