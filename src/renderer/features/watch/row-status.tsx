import type { WatchRow } from "../../../shared/app/watch.js";
import { Tag } from "../../components/tag.js";
import { classNames } from "../../lib/class-names.js";
import { formatDateTime } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { isAtTarget } from "../../lib/watch/target.js";
import { healthText, isTrouble } from "../../lib/watch/watch-health.js";

const tagsShown = 3;

/** The line under the title: trouble first, then the shopper's own tags and snooze, else the last check. */
export function RowStatus({ row, nowMs }: { readonly row: WatchRow; readonly nowMs: number }) {
  const { watchList } = texts();
  const health = healthText(row, nowMs);
  const shop = row.retailer === null ? row.best?.retailer : watchList.onlyAt(row.retailer);
  return (
    <span className="row-status truncate">
      {isAtTarget(row) && <Tag tone="good">{watchList.atTarget}</Tag>}
      {row.is_lowest_ever && <Tag tone="good">{watchList.lowestEver}</Tag>}
      {row.tags.slice(0, tagsShown).map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
      {row.snoozed_until !== null && (
        <span className="quiet">{watchList.snoozedUntil(formatDateTime(row.snoozed_until))} · </span>
      )}
      {isTrouble(row) ? (
        <span className="watch-trouble">{health}</span>
      ) : (
        <>
          {shop && <span className="quiet">{shop}</span>}
          <span className={classNames("quiet", shop && "row-age")}>
            {shop && " · "}
            {health}
          </span>
        </>
      )}
    </span>
  );
}
