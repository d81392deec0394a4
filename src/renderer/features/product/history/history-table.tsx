import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { Button } from "../../../components/button.js";
import { texts } from "../../../lib/texts.js";
import { type EditedPoint, EditPointDialog } from "../edit-point-dialog.js";
import { HandEdits } from "../hand-edits.js";
import { toChangeRows } from "./change-rows.js";
import { ChangeTable } from "./change-table.js";
import type { PriceSeries } from "./price-series.js";
import type { Lines } from "./use-lines.js";
import type { View } from "./use-view.js";

const newPoint = { atMs: null, price: null, availability: null };

interface HistoryTableProps {
  readonly productKey: string;
  /** All offers, shown or not: to each a price can be added. */
  readonly series: readonly PriceSeries[];
  readonly lines: Lines;
  readonly view: View;
}

/** The chart's data, readable: every change of every offer that is shown, in the time that is shown. */
export function HistoryTable({ series, lines, view, productKey }: HistoryTableProps) {
  const [edited, setEdited] = useState<EditedPoint | null>(null);
  const rows = useMemo(() => toChangeRows(lines.offers, view.viewport), [lines.offers, view.viewport]);
  const offers = series.map(({ id, label, currency }) => ({ id, label, currency }));
  const first = offers[0];
  return (
    <>
      {first && (
        <div className="history-table-top">
          <Button
            icon={<Plus size={14} aria-hidden="true" />}
            onClick={() => setEdited({ ...newPoint, offerId: first.id, ...first })}
          >
            {texts().history.addPrice}
          </Button>
        </div>
      )}
      {rows.length === 0 ? (
        <p className="history-none quiet">{texts().history.allHidden}</p>
      ) : (
        <ChangeTable rows={rows} startMs={view.bounds.startMs} onEdit={setEdited} />
      )}
      <HandEdits productKey={productKey} />
      {edited && <EditPointDialog point={edited} offers={offers} onClose={() => setEdited(null)} />}
    </>
  );
}
