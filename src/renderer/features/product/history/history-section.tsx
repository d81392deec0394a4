import { lazy, Suspense, useMemo, useState } from "react";
import { ErrorNote } from "../../../components/error-note.js";
import { Section } from "../../../components/section.js";
import { Segmented } from "../../../components/segmented.js";
import { Skeleton } from "../../../components/skeleton.js";
import { useNow } from "../../../lib/use-now.js";
import type { History } from "../use-history.js";
import { HistoryTable } from "./history-table.js";
import { daysOf, type Range, rangeDays } from "./history-window.js";
import { toSeries } from "./price-series.js";
import "./history-section.css";

/** The chart library is half of the window's script, and only this page needs it. */
const HistoryChart = lazy(async () => ({ default: (await import("./history-chart.js")).HistoryChart }));

const DAY_MS = 86_400_000;

interface HistorySectionProps {
  readonly service: string;
  readonly history: History;
  readonly range: Range;
  readonly onRange: (range: Range) => void;
  readonly daysOfHistory: number;
  /** Prices that the shopper waits for. */
  readonly targets: readonly number[];
}

const ranges = [
  { value: "30d", label: "30 d", tip: "The last 30 days" },
  { value: "90d", label: "90 d", tip: "The last 90 days" },
  { value: "1y", label: "1 y", tip: "The last 365 days" },
] as const;

const shapes = [
  { value: "chart", label: "Chart" },
  { value: "table", label: "Table" },
] as const;
type Shape = (typeof shapes)[number]["value"];

export function HistorySection({
  service,
  history,
  range,
  onRange,
  daysOfHistory,
  targets,
}: HistorySectionProps) {
  const [shape, setShape] = useState<Shape>("chart");
  const nowMs = useNow();
  const startMs = nowMs - daysOf(range, daysOfHistory) * DAY_MS;
  const series = useMemo(
    () => toSeries(history.offers ?? [], startMs, nowMs),
    [history.offers, startMs, nowMs],
  );
  const offered =
    daysOfHistory > rangeDays["1y"]
      ? [...ranges, { value: "all", label: "All", tip: "Everything that is known" } as const]
      : ranges;
  const actions = (
    <>
      {history.offers && history.isLoading && (
        <span className="quiet" role="status">
          Loading older prices…
        </span>
      )}
      <Segmented label="Range" segments={offered} value={range} onChange={onRange} />
      <Segmented label="Show as" segments={shapes} value={shape} onChange={setShape} />
    </>
  );
  return (
    <Section title="Price history" actions={actions}>
      {history.error && <ErrorNote error={history.error} onRetry={history.retry} />}
      {!history.offers && !history.error && (
        <div role="status" aria-label="Loading price history">
          <Skeleton height={328} />
        </div>
      )}
      {history.offers && series.length === 0 && (
        <p className="history-none quiet">No price was recorded in this range.</p>
      )}
      {history.offers && series.length > 0 && shape === "table" && (
        <HistoryTable service={service} series={series} startMs={startMs} />
      )}
      {history.offers && series.length > 0 && shape === "chart" && (
        <Suspense fallback={<Skeleton height={328} />}>
          <HistoryChart series={series} startMs={startMs} nowMs={nowMs} targets={targets} />
        </Suspense>
      )}
    </Section>
  );
}
