import { Tags } from "lucide-react";
import { useMemo } from "react";
import { Button } from "../../components/button.js";
import { Popover } from "../../components/popover.js";
import { formatCount } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { tagCounts } from "../../lib/watch/watch-filter.js";
import type { WatchItem } from "../../lib/watch/watch-item.js";
import { filterBy, useWatchView } from "../../stores/watch-view.js";

function toggled(tags: readonly string[], tag: string): readonly string[] {
  return tags.includes(tag) ? tags.filter((other) => other !== tag) : [...tags, tag];
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
  const trigger = (
    <Button icon={<Tags size={14} aria-hidden="true" />}>
      {tags.length > 0 ? tags.join(", ") : watchList.tags}
    </Button>
  );
  return (
    <Popover label={watchList.tags} trigger={trigger}>
      {() => (
        <ul className="tag-choices">
          {known.map(({ name, count }) => (
            <li key={name}>
              <label className="form-check">
                <input
                  type="checkbox"
                  checked={tags.includes(name)}
                  onChange={() => filterBy({ tags: toggled(tags, name) })}
                />
                <span className="truncate">{name}</span>
                <span className="quiet">{formatCount(count)}</span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}
