import { type ReactNode, useId } from "react";
import { thinHistoryDays } from "../../../shared/app/limits.js";
import type { PriceStatistics } from "../../../shared/app/statistics.js";
import { maxOf } from "../../../shared/arrays.js";
import { Section } from "../../components/section.js";
import { ErrorNote, Loading } from "../../components/states.js";
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
import { usePage } from "./page.js";
import "./sections.css";

/** The data behind the verdict, in figures and charts. */
export function EvidenceSection() {
  const { data, error, refresh } = usePage().prices.statistics;
  const said = texts().verdict;
  if (data && hasNothingToSay(data)) return null;
  return (
    <Section title={said.question}>
      {data ? (
        <div className="stack gap-4">
          <Figures statistics={data} />
          <div className="evidence-charts">
            <Distribution statistics={data} />
            <CheapestMonths statistics={data} />
            <CheapestShops statistics={data} />
          </div>
        </div>
      ) : error ? (
        <ErrorNote error={error} onRetry={refresh} />
      ) : (
        <Loading label={said.weighing} height={368} />
      )}
    </Section>
  );
}

/** Too little history, or a price that has never moved. */
function hasNothingToSay({ lowest, highest, days_of_history: days }: PriceStatistics): boolean {
  return days < thinHistoryDays || lowest === null || lowest.price === highest?.price;
}

interface EvidenceProps {
  readonly statistics: PriceStatistics;
}

interface Figure {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
}

