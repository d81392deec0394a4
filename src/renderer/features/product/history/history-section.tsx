import { Image, Sheet, ZoomIn, ZoomOut } from "lucide-react";
import { memo, useMemo, useState } from "react";
import type { ArchivedPrices } from "../../../../shared/app/archive.js";
import { thinHistoryDays } from "../../../../shared/app/limits.js";
import { maxOf, minOf } from "../../../../shared/arrays.js";
import type { Offer } from "../../../../shared/contract/offer.js";
import { DAY_MS } from "../../../../shared/time.js";
import { Button, IconButton } from "../../../components/button.js";
import { Section } from "../../../components/section.js";
import { Segmented } from "../../../components/segmented.js";
import { ErrorNote, Loading, Skeleton } from "../../../components/states.js";
import { formatDate, formatMoney } from "../../../lib/format.js";
import { OnFirstUse, onFirstUse } from "../../../lib/on-first-use.js";
import { useShops } from "../../../lib/shop-name.js";
import { locale, texts } from "../../../lib/texts.js";
import { useNow } from "../../../lib/use-now.js";
import { useAnswer } from "../../../stores/answers.js";
import { usePalette } from "../../../stores/use-palette.js";
import { usePage } from "../page.js";
import { type CountedByOffer, countedByOffer } from "../terms.js";
import { bestPriceOf, findExtremes } from "./best-price.js";
import { BringPrices } from "./bring-prices.js";
import { zoomFactor } from "./chart-input.js";
import { ChartLegend } from "./chart-legend.js";
import { HistoryTable } from "./history-table.js";
import { HistoryOffer, OlderPrices } from "./older-prices.js";

import type { CopyDot, PriceDrawing } from "./price-chart.js";
import { asPaid, findOnlyPrice, type PriceSeries, pointAt, toSeries } from "./price-series.js";
import { saveTable } from "./save-history.js";
import { comparableLines, type Lines, useLines } from "./shown-lines.js";
import {
  dotsInSight,
  type Range,
  rangesFor,
  spanText,
  startOf,
  useView,
  type View,
  zoomCentre,
} from "./view.js";
import "./history-section.css";

/** Loaded lazily: the chart library is a large part of the script, and only this page needs it. */
const historyChart = onFirstUse(async () => (await import("./history-chart.js")).HistoryChart);

type Shape = "chart" | "table";

