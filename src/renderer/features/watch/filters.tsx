import { Bookmark, Tags, X } from "lucide-react";
import { type FormEvent, useMemo, useState } from "react";
import type { SavedFilter } from "../../../shared/watch-list-view.js";
import { Button } from "../../components/button.js";
import { CheckField, TextField, withOrWithout } from "../../components/fields.js";
import { Popover } from "../../components/popover.js";
import { classNames } from "../../lib/class-names.js";
import { formatCount } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { tagCounts } from "../../lib/watch/watch-filter.js";
import type { WatchItem } from "../../lib/watch/watch-item.js";
import {
  filterBy,
  removeSavedFilter,
  saveFilter,
  useListView,
  useWatchView,
} from "../../stores/watch-view.js";

function isSame(one: SavedFilter["filter"], other: SavedFilter["filter"]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Named filters of the shopper. */
export function SavedFilters() {
  const { saved } = useListView();
  const filter = useWatchView((state) => state.filter);
  const { watchList } = texts();
  if (saved.length === 0) return null;
  return (
    <ul className="chips line wraps gap-1" aria-label={watchList.savedFilters}>
      {saved.map((each) => (
        <li
          key={each.name}
          className={classNames("chip hovers", isSame(each.filter, filter) && "is-selected")}
        >
          <button
            type="button"
            aria-pressed={isSame(each.filter, filter)}
            onClick={() => filterBy(each.filter)}
          >
            {each.name}
          </button>
          <button
            type="button"
            className="chip-remove tile"
            aria-label={watchList.removeFilter(each.name)}
            onClick={() => removeSavedFilter(each)}
          >
            <X size={12} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Saves the present filter. */
export function SaveFilter() {
  const { watchList } = texts();
  const trigger = (
    <Button variant="quiet" icon={Bookmark}>
      {watchList.saveFilter}
    </Button>
  );
  return (
    <Popover label={watchList.saveFilter} trigger={trigger}>
      {(close) => <NameForm onDone={close} />}
    </Popover>
  );
}

function NameForm({ onDone }: { readonly onDone: () => void }) {
  const [name, setName] = useState("");
  const save = (event: FormEvent) => {
    event.preventDefault();
    saveFilter(name.trim());
    onDone();
  };
  const { watchList, common } = texts();
  return (
    <form className="stack gap-3" onSubmit={save}>
      <TextField
        label={watchList.filterName}
        required
        maxLength={40}
        pattern=".*\S.*"
        value={name}
        onChange={setName}
      />
      <Button variant="primary" type="submit">
        {common.save}
      </Button>
    </form>
  );
}

/** Filters by tags. */
export function TagFilter({ items }: { readonly items: readonly WatchItem[] }) {
  const { tags } = useWatchView((state) => state.filter);
  const counts = useMemo(() => tagCounts(items), [items]);
  // Also lists selected tags that no product has any more, so that they can be unselected.
  const known = [
    ...counts,
    ...tags.filter((tag) => !counts.some(({ name }) => name === tag)).map((name) => ({ name, count: 0 })),
  ];
  const { watchList } = texts();
  if (known.length === 0 && tags.length === 0) return null;
  const trigger = <Button icon={Tags}>{tags.length > 0 ? tags.join(", ") : watchList.tags}</Button>;
  return (
    <Popover label={watchList.tags} trigger={trigger}>
      {() => (
        <ul className="tag-choices scrolls stack">
          {known.map(({ name, count }) => (
            <li key={name}>
              <CheckField
                checked={tags.includes(name)}
                onChange={(isOn) => filterBy({ tags: withOrWithout(tags, name, isOn) })}
              >
                <span className="truncate">{name}</span>
                <span className="push quiet">{formatCount(count)}</span>
              </CheckField>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}
