import { useMemo, useState } from "react";
import type { Offer } from "../../../../shared/contract/offer.js";
import { ErrorNote } from "../../../components/error-note.js";
import { Section } from "../../../components/section.js";
import { Segmented } from "../../../components/segmented.js";
import { Skeleton } from "../../../components/skeleton.js";
import { texts } from "../../../lib/texts.js";
import { useNow } from "../../../lib/use-now.js";
import type { History } from "../use-history.js";
import { HistoryPanel, type Shape } from "./history-panel.js";
import { type Range, rangeDays, startOf } from "./history-window.js";
import { toSeries } from "./price-series.js";
import "./history-section.css";

interface HistorySectionProps {
  readonly productKey: string;
  readonly history: History;
  readonly range: Range;
  readonly onRange: (range: Range) => void;
  readonly daysOfHistory: number;
  /** Prices that the shopper waits for. */
  readonly targets: readonly number[];
}

export function HistorySection({
  productKey,
  history,
  range,
  onRange,
  daysOfHistory,
  targets,
}: HistorySectionProps) {
  const [shape, setShape] = useState<Shape>("chart");
  const words = texts().history;
  const nowMs = useNow();
  const firstMs = useMemo(() => firstOf(history.offers ?? []), [history.offers]);
  const startMs = startOf(range, daysOfHistory, nowMs, firstMs);
  const series = useMemo(
    () => toSeries(history.offers ?? [], startMs, nowMs),
    [history.offers, startMs, nowMs],
  );
  const shapes = [
    { value: "chart", label: words.chart },
    { value: "table", label: words.table },
  ] as const;
  const actions = (
    <>
      {history.offers && history.isLoading && (
        <span className="quiet" role="status">
          {words.loadingOlder}
        </span>
      )}
      <Segmented label={words.range} segments={rangesFor(daysOfHistory)} value={range} onChange={onRange} />
      <Segmented label={words.showAs} segments={shapes} value={shape} onChange={setShape} />
    </>
  );
  return (
    <Section title={words.title} actions={actions}>
      {history.error && <ErrorNote error={history.error} onRetry={history.retry} />}
      {!history.offers && !history.error && (
        <div role="status" aria-label={words.loading}>
          <Skeleton height={376} />
        </div>
      )}
      {history.offers && series.length === 0 && <p className="history-none quiet">{words.none}</p>}
      {history.offers && series.length > 0 && (
        <HistoryPanel {...{ productKey, series, range, startMs, nowMs, targets, shape }} />
      )}
    </Section>
  );
}

/** The first price of any offer; histories are in their order. */
function firstOf(offers: readonly Offer[]): number | null {
  const starts = offers.flatMap(({ history: [first] }) => (first ? Date.parse(first.timestamp) : []));
  return starts.length === 0 ? null : Math.min(...starts);
}

/** All is offered where it is more than a year. */
function rangesFor(daysOfHistory: number) {
  const { ranges, rangeTips } = texts().history;
  const values: readonly Range[] = [
    "30d",
    "90d",
    "1y",
    ...(daysOfHistory > rangeDays["1y"] ? ["all" as const] : []),
  ];
  return values.map((value) => ({ value, label: ranges[value], tip: rangeTips[value] }));
}
