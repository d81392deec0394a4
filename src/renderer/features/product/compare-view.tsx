import { X } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { isOtherSize, type PackSize, sizeInTitle } from "../../../shared/app/pack-size.js";
import type { Sparkline, WatchRow } from "../../../shared/app/watch.js";
import { minOf } from "../../../shared/arrays.js";
import { DAY_MS } from "../../../shared/time.js";
import { IconButton } from "../../components/button.js";
import { GradeBadge, Price, PriceChange } from "../../components/price.js";
import { ProductImage } from "../../components/product-image.js";
import { Section } from "../../components/section.js";
import { ShopIcon, ShopName } from "../../components/shop-name.js";
import { Skeleton } from "../../components/states.js";
import { Tag } from "../../components/tag.js";
import { figureLevels, TideGauge } from "../../components/tide-gauge.js";
import { formatMoney, formatPerUnit, formatSize, hasMoved } from "../../lib/format.js";
import { OnFirstUse, onFirstUse } from "../../lib/on-first-use.js";
import { locale, texts } from "../../lib/texts.js";
import { useNow } from "../../lib/use-now.js";
import { rowVerdict } from "../../lib/watch/row-verdict.js";
import { isAtTarget } from "../../lib/watch/watch-item.js";
import { useAnswer, useAnswerList } from "../../stores/answers.js";
import { go } from "../../stores/navigation.js";
import { usePalette } from "../../stores/use-palette.js";
import { useWatchList } from "../../stores/watch-list.js";
import type { PriceDrawing } from "./history/price-chart.js";
import type { PricePoint, PriceSeries } from "./history/price-series.js";
import { useView } from "./history/view.js";
import "./compare-view.css";
import "./history/history-section.css";
import { keysOf } from "../../lib/keys-of.js";

const historyChart = onFirstUse(async () => (await import("./history/history-chart.js")).HistoryChart);

const days = 90;

interface Compared {
  readonly row: WatchRow;
  readonly size: PackSize | null;
}

/** Two to four watched products side by side. */
export function CompareView({ productKeys }: { readonly productKeys: readonly string[] }) {
  const items = useWatchList((state) => state.items);
  const terms = useAnswerList(
    "offers.terms",
    productKeys.map((productKey) => ({ product_key: productKey })),
  );
  const compared = productKeys.flatMap((key, index): Compared[] => {
    const row = items.find((item) => item.row.product_key === key)?.row;
    return row ? [{ row, size: terms[index]?.data?.size ?? sizeInTitle(row.title) }] : [];
  });
  const { compare } = texts();
  return (
    <div className="page compare-page">
      <h1>{compare.title}</h1>
      {compared.length < 2 ? (
        <p className="quiet">{compare.tooFew}</p>
      ) : (
        <>
          <CompareTable compared={compared} />
          <CompareChart rows={compared.map(({ row }) => row)} />
        </>
      )}
    </div>
  );
}

/** Whether any two packs are measured alike, and hold different amounts. */
function haveOtherSizes(compared: readonly Compared[]): boolean {
  const known = compared.flatMap(({ size }) => size ?? []);
  return known.some((one) => known.some((other) => isOtherSize(one, other)));
}

function haveOneCurrency(prices: readonly { readonly currency: string }[]): boolean {
  return new Set(prices.map(({ currency }) => currency)).size <= 1;
}

/** The lowest of prices that compare: in one currency, of packs of one size, and not all the same; null without one. */
export function lowestOf(compared: readonly Compared[]): number | null {
  const best = compared.flatMap(({ row }) => row.best ?? []);
  const prices = new Set(best.map(({ price }) => price));
  const isComparable = haveOneCurrency(best) && prices.size > 1 && !haveOtherSizes(compared);
  return isComparable ? minOf([...prices]) : null;
}

function CompareTable({ compared }: { readonly compared: readonly Compared[] }) {
  const { compare, history, product, tide, watchList, verdict } = texts();
  const lowest = lowestOf(compared);
  // The price per unit of one alone compares with nothing.
  const [usual, ...otherSizes] = compared.flatMap(({ size }) => size ?? []);
  const line = (name: string, cell: (each: Compared) => ReactNode) => (
    <tr>
      <th scope="row">{name}</th>
      {compared.map((each) => (
        <td key={each.row.product_key}>{cell(each)}</td>
      ))}
    </tr>
  );
  const level = (amount: number | null, { best }: WatchRow) =>
    amount !== null && best && formatMoney(amount, best.currency);
  return (
    <section className="card table-scroller" aria-label={compare.title}>
      <table className="table compare-table">
        <thead>
          <tr>
            <td />
            {compared.map(({ row }) => (
              <Head key={row.product_key} row={row} all={compared} />
            ))}
          </tr>
        </thead>
        <tbody>
          {line(product.bestPrice, ({ row: { best } }) =>
            best ? (
              <>
                <Price amount={best.price} currency={best.currency} size="row" />
                <span className="compare-shop line">
                  <ShopIcon host={best.retailer} />
                  <ShopName host={best.retailer} />
                </span>
                {best.price === lowest && <Tag tone="good">{compare.lowest}</Tag>}
              </>
            ) : (
              history.outOfStock
            ),
          )}
          {line(verdict.title, ({ row }) => (
            <span className="line wraps">
              {row.grade && <GradeBadge grade={row.grade} />} {rowVerdict(row)}
            </span>
          ))}
          {line(watchList.tide, ({ row }) => {
            return (
              row.best && <TideGauge size="row" currency={row.best.currency} levels={figureLevels(row)} />
            );
          })}
          {line(tide.lowWater, ({ row }) => level(row.low, row))}
          {line(tide.highWater, ({ row }) => level(row.high, row))}
          {compared.some(({ row }) => hasMoved(row.change_since_added)) &&
            line(watchList.columnNames.since, ({ row }) => <PriceChange percent={row.change_since_added} />)}
          {compared.some(({ row }) => row.target) &&
            line(watchList.columnNames.target, ({ row }) => (
              <>
                {row.target ? formatMoney(row.target.price, row.target.currency) : "–"}{" "}
                {isAtTarget(row) && <Tag tone="good">{watchList.quick.target}</Tag>}
              </>
            ))}
          {line(compare.shops, ({ row }) => history.shops(row.retailers.length))}
          {usual !== undefined &&
            otherSizes.length > 0 &&
            line(compare.pack, ({ row: { best }, size }) => (
              <>
                {size ? formatSize(size, best?.currency ?? "") : "–"}
                {size && best && <span className="quiet">{formatPerUnit(best, size, usual)}</span>}
              </>
            ))}
        </tbody>
      </table>
      {haveOtherSizes(compared) && <p className="compare-note warn">{product.mergeSizes}</p>}
      {!haveOneCurrency(compared.flatMap(({ row }) => row.best ?? [])) && (
        <p className="compare-note quiet">{product.notCompared}</p>
      )}
    </section>
  );
}

