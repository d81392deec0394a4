import { Image, Sheet, ZoomIn, ZoomOut } from "lucide-react";
import { useMemo, useState } from "react";
import type { ArchivedPrices } from "../../../../shared/app/archive.js";
import { thinHistoryDays } from "../../../../shared/app/limits.js";
import type { PriceStatistics } from "../../../../shared/app/statistics.js";
import type { Offer } from "../../../../shared/contract/offer.js";
import type { Product } from "../../../../shared/contract/product.js";
import { maxOf, minOf } from "../../../../shared/extremes.js";
import { DAY_MS } from "../../../../shared/time.js";
import { Button, IconButton } from "../../../components/button.js";
import { ErrorNote } from "../../../components/error-note.js";
import { Section } from "../../../components/section.js";
import { Segmented } from "../../../components/segmented.js";
import { Skeleton } from "../../../components/skeleton.js";
import { formatDate, formatMoney } from "../../../lib/format.js";
import { OnFirstUse, onFirstUse } from "../../../lib/on-first-use.js";
import { useShops } from "../../../lib/shop-name.js";
import { locale, texts } from "../../../lib/texts.js";
import { useNow } from "../../../lib/use-now.js";
import { useAnswer } from "../../../stores/answers.js";
import { usePalette } from "../../../stores/use-palette.js";
import { type CountedByOffer, countedByOffer } from "../terms.js";
import type { History } from "../use-prices.js";
import { bestPriceOf, findExtremes } from "./best-price.js";
import { BringPrices } from "./bring-prices.js";
import { zoomFactor } from "./chart-input.js";
import { ChartLegend } from "./chart-legend.js";
import { HistoryOffer } from "./history-offer.js";
import { HistoryTable } from "./history-table.js";
import { OlderPrices } from "./older-prices.js";
import type { CopyDot, PriceDrawing } from "./price-chart.js";
import { asPaid, findOnlyPrice, type PriceSeries, pointAt, toSeries } from "./price-series.js";
import { saveTable } from "./save-history.js";
import { type Lines, useLines } from "./shown-lines.js";
import { type Range, rangesFor, spanText, startOf, useView, type View, zoomCentre } from "./view.js";
import "./history-section.css";

/** Loaded lazily: the chart library is a large part of the script, and only this page needs it. */
const historyChart = onFirstUse(async () => (await import("./history-chart.js")).HistoryChart);

type Shape = "chart" | "table";

interface HistorySectionProps {
  readonly product: Product;
  readonly history: History;
  readonly statistics: PriceStatistics | null;
  readonly range: Range;
  readonly onRange: (range: Range) => void;
  /** The product's enabled target prices. */
  readonly targets: readonly number[];
}

/** The times of the first and the last price of all offers; histories are in time order. */
function boundsOf(offers: readonly Offer[]): { readonly firstMs: number | null; readonly lastMs: number } {
  const ends = offers.flatMap(({ history }) => [history[0], history.at(-1)]);
  const times = ends.flatMap((point) => (point ? Date.parse(point.timestamp) : []));
  return { firstMs: minOf(times), lastMs: maxOf(times) ?? 0 };
}