interface HistorySectionProps {
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

export function HistorySection({ range: usual, onRange, targets }: HistorySectionProps) {
  const { productKey, prices } = usePage();
  const { offers, error, isLoading, retry } = prices.history;
  const [hasChosen, setChosen] = useState(false);
  const [shape, setShape] = useState<Shape>("chart");
  const words = texts().history;
  const shops = useShops();
  const days = prices.statistics.data?.known_days ?? 0;
  const isFresh = days < thinHistoryDays;
  const { firstMs, lastMs } = useMemo(() => boundsOf(offers ?? []), [offers]);
  // The clock ticks every half minute. A newer price is shown before the next tick.
  const nowMs = Math.max(useNow(), lastMs);
  const archived = useAnswer("history.samples", { product_key: productKey }).data;
  const copies = useCopyDots(archived, offers);
  const firstCopyMs = minOf(copies.map(({ atMs }) => atMs));
  const knownDays = Math.max(days, (nowMs - (firstCopyMs ?? nowMs)) / DAY_MS);
  const ranges = rangesFor(knownDays);
  // The days of a new product alone would hide the copies.
  const showsCopies = !hasChosen && firstCopyMs !== null && isFresh;
  const range = (showsCopies ? ranges.at(-1) : null) ?? usual;
  const startMs = startOf(range, knownDays, nowMs, minOf([firstMs, firstCopyMs].flatMap((ms) => ms ?? [])));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lines are labelled with the names of shops
  const series = useMemo(() => toSeries(offers ?? [], startMs, nowMs), [offers, startMs, nowMs, shops]);
  const view = useView(range, startMs, nowMs);
  const hasNoPrice = offers !== null && !isLoading && firstMs === null && days === 0;
  const actions = (
    <>
      {offers && isLoading && (
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
      <EarlierPrices {...{ archived, isFresh, onRange }} />
      {error && <ErrorNote error={error} onRetry={retry} />}
      {series.length > 0 ? (
        <HistoryPanel {...{ series, copies, firstMs, view, shape, targets }} />
      ) : (
        <NoLines hasNoPrice={hasNoPrice} />
      )}
    </Section>
  );
}

interface EarlierPricesProps extends Pick<HistorySectionProps, "onRange"> {
  readonly archived: ArchivedPrices | null;
  readonly isFresh: boolean;
}

/** The ways to earlier prices. They stay as they are while the chart is zoomed. */
const EarlierPrices = memo(function EarlierPrices({ archived, isFresh, onRange }: EarlierPricesProps) {
  return (
    <>
      <HistoryOffer />
      {archived && <OlderPrices archived={archived} isFresh={isFresh} />}
      <p className="history-offer">
        <BringPrices onBrought={() => onRange("all")} />
      </p>
    </>
  );
});

function NoLines({ hasNoPrice }: { readonly hasNoPrice: boolean }) {
  const { offers, error } = usePage().prices.history;
  const words = texts().history;
  if (offers) return <p className="history-none quiet">{hasNoPrice ? words.noneYet : words.none}</p>;
  return error ? null : <Loading label={words.loading} height={376} />;
}

const noDots: readonly CopyDot[] = [];

/** The prices of single days of offers at which they could be bought, in their currency. */
function useCopyDots(archived: ArchivedPrices | null, offers: readonly Offer[] | null): readonly CopyDot[] {
  return useMemo(() => {
    if (!archived || !offers || archived.samples.length === 0) return noDots;
    const shown = new Set(offers.map(({ id }) => id));
    return archived.samples
      .filter(({ offer_id: id, availability }) => shown.has(id) && availability !== "out")
      .map(({ offer_id: offerId, timestamp, price, url }) => ({
        offerId,
        atMs: Date.parse(timestamp),
        price,
        url,
      }));
  }, [archived, offers]);
}

interface Drawn {
  readonly copies: readonly CopyDot[];
  /** The time of the product's first price, which may be before the range. */
  readonly firstMs: number | null;
  readonly view: View;
  readonly targets: readonly number[];
}

interface HistoryPanelProps extends Drawn {
  readonly series: readonly PriceSeries[];
  readonly shape: Shape;
}

/** Chart or table of the same lines and viewport. */
function HistoryPanel({ series, shape, ...drawn }: HistoryPanelProps) {
  const { product, productKey, prices } = usePage();
  const { copies, view } = drawn;
  const [pointedId, setPointedId] = useState<string | null>(null);
  const lines = useLines(series);
  const colorOf = useColors(lines.all);
  const pages = useAnswer("offers.terms", { product_key: productKey }).data?.pages;
  const counted = useMemo(() => countedByOffer(pages ?? []), [pages]);
  const drawing = useDrawing({ ...drawn, lines, counted, colorOf, pointedId });
  const { usual, best, currency, viewport } = drawing;
  const hasAlerts = dotsInSight(drawing.alerts, viewport).length > 0;
  const hasCopies = dotsInSight(drawing.copies, viewport).length > 0;
  // Mostly the same while the chart is zoomed, so that the legend is not rendered again.
  const marks = useMemo(
    () => ({ usual, best, currency, hasAlerts, hasCopies }),
    [usual, best, currency, hasAlerts, hasCopies],
  );
  const isChart = shape === "chart";
  const onlyPrice = isChart && copies.length === 0 && counted.size === 0 ? findOnlyPrice(series) : null;
  if (onlyPrice !== null) {
    const { calm, calmOut } = texts().history;
    const [price, since] = [formatMoney(onlyPrice.price, drawing.currency), formatDate(onlyPrice.sinceMs)];
    return (
      <p className="calm-line stack gap-3 soft">
        <span aria-hidden="true" />
        {(onlyPrice.isOut ? calmOut : calm)(price, since)}
      </p>
    );
  }
  // Redrawn in a fixed size and resolution, whatever the window's.
  const savePicture = async () => {
    const { savePictureCard } = await import("./picture-card.js");
    await savePictureCard({ product, statistics: prices.statistics.data, lines, drawing });
  };
  return (
    <>
      <Toolbar
        lines={lines}
        view={view}
        onSaveTable={() => saveTable(product.title, lines.offers, view.viewport)}
        onSavePicture={isChart ? () => void savePicture() : null}
      />
      {isChart && (
        <OnFirstUse
          of={historyChart}
          fallback={<Skeleton height={300} />}
          props={{ lines, view, drawing, colorOf }}
        />
      )}
      <ChartLegend {...{ lines, colorOf }} marks={isChart ? marks : null} onPoint={setPointedId} />
      {!isChart && <HistoryTable {...{ series, lines, view }} />}
    </>
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

interface LinesDrawn extends Drawn {
  readonly lines: Lines;
  readonly counted: CountedByOffer;
  readonly colorOf: (id: string) => string;
  readonly pointedId: string | null;
}

/** Computes the best price once per selection, not per movement of the viewport. */
function useDrawing(drawn: LinesDrawn): PriceDrawing {
  const { lines, counted, copies: all, firstMs, view, targets, colorOf, pointedId } = drawn;
  const { productKey, prices } = usePage();
  const usual = prices.statistics.data?.year?.usual ?? null;
  const palette = usePalette();
  const { viewport } = view;
  const { shown, offers } = lines;
  const currency = lines.all[0]?.currency ?? "USD";
  const best = useMemo(
    () => bestPriceOf(asPaid(comparableLines(offers), counted), firstMs ?? undefined),
    [offers, counted, firstMs],
  );
  const extremes = useMemo(() => findExtremes(best, viewport), [best, viewport]);
  const drawnLines = useMemo(() => {
    // A single line is the best price itself, unless the shopper pays another one.
    if (shown.length === 1 && counted.size === 0) return [];
    const comparable = new Set(comparableLines(shown));
    return shown.map((line) => {
      const stands = line.id === pointedId || !comparable.has(line);
      return { id: line.id, points: line.points, color: stands ? colorOf(line.id) : null };
    });
  }, [shown, counted, colorOf, pointedId]);
  const copies = useMemo(
    () => all.filter(({ offerId }) => offers.some(({ id }) => id === offerId)),
    [all, offers],
  );
  const entries = useAnswer("alerts.of_product", { product_key: productKey }).data?.entries;
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
      palette,
      locale: locale(),
      words: {
        lowest: words.lowest(money(extremes?.lowest.price)),
        highest: words.highest(money(extremes?.highest.price)),
        outOfStock: words.outOfStock,
      },
    };
  }, [drawnLines, best, extremes, usual, targets, alerts, copies, viewport, currency, palette]);
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
    <div className="history-toolbar line wraps gap-1 soft">
      <p role="status" aria-label={words.timeShown}>
        {spanText(view.viewport)}
      </p>
      <span className="line gap-1">
        <IconButton label={words.zoomIn} icon={ZoomIn} onClick={() => zoom(zoomFactor)} />
        <IconButton
          label={words.zoomOut}
          icon={ZoomOut}
          disabled={!view.isZoomed}
          onClick={() => zoom(1 / zoomFactor)}
        />
      </span>
      {view.isZoomed && (
        <Button variant="quiet" onClick={view.reset}>
          {words.resetZoom}
        </Button>
      )}
      {onSavePicture && !view.isZoomed && <span className="history-hint small quiet">{words.hint}</span>}
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
        <IconButton label={words.saveTable} icon={Sheet} onClick={onSaveTable} />
        {onSavePicture && <IconButton label={words.savePicture} icon={Image} onClick={onSavePicture} />}
      </span>
    </div>
  );
}
