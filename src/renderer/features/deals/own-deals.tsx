import { useMemo } from "react";
import { thinHistoryDays } from "../../../shared/app/limits.js";
import type { WatchRow } from "../../../shared/app/watch.js";
import { minOf } from "../../../shared/arrays.js";
import { DAY_MS } from "../../../shared/time.js";
import { GradeBadge, Price } from "../../components/price.js";
import { RowButton } from "../../components/row-button.js";
import { Section } from "../../components/section.js";
import { ShopName } from "../../components/shop-name.js";
import { figureLevels, TideGauge } from "../../components/tide-gauge.js";
import { bestNotes } from "../../lib/best-offer.js";
import { formatPlural, formatShortDay } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useNow } from "../../lib/use-now.js";
import { useRowKeys } from "../../lib/use-row-keys.js";
import { goodNow, reasonsToBuy, tooYoung } from "../../lib/watch/good-now.js";
import { heldText } from "../../lib/watch/watch-health.js";
import { useWatchList } from "../../stores/watch-list.js";

const maxShown = 50;

/** Watched products at a good price, each with the reason. */
export function OwnDeals() {
  const items = useWatchList((state) => state.items);
  const watched = useMemo(() => items.map(({ row }) => row), [items]);
  const rows = useMemo(() => goodNow(watched).slice(0, maxShown), [watched]);
  const young = useMemo(() => tooYoung(watched), [watched]);
  const keys = useRowKeys();
  const nowMs = useNow();
  const { deals } = texts();
  return (
    <Section title={deals.own} flush={rows.length > 0}>
      {rows.length === 0 ? (
        <p className="quiet">{items.length === 0 ? deals.ownNothingWatched : whyNone(watched, nowMs)}</p>
      ) : (
        <ul className="own-deals divided" aria-label={deals.own} {...keys}>
          {rows.map((row) => (
            <li key={row.product_key}>
              <OwnDeal row={row} />
            </li>
          ))}
        </ul>
      )}
      {rows.length > 0 && young.length > 0 && (
        <p className="own-deals-young ruled quiet">
          {deals.ownYoung(formatPlural("product", young.length))} {firstVerdict(young, nowMs)}
        </p>
      )}
    </Section>
  );
}

/** Why no watched product is at a good price: each may be too young for a verdict. */
function whyNone(rows: readonly WatchRow[], nowMs: number): string {
  const { deals } = texts();
  if (rows.some(({ usual_low }) => usual_low !== null)) return deals.ownNone;
  return `${deals.ownTooEarly} ${firstVerdict(rows, nowMs)}`.trimEnd();
}

/** When the first of these products has enough history; empty if that day has passed. */
function firstVerdict(rows: readonly WatchRow[], nowMs: number): string {
  const firstMs = minOf(rows.map(({ added_at }) => Date.parse(added_at))) ?? 0;
  const dueMs = firstMs + thinHistoryDays * DAY_MS;
  return dueMs > nowMs ? texts().deals.ownFirstVerdict(formatShortDay(dueMs)) : "";
}

function OwnDeal({ row }: { readonly row: WatchRow }) {
  const { best, grade } = row;
  if (best === null) return null;
  const held = heldText(row);
  const notes = bestNotes(best);
  return (
    <RowButton
      product={row}
      line={
        <>
          <ShopName host={best.retailer} /> · {notes && `${notes} · `}
          <span className="good strong">{reasonsToBuy(row).join(" · ")}</span>
          {held !== null && ` · ${held}`}
        </>
      }
    >
      <span className="own-deal-tide">
        <TideGauge size="result" currency={best.currency} levels={figureLevels(row)} />
      </span>
      <Price amount={best.price} currency={best.currency} size="row" />
      <span className="own-deal-grade fixed">{grade && <GradeBadge grade={grade} />}</span>
    </RowButton>
  );
}