function Figures({ statistics }: EvidenceProps) {
  return (
    <dl className="figures">
      {figuresOf(statistics).map(({ name, value, note }) => (
        <div key={name} className="figure">
          <dt className="small quiet">{name}</dt>
          <dd>{value}</dd>
          {note && <dd className="figure-note small quiet">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}

function figuresOf(statistics: PriceStatistics): Figure[] {
  const { verdict } = texts();
  const { currency, lowest, highest, days_of_history: days, points } = statistics;
  const extreme = (name: string, found: PriceStatistics["lowest"]): Figure[] => {
    if (found === null) return [];
    const note = verdict.atShopOn(shopName(found.retailer), formatDate(found.timestamp));
    return [{ name, value: formatMoney(found.price, currency), note }];
  };
  return [
    ...extreme(verdict.lowest, lowest),
    ...extreme(verdict.highest, highest),
    ...medians(statistics),
    { name: verdict.history, value: formatPlural("day", days), note: formatPlural("pricePoint", points) },
  ];
}

/** Each known median that differs from the one before it, named for the days that it covers. */
function medians({
  median30,
  median90,
  median365,
  days_of_history: known,
  currency,
}: PriceStatistics): Figure[] {
  const all = [
    { amount: median30, days: 30 },
    { amount: median90, days: 90 },
    { amount: median365, days: 365 },
  ];
  return all.flatMap(({ amount, days }, index) =>
    amount === null || amount === all[index - 1]?.amount
      ? []
      : [{ name: texts().verdict.medianOf(Math.min(days, known)), value: formatMoney(amount, currency) }],
  );
}

/** How long the price stayed in each range, and where it is now. */
function Distribution({ statistics }: EvidenceProps) {
  const { distribution, currency, days_of_history } = statistics;
  const { verdict: said, rules, history } = texts();
  const bars = distribution ? distributionBars(distribution) : [];
  if (bars.length < 2) return null;
  const money = (amount = 0) => formatMoney(amount, currency);
  const rangeText = ({ from, to }: DistributionBar) => said.range(money(from), money(to));
  const daysText = ({ days }: DistributionBar) => formatPlural("day", Math.round(days));
  const most = tallest(bars);
  const now = bars.find(({ isCurrent }) => isCurrent);
  return (
    <Finding
      title={said.distribution}
      about={said.distributionAbout(days_of_history)}
      summary={[most && said.mostDays(rangeText(most), daysText(most)), now && said.nowIn(rangeText(now))]}
      head={[history.price, rules.days]}
      rows={bars.map((bar) => [
        bar.isCurrent ? `${rangeText(bar)} (${said.now})` : rangeText(bar),
        daysText(bar),
      ])}
    >
      <div className="bars">
        {bars.map((bar) => (
          <div
            key={bar.from}
            className={classNames("bar", bar.isCurrent && "is-current")}
            title={said.bar(rangeText(bar), daysText(bar))}
          >
            {bar.isCurrent && <span className="bar-now small">{said.now}</span>}
            <span className="bar-fill" style={{ height: `${bar.height * 100}%` }} />
          </div>
        ))}
      </div>
      <div className="line between small quiet">
        <span>{money(bars[0]?.from)}</span>
        <span>{money(bars.at(-1)?.to)}</span>
      </div>
    </Finding>
  );
}

/** The cheapest time of the year, once a whole one is known. */
function CheapestMonths({ statistics }: EvidenceProps) {
  const { cheapest_months, cheapest_month, currency } = statistics;
  const { verdict: said } = texts();
  if (cheapest_month === null || cheapest_months.length < 2) return null;
  const bars = monthBars(cheapest_months, cheapest_month);
  return (
    <Finding
      title={said.months}
      about={said.monthsAbout}
      summary={[summaryOfMonths(bars)]}
      head={[said.month, said.median, said.againstAverage]}
      rows={bars.map((bar) => [
        formatMonth(bar.month),
        bar.median === null ? said.noData : formatMoney(bar.median, currency),
        bar.median === null ? "" : changeText(bar),
      ])}
    >
      <div className="months">
        {bars.map((bar) => (
          <Month key={bar.month} bar={bar} currency={currency} />
        ))}
      </div>
    </Finding>
  );
}

/** `−12%`, `+3%`. */
function changeText({ percent }: MonthBar): string {
  const sign = percent < 0 ? "−" : "+";
  return Math.abs(percent) < 0.5 ? formatPercent(0) : `${sign}${formatPercent(Math.abs(percent))}`;
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
function Month({ bar, currency }: { readonly bar: MonthBar; readonly currency: string }) {
  const { verdict } = texts();
  const { median, reach, isCheapest } = bar;
  const month = formatMonth(bar.month);
  const text =
    median === null
      ? verdict.bar(month, verdict.noData)
      : verdict.monthBar(month, formatMoney(median, currency), changeText(bar));
  return (
    <div className={classNames("month", isCheapest && "is-cheapest")} title={text}>
      <span className="month-space">
        {median !== null && (
          <span
            className={classNames("month-fill", reach > 0 && "is-dear")}
            style={{ height: `${Math.abs(reach) * 50}%` }}
          />
        )}
      </span>
      <span className="month-letter middles small quiet">{formatMonthLetter(bar.month)}</span>
    </div>
  );
}

/** The shops to look at first. */
function CheapestShops({ statistics }: EvidenceProps) {
  const { verdict: said } = texts();
  const shares = shopShares(statistics.cheapest_retailers);
  if (shares.length < 2) return null;
  return (
    <Finding title={said.shops} about={said.shopsAbout(statistics.days_of_history)}>
      <ol className="stack" aria-label={said.shops}>
        {shares.map(({ retailer, share }) => (
          <li key={retailer} className="shop-share">
            <span className="line between">
              <span className="truncate" title={retailer ?? undefined}>
                {retailer === null ? said.otherShops : shopName(retailer)}
              </span>
              <span className="strong">{formatPercent(share)}</span>
            </span>
            <Bar share={share / 100} />
          </li>
        ))}
      </ol>
    </Finding>
  );
}

/** A share as a bar, beside its figure. */
export function Bar({ share }: { readonly share: number }) {
  return (
    <span className="share-bar grow" aria-hidden="true">
      <span style={{ width: `${share * 100}%` }} />
    </span>
  );
}

interface FindingProps {
  readonly title: string;
  /** An explanation of the measure. */
  readonly about: string;
  readonly children: ReactNode;
  /** Sentences under the chart. */
  readonly summary?: readonly (string | null | undefined)[];
  /** The chart's data as a table for screen readers. The first cell of each row is its header. */
  readonly head?: readonly string[];
  readonly rows?: readonly (readonly [string, ...string[]])[];
}

/** A small chart with its title and caption. */
function Finding({ title, about, children, summary, head, rows = [] }: FindingProps) {
  const id = useId();
  return (
    <section className="finding stack bounded gap-1" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <p className="small quiet">{about}</p>
      {head ? <div aria-hidden="true">{children}</div> : children}
      {summary && <p>{summary.filter(Boolean).join(" ")}</p>}
      {head && (
        <div className="visually-hidden">
          <table>
            <caption>{title}</caption>
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
      )}
    </section>
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
/** Fewer days do not support a distribution, nor shares of shops. */
const minDays = 7;

function sumOfDays(parts: readonly { readonly days: number }[]): number {
  return parts.reduce((sum, { days }) => sum + days, 0);
}

/** Empty with too little data. */
export function distributionBars({ buckets, current }: PriceDistribution): DistributionBar[] {
  if (sumOfDays(buckets) < minDays) return [];
  const most = maxOf(buckets.map(({ days }) => days)) ?? 0;
  return buckets.map((bucket, index) => ({
    ...bucket,
    height: bucket.days > 0 ? Math.max(lowestHeight, bucket.days / most) : 0,
    isCurrent: index === current,
  }));
}

/** The range in which the price was for most days; the cheapest of several. */
export function tallest(bars: readonly DistributionBar[]): DistributionBar | null {
  const most = maxOf(bars.map(({ days }) => days));
  return bars.find(({ days }) => days === most) ?? null;
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

export interface ShopShare {
  /** Null for the sum of all others. */
  readonly retailer: string | null;
  /** Percent of the days. */
  readonly share: number;
}

const maxNamed = 5;

/** The shops with the best price, most frequent first; those after the fifth as one, without those of 0 %. Empty with too little data. */
export function shopShares(known: PriceStatistics["cheapest_retailers"]): ShopShare[] {
  if (sumOfDays(known) < minDays) return [];
  const isTail = known.length > maxNamed + 1;
  const named = isTail ? known.slice(0, maxNamed) : known;
  const rest = known.slice(named.length).reduce((sum, { share }) => sum + share, 0);
  const shares = roundTo100([...named, ...(isTail ? [{ retailer: null, share: rest }] : [])]);
  return shares.filter(({ share }) => share > 0);
}

/** Whole percents that add up to 100: the largest remainders are rounded up. */
function roundTo100(shares: readonly ShopShare[]): ShopShare[] {
  const sum = shares.reduce((all, { share }) => all + share, 0) || 1;
  const exact = shares.map(({ share }) => (share / sum) * 100);
  const left = Math.round(100 - exact.reduce((all, share) => all + Math.floor(share), 0));
  const byRemainder = exact
    .map((share, index) => ({ index, remainder: share % 1 }))
    .sort((one, other) => other.remainder - one.remainder);
  const raised = new Set(byRemainder.slice(0, left).map(({ index }) => index));
  return shares.map(({ retailer }, index) => ({
    retailer,
    share: Math.floor(exact[index] ?? 0) + (raised.has(index) ? 1 : 0),
  }));
}
