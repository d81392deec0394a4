import { Bookmark, Download, ExternalLink, Search, SlidersHorizontal, Tags, X } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useMemo, useState } from "react";
import { quickFilters, type SavedFilter, watchColumns, watchSorts } from "../../../shared/watch-list-view.js";
import { Button, IconButton } from "../../components/button.js";
import { CheckField, TextField, withOrWithout } from "../../components/fields.js";
import { Popover } from "../../components/popover.js";
import { openPage } from "../../lib/bridge.js";
import { classNames } from "../../lib/class-names.js";
import { formatCount, formatPlural } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { focusFirstRow } from "../../lib/use-row-keys.js";
import { saveWatchList } from "../../lib/watch/watch-csv.js";
import { quickCounts, tagCounts } from "../../lib/watch/watch-filter.js";
import type { WatchItem } from "../../lib/watch/watch-item.js";
import { useAnswer } from "../../stores/answers.js";
import { go } from "../../stores/navigation.js";
import { notify } from "../../stores/notices.js";
import { useWatchList } from "../../stores/watch-list.js";
import {
  filterBy,
  isFiltered,
  removeSavedFilter,
  saveFilter,
  sortBy,
  toggleColumn,
  useListView,
  useWatchView,
} from "../../stores/watch-view.js";
import { orderOf } from "./sorting.js";

interface WatchToolbarProps {
  readonly items: readonly WatchItem[];
  /** The items that match the filter, in the order of the list. */
  readonly shown: readonly WatchItem[];
}

export const filterFieldId = "watch-filter";

/** Arrow down goes on to the rows; Escape in an empty field leaves it, so that keys belong to the page again. */
function leaveFilter(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key === "ArrowDown") focusFirstRow();
  else if (event.key === "Escape" && event.currentTarget.value === "") event.currentTarget.blur();
  else return;
  event.preventDefault();
}

export function WatchToolbar({ items, shown }: WatchToolbarProps) {
  const { filter } = useWatchView();
  const { watchList } = texts();
  const isOfList = filter.quick !== "bought";
  return (
    <div className="line wraps">
      <div className="watch-filter">
        <Search size={14} />
        <input
          id={filterFieldId}
          className="field"
          type="search"
          aria-label={watchList.filterLabel}
          placeholder={watchList.filter}
          maxLength={200}
          value={filter.text}
          onChange={(event) => filterBy({ text: event.target.value })}
          onKeyDown={leaveFilter}
        />
      </div>
      <QuickFilters items={items} />
      <SavedFilters />
      <span className="push">
        {isOfList && isFiltered(filter) && (
          <span className="quiet" role="status">
            {watchList.shownOf(formatCount(shown.length), formatCount(items.length))}
          </span>
        )}
        {isFiltered(filter) && <SaveFilter />}
        {isOfList && <TagFilter items={items} />}
        {isOfList && <ListOptions shown={shown} />}
      </span>
      {filter.quick === "visit" && shown.length > 0 && <PagesToVisit shown={shown} />}
    </div>
  );
}

/** Quick filters with their counts; those without a match are left out. */
function QuickFilters({ items }: Pick<WatchToolbarProps, "items">) {
  const { quick } = useWatchView((state) => state.filter);
  // While the engine starts, the list is incomplete and not worth counting.
  const isKnown = useWatchList((state) => state.isKnown);
  const ofList = useMemo(() => quickCounts(isKnown ? items : []), [items, isKnown]);
  const bought = useAnswer("purchases.list", {}).data?.total ?? 0;
  const counts = { ...ofList, bought };
  const { watchList, alerts } = texts();
  const shown = quickFilters.filter((each) => each === "all" || each === quick || counts[each] > 0);
  // Of a single one, there is nothing to choose.
  if (shown.length === 1) return null;
  return (
    <fieldset className="chips line wraps gap-1">
      <legend className="visually-hidden">{alerts.show}</legend>
      {shown.map((each) => (
        <label key={each} className={classNames("chip hovers", each === quick && "is-selected")}>
          <input
            type="radio"
            className="visually-hidden"
            name="watch-quick"
            checked={each === quick}
            onChange={() => filterBy({ quick: each })}
          />
          {watchList.quick[each]}
          {isKnown && <span className="chip-count small">{formatCount(counts[each])}</span>}
        </label>
      ))}
    </fieldset>
  );
}

/** More tabs at once are more than a browser, or its user, can take. */
const maxPagesAtOnce = 20;

/** Opens the pages that only a browser can read. */
function PagesToVisit({ shown }: Pick<WatchToolbarProps, "shown">) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const keys = useAnswer("keys.list", {});
  const { watchList } = texts();
  const pages = shown.flatMap(({ row }) => row.to_visit).filter((url) => !opened.has(url));
  const next = pages.slice(0, maxPagesAtOnce);
  const open = () => {
    for (const url of next) openPage(url);
    setOpened(new Set([...opened, ...next]));
    const isPaired = keys.data?.keys.some((key) => key.extension !== null && key.revoked_at === null);
    if (isPaired === false)
      notify({
        topic: "pages to visit",
        text: watchList.pagesUnread,
        action: { label: watchList.setUpExtension, run: () => go({ view: "settings", section: "browser" }) },
      });
  };
  const label =
    next.length < pages.length
      ? watchList.openPagesMore(formatPlural("page", next.length), formatCount(pages.length))
      : watchList.openPages(formatPlural("page", next.length));
  return (
    <p className="pages-to-visit line wraps between gap-3">
      <span className="quiet">{watchList.openPagesAbout}</span>
      {next.length > 0 && (
        <Button variant="primary" icon={ExternalLink} onClick={open}>
          {label}
        </Button>
      )}
    </p>
  );
}

interface ListOptionsProps {
  /** The rows that match the filter, in the order of the list. */
  readonly shown: readonly WatchItem[];
}

/** Columns, order and export of the list. */
function ListOptions({ shown }: ListOptionsProps) {
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

function isSame(one: SavedFilter["filter"], other: SavedFilter["filter"]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Named filters of the shopper. */
function SavedFilters() {
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
function SaveFilter() {
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
function TagFilter({ items }: { readonly items: readonly WatchItem[] }) {
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
