import { Download, SlidersHorizontal } from "lucide-react";
import { watchColumns, watchSorts } from "../../../shared/watch-list-view.js";
import { Button, IconButton } from "../../components/button.js";
import { CheckField } from "../../components/fields.js";
import { Popover } from "../../components/popover.js";
import { texts } from "../../lib/texts.js";
import { saveWatchList } from "../../lib/watch/watch-csv.js";
import type { WatchItem } from "../../lib/watch/watch-item.js";
import { sortBy, toggleColumn, useListView } from "../../stores/watch-view.js";
import { orderOf } from "./sorting.js";

interface ListOptionsProps {
  /** The rows that match the filter, in the order of the list. */
  readonly shown: readonly WatchItem[];
}

/** Columns, order and export of the list. */
export function ListOptions({ shown }: ListOptionsProps) {
  const { columns, sort, direction } = useListView();
  const { history, watchList, deals } = texts();
  const trigger = <IconButton label={watchList.columns} icon={SlidersHorizontal} />;
  return (
    <Popover label={watchList.columns} trigger={trigger}>
      {(close) => (
        <>
          <fieldset className="form-group stack">
            <legend>{watchList.columns}</legend>
            {watchColumns.map((column) => (
              <CheckField
                key={column}
                checked={columns.includes(column)}
                onChange={() => toggleColumn(column)}
              >
                {watchList.columnNotes[column]}
              </CheckField>
            ))}
          </fieldset>
          <fieldset className="form-group stack">
            <legend>{deals.sortBy}</legend>
            {watchSorts.map((each) => (
              <CheckField
                key={each}
                type="radio"
                name="watch-sort"
                checked={sort === each}
                onChange={() => sortBy(each, orderOf(each).first)}
                onClick={() => sort === each && sortBy(each, orderOf(each).first)}
              >
                {watchList.columnNotes[each]}
                {sort === each && each !== "attention" && (
                  <span className="quiet">
                    {direction === "up" ? watchList.sortedUp : watchList.sortedDown}
                  </span>
                )}
              </CheckField>
            ))}
          </fieldset>
          <Button
            icon={Download}
            onClick={() => {
              saveWatchList(shown.map(({ row }) => row));
              close();
            }}
          >
            {history.saveTable}
          </Button>
        </>
      )}
    </Popover>
  );
}
