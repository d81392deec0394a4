import { Image, Sheet, ZoomIn, ZoomOut } from "lucide-react";
import { Button, IconButton } from "../../../components/button.js";
import { Segmented } from "../../../components/segmented.js";
import { texts } from "../../../lib/texts.js";
import { zoomFactor } from "./chart-keys.js";
import { spanText } from "./span-text.js";
import type { Lines } from "./use-lines.js";
import type { View } from "./use-view.js";

interface HistoryToolbarProps {
  readonly lines: Lines;
  readonly view: View;
  readonly onSaveTable: () => void;
  /** Null where no chart is shown. */
  readonly onSavePicture: (() => void) | null;
}

/** Which time is shown, in words, and what can be done about it without a wheel. */
export function HistoryToolbar({ lines, view, onSaveTable, onSavePicture }: HistoryToolbarProps) {
  const words = texts().history;
  return (
    <div className="history-toolbar">
      <p role="status" aria-label={words.timeShown}>
        {spanText(view.viewport)}
      </p>
      <ZoomButtons view={view} />
      {onSavePicture && !view.isZoomed && <span className="history-hint quiet">{words.hint}</span>}
      <span className="history-toolbar-end">
        {lines.canGroup && <GroupingChoice lines={lines} />}
        <IconButton label={words.saveTable} onClick={onSaveTable}>
          <Sheet size={16} aria-hidden="true" />
        </IconButton>
        {onSavePicture && (
          <IconButton label={words.savePicture} onClick={onSavePicture}>
            <Image size={16} aria-hidden="true" />
          </IconButton>
        )}
      </span>
    </div>
  );
}

function ZoomButtons({ view }: { readonly view: View }) {
  const words = texts().history;
  const { startMs, endMs } = view.viewport;
  const zoom = (factor: number) => view.zoom(factor, (startMs + endMs) / 2);
  return (
    <>
      <IconButton label={words.zoomIn} onClick={() => zoom(zoomFactor)}>
        <ZoomIn size={16} aria-hidden="true" />
      </IconButton>
      <IconButton label={words.zoomOut} disabled={!view.isZoomed} onClick={() => zoom(1 / zoomFactor)}>
        <ZoomOut size={16} aria-hidden="true" />
      </IconButton>
      {view.isZoomed && (
        <Button variant="quiet" onClick={view.reset}>
          {words.resetZoom}
        </Button>
      )}
    </>
  );
}

function GroupingChoice({ lines }: { readonly lines: Lines }) {
  const words = texts().history;
  const segments = [
    { value: "shop", label: words.byShop, tip: words.byShopTip },
    { value: "offer", label: words.byOffer, tip: words.byOfferTip },
  ] as const;
  return (
    <Segmented label={words.lines} segments={segments} value={lines.grouping} onChange={lines.onGrouping} />
  );
}
