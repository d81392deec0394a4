import { lazy, Suspense, useState } from "react";
import { Skeleton } from "../../../components/skeleton.js";
import { useProducts } from "../../../stores/products.js";
import { ChartLegend } from "./chart-legend.js";
import { useChartPalette } from "./chart-palette.js";
import { HistoryTable } from "./history-table.js";
import { HistoryToolbar } from "./history-toolbar.js";
import type { Range } from "./history-window.js";
import type { PriceSeries } from "./price-series.js";
import { savePicture, saveTable } from "./save-history.js";
import { useDrawing } from "./use-drawing.js";
import { useLineStyles } from "./use-line-styles.js";
import { useLines } from "./use-lines.js";
import { useView } from "./use-view.js";

/** The chart library is a good part of the window's script, and only this page needs it. */
const HistoryChart = lazy(async () => ({ default: (await import("./history-chart.js")).HistoryChart }));

export type Shape = "chart" | "table";

interface HistoryPanelProps {
  readonly productKey: string;
  readonly series: readonly PriceSeries[];
  readonly range: Range;
  readonly startMs: number;
  readonly nowMs: number;
  readonly targets: readonly number[];
  readonly shape: Shape;
}

/** Chart or table of the same lines over the same time; which ones and when is chosen here for both. */
export function HistoryPanel({
  productKey,
  series,
  range,
  startMs,
  nowMs,
  targets,
  shape,
}: HistoryPanelProps) {
  const [pointedId, setPointedId] = useState<string | null>(null);
  const title = useProducts((state) => state.byKey[productKey]?.title) ?? "";
  const lines = useLines(series);
  const view = useView(range, startMs, nowMs);
  const palette = useChartPalette();
  const styleOf = useLineStyles(lines.all, palette);
  const drawing = useDrawing({ lines, view, targets, palette, styleOf, pointedId });
  const isChart = shape === "chart";
  return (
    <>
      <HistoryToolbar
        lines={lines}
        view={view}
        onSaveTable={() => saveTable(title, lines, drawing)}
        onSavePicture={isChart ? () => void savePicture(title, lines, drawing) : null}
      />
      {isChart && (
        <Suspense fallback={<Skeleton height={300} />}>
          <HistoryChart lines={lines} view={view} drawing={drawing} styleOf={styleOf} />
        </Suspense>
      )}
      <ChartLegend lines={lines} styleOf={styleOf} isKeyShown={isChart} onPoint={setPointedId} />
      {!isChart && <HistoryTable productKey={productKey} series={series} lines={lines} view={view} />}
    </>
  );
}
