import { SlidersHorizontal } from "lucide-react";
import { watchColumns, watchSorts } from "../../../shared/watch-list-view.js";
import { IconButton } from "../../components/button.js";
import { Popover } from "../../components/popover.js";
import { texts } from "../../lib/texts.js";
import { sortBy, toggleColumn, useListView } from "../../stores/watch-view.js";

/** Which columns are shown, and by what is sorted: also where there is no room for a column's head. */
export function ListOptions() {
  const { columns, sort, direction } = useListView();
  const { watchList } = texts();
  const trigger = (
    <IconButton label={watchList.columns}>
      <SlidersHorizontal size={16} aria-hidden="true" />
    </IconButton>
  );
  return (
    <Popover label={watchList.columns} trigger={trigger}>
      {() => (
        <>
          <fieldset className="form-group">
            <legend>{watchList.columns}</legend>
            {watchColumns.map((column) => (
              <label key={column} className="form-check">
                <input
                  type="checkbox"
                  checked={columns.includes(column)}
                  onChange={() => toggleColumn(column)}
                />
                {watchList.columnNotes[column]}
              </label>
            ))}
          </fieldset>
          <fieldset className="form-group">
            <legend>{watchList.sort}</legend>
            {watchSorts.map((each) => (
              <label key={each} className="form-check">
                <input
                  type="radio"
                  name="watch-sort"
                  checked={sort === each}
                  onChange={() => sortBy(each)}
                  onClick={() => sort === each && sortBy(each)}
                />
                {watchList.columnNotes[each]}
                {sort === each && (
                  <span className="quiet">
                    {direction === "up" ? watchList.sortedUp : watchList.sortedDown}
                  </span>
                )}
              </label>
            ))}
          </fieldset>
        </>
      )}
    </Popover>
  );
}
