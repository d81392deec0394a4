import { type FormEvent, useState } from "react";
import { placeOf } from "../../../shared/links-in.js";
import { Button } from "../../components/button.js";
import { Checkbox } from "../../components/fields.js";
import { MenuButton } from "../../components/menu-button.js";
import { Section } from "../../components/section.js";
import { ErrorNote } from "../../components/states.js";
import { Tag } from "../../components/tag.js";
import { cadences } from "../../lib/cadence.js";
import { skippedReason } from "../../lib/explain-error.js";
import { formatCount, formatPlural, formatPrice } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import {
  changePreview,
  closePreview,
  type ListPreview,
  type PreviewItem,
  previewList,
  startImport,
  useLists,
} from "../../stores/lists.js";

const pageSize = 100;

/** What a file holds, and which of its links are to be watched. */
export function Preview({ preview }: { readonly preview: ListPreview }) {
  const { isBusy, error } = useLists();
  const { common, lists, watchList } = texts();
  const { fileName, name, format, items, repeated, skipped, selected, schedule, tags } = preview;
  const known = items.filter((item) => item.is_known).length;
  const points = items.reduce((sum, item) => sum + item.points, 0);
  const facts = [
    formatPlural("link", items.length),
    known > 0 && lists.knownOf(formatCount(known)),
    repeated > 0 && lists.repeated(formatCount(repeated)),
    points > 0 && formatPlural("pricePoint", points),
  ];
  return (
    <Section title={name || fileName || lists.pasted}>
      <p className="quiet" role="status">
        {[lists.formats[format], ...facts].filter(Boolean).join(" · ")}
      </p>
      {preview.needs_page_url && <PageAddress preview={preview} />}
      <Skipped skipped={skipped} />
      {items.length > 0 && format !== "watch-list" && <Items items={items} selected={selected} />}
      <div className="list-choices line wraps gap-3">
        {format !== "watch-list" && (
          <>
            <MenuButton
              label={watchList.howOften}
              choices={cadences()}
              value={schedule}
              onChoose={(value) => changePreview({ schedule: value })}
            />
            <label className="line">
              {watchList.tags}
              <input
                className="field"
                maxLength={500}
                placeholder={lists.tagsExample}
                value={tags}
                onChange={({ target }) => changePreview({ tags: target.value })}
              />
            </label>
          </>
        )}
        <span className="line push">
          <Button onClick={closePreview}>{common.cancel}</Button>
          <Button
            variant="primary"
            disabled={isBusy || selected.size === 0}
            onClick={() => void startImport(preview)}
          >
            {selected.size === 0 ? lists.watchNone : lists.watchCount(formatPlural("link", selected.size))}
          </Button>
        </span>
      </div>
      {error && <ErrorNote error={error} />}
    </Section>
  );
}

/** Asks where the links are from that lack their shop's address. */
function PageAddress({ preview: { fileName, content } }: { readonly preview: ListPreview }) {
  const [text, setText] = useState("");
  const { lists } = texts();
  const { isBusy } = useLists();
  const url = placeOf(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (url !== null) void previewList(fileName, content, url);
  };
  return (
    <form className="list-choices line wraps gap-3" onSubmit={submit}>
      <p>{lists.pageAddressAbout}</p>
      <label className="line">
        {lists.pageAddress}
        <input
          className="field"
          maxLength={4_096}
          placeholder={lists.pageAddressExample}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <Button type="submit" disabled={isBusy || url === null}>
        {lists.readLinks}
      </Button>
    </form>
  );
}

function Skipped({ skipped }: Pick<ListPreview, "skipped">) {
  if (skipped.length === 0) return null;
  const { lists } = texts();
  return (
    <details className="list-skipped">
      <summary>{lists.skipped(formatPlural("line", skipped.length))}</summary>
      <ol>
        {skipped.slice(0, pageSize).map((each) => (
          <li key={`${each.line} ${each.text} ${each.reason}`}>
            {each.line > 0 && (
              <>
                {lists.lineNumber(formatCount(each.line))} <q className="truncate">{each.text}</q>{" "}
              </>
            )}
            <span className="quiet">{skippedReason(each)}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

interface ItemsProps {
  readonly items: readonly PreviewItem[];
  readonly selected: ReadonlySet<string>;
}

function Items({ items, selected }: ItemsProps) {
  const [shown, setShown] = useState(pageSize);
  const { lists } = texts();
  // Likely products first: a page links to much else.
  const sorted = [...items.filter(isLikely), ...items.filter((item) => !isLikely(item))];
  const isAll = items.every(({ url }) => selected.has(url));
  const toggleAll = (isSelected: boolean) =>
    changePreview({ selected: new Set(isSelected ? items.map(({ url }) => url) : []) });
  const toggle = (url: string, isSelected: boolean) => {
    const next = new Set(selected);
    if (isSelected) next.add(url);
    else next.delete(url);
    changePreview({ selected: next });
  };
  return (
    <div className="list-items">
      <div className="list-all line gap-3">
        <Checkbox label={lists.all} checked={isAll || (selected.size > 0 && "mixed")} onChange={toggleAll} />
        <span aria-hidden="true">{lists.all}</span>
      </div>
      <ul aria-label={lists.links}>
        {sorted.slice(0, shown).map((item) => (
          <li key={item.url}>
            <Item item={item} isSelected={selected.has(item.url)} onToggle={toggle} />
          </li>
        ))}
      </ul>
      {shown < sorted.length && (
        <Button variant="quiet" onClick={() => setShown(shown + pageSize)}>
          {lists.more(formatCount(Math.min(pageSize, sorted.length - shown)), formatCount(sorted.length))}
        </Button>
      )}
    </div>
  );
}

function isLikely({ is_suggested, is_known }: PreviewItem): boolean {
  return is_suggested && !is_known;
}

interface ItemProps {
  readonly item: PreviewItem;
  readonly isSelected: boolean;
  readonly onToggle: (url: string, isSelected: boolean) => void;
}

function Item({ item, isSelected, onToggle }: ItemProps) {
  const { url, title, price, currency, target, other_target, target_currency, tags, points } = item;
  const { host, pathname } = new URL(url);
  const { lists, tide } = texts();
  const name = title ?? pathname;
  const targets = [target, other_target]
    .filter((amount) => amount !== null)
    .map((amount) => formatPrice(amount, target_currency ?? currency));
  return (
    <label className="list-item line ruled gap-3">
      <input type="checkbox" checked={isSelected} onChange={({ target }) => onToggle(url, target.checked)} />
      <span className="row-text">
        <span className="row-title truncate">{name}</span>
        <span className="quiet truncate">{title === null ? host : `${host}${pathname}`}</span>
      </span>
      {item.is_known && <Tag>{lists.known}</Tag>}
      {tags.map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
      {points > 0 && <span className="quiet">{formatPlural("pricePoint", points)}</span>}
      {target !== null && <span className="quiet">{tide.target(targets.join(" / "))}</span>}
      {price !== null && <span>{formatPrice(price, currency)}</span>}
    </label>
  );
}
