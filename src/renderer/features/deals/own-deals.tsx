import { useMemo } from "react";
import { thinHistoryDays } from "../../../shared/app/limits.js";
import type { WatchRow } from "../../../shared/app/watch.js";
import { DAY_MS } from "../../../shared/time.js";
import { GradeBadge } from "../../components/grade-badge.js";
import { Price } from "../../components/price.js";
import { ProductImage } from "../../components/product-image.js";
import { Section } from "../../components/section.js";
import { TideGauge } from "../../components/tide-gauge.js";
import { formatShortDay } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useNow } from "../../lib/use-now.js";
import { useRowKeys } from "../../lib/use-row-keys.js";
import { goodNow, reasonsToBuy } from "../../lib/watch/good-now.js";
import type { WatchItem } from "../../lib/watch/watch-item.js";
import { go } from "../../stores/navigation.js";
import { useWatchList } from "../../stores/watch-list.js";

const maxShown = 50;

/** Watched products at a good price, each with the reason. */
export function OwnDeals() {
  const items = useWatchList((state) => state.items);
  const rows = useMemo(() => goodNow(items.map(({ row }) => row)).slice(0, maxShown), [items]);
  const keys = useRowKeys();
  const nowMs = useNow();
  const { deals } = texts();
  return (
    <Section title={deals.own} flush={rows.length > 0}>
      {rows.length === 0 ? (
        <p className="quiet">{items.length === 0 ? deals.ownNothingWatched : whyNone(items, nowMs)}</p>
      ) : (
        <ul className="own-deals" aria-label={deals.own} {...keys}>
          {rows.map((row) => (
            <li key={row.product_key}>
              <OwnDeal row={row} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** Why no watched product is at a good price: each may be too young for a verdict. */
function whyNone(items: readonly WatchItem[], nowMs: number): string {
  const { deals } = texts();
  if (items.some(({ row }) => row.usual_low !== null)) return deals.ownNone;
  const dueMs = Math.min(...items.map(({ row }) => Date.parse(row.added_at))) + thinHistoryDays * DAY_MS;
  return [deals.ownTooEarly, dueMs > nowMs && deals.ownFirstVerdict(formatShortDay(dueMs))]
    .filter(Boolean)
    .join(" ");
}

function OwnDeal({ row }: { readonly row: WatchRow }) {
  const { product_key: productKey, title, image, category, best, grade } = row;
  const { low, high, usual_low, usual_high } = row;
  if (best === null) return null;
  const usual = usual_low === null || usual_high === null ? null : { low: usual_low, high: usual_high };
  return (
    <button
      type="button"
      data-row={productKey}
      className="row"
      onClick={() => go({ view: "product", productKey })}
    >
      <ProductImage title={title} category={category ?? undefined} source={image ?? undefined} size="small" />
      <span className="row-text">
        <span className="row-title truncate">{title}</span>
        <span className="is-good truncate">{reasonsToBuy(row).join(" · ")}</span>
      </span>
      <span className="own-deal-tide">
        <TideGauge
          size="result"
          currency={best.currency}
          levels={{ price: best.price, low, high, usual, target: null }}
        />
      </span>
      <Price amount={best.price} currency={best.currency} size="row" />
      {grade && <GradeBadge grade={grade} />}
    </button>
  );
}