/** A product's picture and title, which opens it, and the button that takes it out. */
function Head({ row, all }: { readonly row: WatchRow; readonly all: readonly Compared[] }) {
  const { product_key: productKey, title } = row;
  const rest = all.map((each) => each.row.product_key).filter((key) => key !== productKey);
  return (
    <th scope="col">
      <span className="compare-head stack tops">
        <ProductImage title={title} category={row.category} source={row.image} />
        <IconButton
          label={texts().compare.leaveOut(title)}
          onClick={() => go({ view: "compare", productKeys: rest }, { isInstead: true })}
          icon={X}
        />
        <button
          type="button"
          className="compare-title from-start breaks"
          onClick={() => go({ view: "product", productKey, from: "watch" })}
        >
          {title}
        </button>
      </span>
    </th>
  );
}

/** The best price of one of the rows over time as a line; while it is out of stock, at its last price. */
export function toLine(
  rows: readonly WatchRow[],
  { product_key: id, currency, points }: Sparkline,
  nowMs: number,
): PriceSeries {
  const drawn: PricePoint[] = [];
  for (const [atMs, price] of [...points, [nowMs, points.at(-1)?.[1] ?? null] as const]) {
    const shown = price ?? drawn.at(-1)?.price;
    if (shown !== undefined) drawn.push({ atMs, price: shown, availability: price === null ? "out" : "in" });
  }
  const label = rows.find((row) => row.product_key === id)?.title ?? "";
  const own = { retailer: "", url: "", seller: null, condition: null, isNew: true };
  return { ...own, id, label, currency, points: drawn };
}

/** One line a product, each with its name; nothing if their currencies differ, or none has a price. */
function CompareChart({ rows }: { readonly rows: readonly WatchRow[] }) {
  const keys = keysOf(rows);
  const { data } = useAnswer("watch.sparklines", { product_keys: keys, days });
  const { series } = usePalette();
  const nowMs = useNow();
  const shown = useMemo(
    () => (data?.lines ?? []).map((line) => toLine(rows, line, nowMs)),
    [rows, data, nowMs],
  );
  const { compare } = texts();
  const colorOf = (id: string) => series[shown.findIndex((line) => line.id === id)] ?? "currentcolor";
  if (data && (shown.length === 0 || !haveOneCurrency(shown))) return null;
  return (
    <Section title={compare.chart}>
      {data ? <Chart shown={shown} colorOf={colorOf} nowMs={nowMs} /> : <Skeleton height={280} />}
      <ul className="compare-legend line wraps" aria-label={compare.chart}>
        {shown.map(({ id, label }) => (
          <li key={id} className="line">
            <span className="swatch" style={{ background: colorOf(id) }} />
            {label}
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface ChartProps {
  readonly shown: readonly PriceSeries[];
  readonly colorOf: (id: string) => string;
  readonly nowMs: number;
}

function Chart({ shown, colorOf, nowMs }: ChartProps) {
  const palette = usePalette();
  const firstMs = minOf(shown.flatMap(({ points }) => points[0]?.atMs ?? [])) ?? nowMs;
  const view = useView("compare", Math.min(firstMs, nowMs - DAY_MS), nowMs);
  const drawing: PriceDrawing = {
    lines: shown.map(({ id, points }) => ({ id, points, color: colorOf(id) })),
    best: [],
    extremes: null,
    usual: null,
    targets: [],
    alerts: [],
    copies: [],
    viewport: view.viewport,
    currency: shown[0]?.currency ?? "USD",
    locale: locale(),
    palette,
    words: { lowest: "", highest: "", outOfStock: "" },
  };
  const props = { lines: { shown, grouping: "offer" as const }, view, drawing, colorOf };
  return (
    <OnFirstUse
      of={historyChart}
      fallback={<Skeleton height={280} />}
      props={{ ...props, summary: texts().compare.chartAbout }}
    />
  );
}
