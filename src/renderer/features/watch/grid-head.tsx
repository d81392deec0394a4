import { ArrowDown, ArrowUp } from "lucide-react";
import type { WatchColumn, WatchSort } from "../../../shared/watch-list-view.js";
import { Checkbox } from "../../components/checkbox.js";
import { GridHeadCell, GridRow } from "../../components/grid.js";
import { classNames } from "../../lib/class-names.js";
import { texts } from "../../lib/texts.js";
import { sortBy, useListView } from "../../stores/watch-view.js";

interface GridHeadProps {
  readonly columns: readonly WatchColumn[];
  readonly all: boolean | "mixed";
  readonly onChooseAll: (isAll: boolean) => void;
}

/** The column heads; each sorts by its column. */
export function GridHead({ columns, all, onChooseAll }: GridHeadProps) {
  return (
    <GridRow className="grid-head" aria-rowindex={1}>
      <GridHeadCell className="cell-choose">
        <Checkbox label={texts().watchList.chooseAll} checked={all} onChange={onChooseAll} />
      </GridHeadCell>
      <HeadCell sort="title" className="cell-title" />
      <GridHeadCell className="cell-tide">{texts().watchList.tide}</GridHeadCell>
      <HeadCell sort="price" className="cell-price" />
      {columns.map((column) =>
        column === "trend" ? (
          <GridHeadCell key={column} className="cell-trend">
            {texts().watchList.columnNames.trend}
          </GridHeadCell>
        ) : (
          <HeadCell key={column} sort={column} className={`cell-${column}`} />
        ),
      )}
      <GridHeadCell className="cell-menu" />
    </GridRow>
  );
}

function HeadCell({ sort, className }: { readonly sort: WatchSort; readonly className: string }) {
  const view = useListView();
  const { watchList } = texts();
  const isSorted = view.sort === sort;
  const Arrow = view.direction === "up" ? ArrowUp : ArrowDown;
  return (
    <GridHeadCell
      className={className}
      aria-sort={isSorted ? (view.direction === "up" ? "ascending" : "descending") : "none"}
    >
      <button
        type="button"
        className={classNames("head-button", isSorted && "is-sorted")}
        title={watchList.columnNotes[sort]}
        onClick={() => sortBy(sort)}
      >
        {watchList.columnNames[sort]}
        {isSorted && <Arrow size={12} aria-hidden="true" />}
      </button>
    </GridHeadCell>
  );
}