export function HistorySection(props: HistorySectionProps) {
  const { history, statistics, onRange } = props;
  const [hasChosen, setChosen] = useState(false);
  const [shape, setShape] = useState<Shape>("chart");
  const words = texts().history;
  const shops = useShops();
  const daysOfHistory = statistics?.days_of_history ?? 0;
  const { firstMs, lastMs } = useMemo(() => boundsOf(history.offers ?? []), [history.offers]);
  // The clock ticks every half minute. A newer price is shown before the next tick.
  const nowMs = Math.max(useNow(), lastMs);
  const archived = useAnswer("history.samples", { product_key: props.product.service }).data;
  const copies = useCopyDots(archived, history.offers);
  const { ranges, range, startMs } = spanWithCopies(copies, {
    ...{ range: hasChosen ? props.range : null, usual: props.range, daysOfHistory, nowMs, firstMs },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lines are labelled with the names of shops
  const series = useMemo(
    () => toSeries(history.offers ?? [], startMs, nowMs),
    [history.offers, startMs, nowMs, shops],
  );
  const view = useView(range, startMs, nowMs);
  const hasNoPrice = history.offers !== null && !history.isLoading && firstMs === null && daysOfHistory === 0;
  const actions = (
    <>
      {history.offers && history.isLoading && (
        <span className="quiet" role="status">
          {words.loadingOlder}
        </span>
      )}
      {ranges.length > 1 && (
        <Segmented
          label={words.range}
          segments={ranges.map((value) => ({
            value,
            label: words.ranges[value],
            tip: words.rangeTips[value],
          }))}
          value={view.isZoomed ? null : range}
          onChange={(next) => {
            view.reset();
            setChosen(true);
            onRange(next);
          }}
        />
      )}
      {!hasNoPrice && (
        <Segmented
          label={words.showAs}
          segments={[
            { value: "chart", label: words.chart },
            { value: "table", label: words.table },
          ]}
          value={shape}
          onChange={setShape}
        />
      )}
    </>
  );
  return (
    <Section title={words.title} actions={actions}>
      <HistoryOffer productKey={props.product.service} />
      {archived && (
        <OlderPrices
          productKey={props.product.service}
          archived={archived}
          isFresh={daysOfHistory < thinHistoryDays}
        />
      )}
      <BringPrices productKey={props.product.service} offers={history.offers} statistics={statistics} />
      {history.error && <ErrorNote error={history.error} onRetry={history.retry} />}
      {!history.offers && !history.error && (
        <div role="status" aria-label={words.loading}>
          <Skeleton height={376} />
        </div>
      )}
      {history.offers && series.length === 0 && (
        <p className="history-none quiet">{hasNoPrice ? words.noneYet : words.none}</p>
      )}
      {history.offers && series.length > 0 && (
        <HistoryPanel
          {...props}
          series={series}
          copies={copies}
          firstMs={firstMs}
          view={view}
          shape={shape}
        />
      )}
    </Section>
  );
}

interface Span {
  /** Null unless the shopper has chosen one. */
  readonly range: Range | null;
  readonly usual: Range;
  readonly daysOfHistory: number;
  readonly nowMs: number;
  readonly firstMs: number | null;
}

/** The ranges to choose from, and the shown one with its start: the days of a new product alone would hide the copies. */
function spanWithCopies(
  copies: readonly OfferDot[],
  { range: chosen, usual, daysOfHistory, nowMs, firstMs }: Span,
) {
  const firstCopyMs = minOf(copies.map(({ atMs }) => atMs));
  const days = firstCopyMs === null ? daysOfHistory : Math.max(daysOfHistory, (nowMs - firstCopyMs) / DAY_MS);
  const ranges = rangesFor(days);
  const isHidden = firstCopyMs !== null && daysOfHistory < thinHistoryDays;
  const range = chosen ?? (isHidden ? ranges.at(-1) : null) ?? usual;
  const knownMs = minOf([firstMs, firstCopyMs].filter((ms) => ms !== null));
  return { ranges, range, startMs: startOf(range, days, nowMs, knownMs) };
}

interface OfferDot extends CopyDot {
  readonly offerId: string;
}

const noDots: readonly OfferDot[] = [];

/** The archived prices of offers at which they could be bought, in their currency. */
function useCopyDots(archived: ArchivedPrices | null, offers: readonly Offer[] | null): readonly OfferDot[] {
  return useMemo(() => {
    if (!archived || !offers || archived.samples.length === 0) return noDots;
    const shown = new Set(offers.map(({ id }) => id));
    return archived.samples
      .filter(({ offer_id: id, availability }) => shown.has(id) && availability !== "out")
      .map(({ offer_id: offerId, timestamp, price, url }) => ({
        ...{ offerId, atMs: Date.parse(timestamp), price, url },
      }));
  }, [archived, offers]);
}

interface HistoryPanelProps extends HistorySectionProps {
  readonly series: readonly PriceSeries[];
  readonly copies: readonly OfferDot[];
  /** The time of the product's first price, which may be before the range. */
  readonly firstMs: number | null;
  readonly view: View;
  readonly shape: Shape;
}

/** Chart or table of the same lines and viewport. */
function HistoryPanel(props: HistoryPanelProps) {
  const { product, statistics, series, copies, firstMs, view, targets, shape } = props;
  const [pointedId, setPointedId] = useState<string | null>(null);
  const lines = useLines(series);
  const colorOf = useColors(lines.all);
  const usual = statistics?.year?.usual ?? null;
  const pages = useAnswer("offers.terms", { product_key: product.service }).data?.pages;
  const counted = useMemo(() => countedByOffer(pages ?? []), [pages]);
  const drawing = useDrawing({
    product,
    lines,
    counted,
    copies,
    firstMs,
    view,
    targets,
    usual,
    colorOf,
    pointedId,
  });
  const isChart = shape === "chart";
  const isCalm = isChart && copies.length === 0 && counted.size === 0;
  const onlyPrice = isCalm ? findOnlyPrice(series) : null;
  return (
    <>
      {onlyPrice === null && (
        <Toolbar
          lines={lines}
          view={view}
          onSaveTable={() => saveTable(product.title, lines.offers, view.viewport)}
          onSavePicture={isChart ? () => void savePicture(product, statistics, lines, drawing) : null}
        />
      )}
      {onlyPrice !== null ? (
        <CalmLine
          price={formatMoney(onlyPrice.price, drawing.currency)}
          isOut={onlyPrice.isOut}
          since={formatDate(onlyPrice.sinceMs)}
        />
      ) : (
        isChart && (
          <OnFirstUse
            of={historyChart}
            fallback={<Skeleton height={300} />}
            props={{ lines, view, drawing, colorOf }}
          />
        )
      )}
      {onlyPrice === null && (
        <ChartLegend
          lines={lines}
          colorOf={colorOf}
          marks={isChart ? drawing : null}
          onPoint={setPointedId}
        />
      )}
      {!isChart && <HistoryTable productKey={product.service} series={series} lines={lines} view={view} />}
    </>
  );
}

interface CalmLineProps {
  readonly price: string;
  readonly isOut: boolean;
  readonly since: string;
}

function CalmLine({ price, isOut, since }: CalmLineProps) {
  const { history } = texts();
  return (
    <p className="calm-line">
      <span aria-hidden="true" />
      {isOut ? history.calmOut(price, since) : history.calm(price, since)}
    </p>
  );
}

/** A line keeps its colour when others are hidden. */
function useColors(all: readonly PriceSeries[]): (id: string) => string {
  const { series, text } = usePalette();
  return useMemo(() => {
    // The first colour belongs to the best price.
    const own = series.slice(1);
    const byId = new Map(all.map(({ id }, index) => [id, own[index % own.length] ?? text]));
    return (id) => byId.get(id) ?? text;
  }, [all, series, text]);
}

interface Drawn {
  readonly product: Product;
  readonly lines: Lines;
  readonly counted: CountedByOffer;
  readonly copies: readonly OfferDot[];
  readonly firstMs: number | null;
  readonly view: View;
  readonly targets: readonly number[];
  readonly usual: PriceDrawing["usual"];
  readonly colorOf: (id: string) => string;
  readonly pointedId: string | null;
}

/** Computes the best price once per selection, not per movement of the viewport. */
function useDrawing({
  product,
  lines,
  counted,
  copies: all,
  firstMs,
  view,
  targets,
  usual,
  colorOf,
  pointedId,
}: Drawn): PriceDrawing {
  const palette = usePalette();
  const { viewport } = view;
  const { shown, offers } = lines;
  const currency = lines.all[0]?.currency ?? "USD";
  const best = useMemo(
    () => bestPriceOf(asPaid(offers, counted), firstMs ?? undefined),
    [offers, counted, firstMs],
  );
  const extremes = useMemo(() => findExtremes(best, viewport), [best, viewport]);
  const drawnLines = useMemo(
    () =>
      // A single line is the best price itself, unless the shopper pays another one.
      shown.length === 1 && counted.size === 0
        ? []
        : shown.map(({ id, points }) => ({ id, points, color: id === pointedId ? colorOf(id) : null })),
    [shown, counted, colorOf, pointedId],
  );
  const copies = useMemo(
    () => all.filter(({ offerId }) => offers.some(({ id }) => id === offerId)),
    [all, offers],
  );
  const entries = useAnswer("alerts.of_product", { product_key: product.service }).data?.entries;
  const alerts = useMemo(() => {
    const times = (entries ?? []).map(({ received_at }) => Date.parse(received_at));
    return times.flatMap((atMs) => {
      const point = pointAt(best, atMs);
      return point ? [{ atMs, price: point.price }] : [];
    });
  }, [entries, best]);
  return useMemo(() => {
    const words = texts().history;
    const money = (price: number | undefined) => (price === undefined ? "" : formatMoney(price, currency));
    return {
      lines: drawnLines,
      best,
      extremes,
      usual,
      targets,
      alerts,
      copies,
      viewport,
      currency,
      locale: locale(),
      palette,
      words: {
        lowest: words.lowest(money(extremes?.lowest.price)),
        highest: words.highest(money(extremes?.highest.price)),
        outOfStock: words.outOfStock,
      },
    };
  }, [drawnLines, best, extremes, usual, targets, alerts, copies, viewport, currency, palette]);
}

/** Redrawn in a fixed size and resolution, whatever the window's. */
async function savePicture(
  product: Product,
  statistics: PriceStatistics | null,
  lines: Lines,
  drawing: PriceDrawing,
): Promise<void> {
  const { savePictureCard } = await import("./picture-card.js");
  await savePictureCard({ product, statistics, lines, drawing });
}

interface ToolbarProps {
  readonly lines: Lines;
  readonly view: View;
  readonly onSaveTable: () => void;
  /** Null without a chart. */
  readonly onSavePicture: (() => void) | null;
}

/** The shown time span in words, with zoom buttons for readers without a wheel. */
function Toolbar({ lines, view, onSaveTable, onSavePicture }: ToolbarProps) {
  const words = texts().history;
  const zoom = (factor: number) => view.zoom(factor, zoomCentre(view));
  return (
    <div className="history-toolbar line wraps gap-1">
      <p role="status" aria-label={words.timeShown}>
        {spanText(view.viewport)}
      </p>
      <IconButton label={words.zoomIn} onClick={() => zoom(zoomFactor)} icon={ZoomIn} />
      <IconButton
        label={words.zoomOut}
        disabled={!view.isZoomed}
        onClick={() => zoom(1 / zoomFactor)}
        icon={ZoomOut}
      />
      {view.isZoomed && (
        <Button variant="quiet" onClick={view.reset}>
          {words.resetZoom}
        </Button>
      )}
      {onSavePicture && !view.isZoomed && <span className="history-hint quiet">{words.hint}</span>}
      <span className="line gap-1 push">
        {lines.canGroup && (
          <Segmented
            label={words.lines}
            segments={[
              { value: "shop", label: words.byShop, tip: words.byShopTip },
              { value: "offer", label: words.byOffer, tip: words.byOfferTip },
            ]}
            value={lines.grouping}
            onChange={lines.onGrouping}
          />
        )}
        <IconButton label={words.saveTable} onClick={onSaveTable} icon={Sheet} />
        {onSavePicture && <IconButton label={words.savePicture} onClick={onSavePicture} icon={Image} />}
      </span>
    </div>
  );
}
