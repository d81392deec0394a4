import { Ellipsis } from "lucide-react";
import { memo } from "react";
import type { Sparkline as Line, WatchRow as Row } from "../../../shared/app/watch.js";
import { tideShape } from "../../../shared/tide/geometry.js";
import type { WatchColumn } from "../../../shared/watch-list-view.js";
import { Checkbox } from "../../components/fields.js";
import { GridCell, GridRow } from "../../components/grid.js";
import { Price, PriceChange } from "../../components/price.js";
import { ProductImage } from "../../components/product-image.js";
import { ShopName } from "../../components/shop-name.js";
import { Tag } from "../../components/tag.js";
import { figureLevels, TideGauge } from "../../components/tide-gauge.js";
import { bestNotes } from "../../lib/best-offer.js";
import { classNames } from "../../lib/class-names.js";
import { formatDateTime, formatMoney, formatPlural, hasMoved } from "../../lib/format.js";
import { shopName, useShops } from "../../lib/shop-name.js";
import { texts } from "../../lib/texts.js";
import { healthText, heldText, isElsewhere, isTrouble } from "../../lib/watch/watch-health.js";
import { isAtTarget } from "../../lib/watch/watch-item.js";
import { go } from "../../stores/navigation.js";
import { toggleSelected } from "../../stores/watch-view.js";
import { columnClass, columns as definitions } from "./columns.js";

const maxTags = 3;

interface WatchRowProps {
  readonly row: Row;
  readonly index: number;
  /** Pixels from the top of the rows. */
  readonly top: number;
  readonly columns: readonly WatchColumn[];
  readonly isSelected: boolean;
  /** The one row in the tab order. */
  readonly isActive: boolean;
  /** Whether its page is beside the list. */
  readonly isShown: boolean;
  readonly sparkline: Line | undefined;
  readonly nowMs: number;
}

/** A click opens the product, as Enter does; checkbox and menu handle their own clicks. */
export const WatchRow = memo(function WatchRow(props: WatchRowProps) {
  const { row, index, top, columns, isSelected, isActive, isShown, sparkline, nowMs } = props;
  const { product_key: productKey, title } = row;
  const { watchList } = texts();
  useShops();
  return (
    <GridRow
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-current={isShown ? "page" : undefined}
      aria-label={title}
      data-row={productKey}
      data-product={productKey}
      tabIndex={isActive ? 0 : -1}
      className={classNames("grid-row", isSelected && "is-selected", isAtTarget(row) && "is-at-target")}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => go({ view: "product", productKey, from: "watch" })}
    >
      <GridCell className="cell-select tile fixed" onClick={(event) => event.stopPropagation()}>
        <Checkbox
          label={watchList.select(title)}
          checked={isSelected}
          tabIndex={-1}
          onChange={() => toggleSelected(productKey)}
        />
      </GridCell>
      <GridCell className="cell-title line grow gap-3">
        <ProductImage title={title} category={row.category} source={row.image} />
        <span className="cell-words stack shrinks">
          {/* Two lines, because products of one brand differ at the end of their names. */}
          <span className="row-title two-lines">{title}</span>
          <RowStatus row={row} nowMs={nowMs} />
        </span>
      </GridCell>
      <TideCell row={row} />
      <PriceCell row={row} />
      {columns.map((column) => (
        <GridCell key={column} className={columnClass(column)} style={{ width: definitions[column].width }}>
          {definitions[column].cell({ row, sparkline, nowMs })}
        </GridCell>
      ))}
      <GridCell className="cell-menu fixed">
        <button
          type="button"
          className="icon-button"
          tabIndex={-1}
          aria-label={watchList.more(title)}
          aria-haspopup="menu"
          onClick={openMenu}
        >
          <Ellipsis size={16} />
        </button>
      </GridCell>
    </GridRow>
  );
});

/** Opens the right-click menu: one menu serves ten thousand rows. */
function openMenu(event: React.MouseEvent<HTMLElement>): void {
  event.stopPropagation();
  const { left, bottom } = event.currentTarget.getBoundingClientRect();
  event.currentTarget.dispatchEvent(
    new MouseEvent("contextmenu", { bubbles: true, cancelable: true, clientX: left, clientY: bottom }),
  );
}

/** The best shop, or those where it is sold out, or the only one that is checked, and why its price is not the page's. */
function ShopPlace({ row: { retailer, best, retailers } }: { readonly row: Row }) {
  const said = texts();
  const host = best?.retailer ?? (retailers.length === 1 ? retailers[0] : undefined);
  const notes = best === null ? "" : bestNotes(best);
  return (
    <span className="quiet">
      {retailer !== null && said.watchList.onlyAt(shopName(retailer))}
      {retailer === null && (host ? <ShopName host={host} /> : formatPlural("shop", retailers.length))}
      {notes && ` · ${notes}`}
    </span>
  );
}

/** The line under the title: trouble or the last check, then what the price has reached, then the shopper's tags. */
function RowStatus({ row, nowMs }: { readonly row: Row; readonly nowMs: number }) {
  const { watchList } = texts();
  const health = healthText(row, nowMs);
  const held = heldText(row);
  const isInTrouble = isTrouble(row) && !isElsewhere(row);
  // A shop that was not reached is named with the reason.
  const namesShop = row.health.state === "retrying" && row.health.retailer !== null && !isElsewhere(row);
  const hasPlace = !namesShop && (row.retailer !== null || row.retailers.length > 0);
  return (
    <span
      className={classNames("row-status line wraps gap-1 shrinks small", isInTrouble && "is-trouble")}
      // Those without room are not shown.
      title={row.tags.join(", ")}
    >
      <span className="row-state truncate">
        {row.snoozed_until !== null && (
          <span className="quiet">{watchList.snoozedUntil(formatDateTime(row.snoozed_until))} · </span>
        )}
        {held !== null && <span className="quiet">{held} · </span>}
        {isInTrouble ? (
          <span className="warn">{health}</span>
        ) : (
          <>
            {hasPlace && <ShopPlace row={row} />}
            <span className={classNames("quiet", hasPlace && "row-age")}>
              {hasPlace && " · "}
              {health}
            </span>
          </>
        )}
      </span>
      {isAtTarget(row) && <Tag tone="good">{watchList.quick.target}</Tag>}
      {row.is_lowest_ever && <Tag tone="good">{watchList.quick.lowest}</Tag>}
      {row.tags.slice(0, maxTags).map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
    </span>
  );
}

/** The gauge with the target's flag; the target in words where there is no flag, such as before the price has moved. */
function TideCell({ row }: { readonly row: Row }) {
  const { best, target } = row;
  const isComparable = target !== null && target.currency === best?.currency;
  const levels = { ...figureLevels(row), target: isComparable ? target.price : null };
  const hasFlag = best !== null && isComparable && tideShape(levels) !== null;
  return (
    <GridCell className="cell-tide stack bounded gap-0 fixed">
      {best && <TideGauge size="row" currency={best.currency} levels={levels} />}
      {target && !hasFlag && (
        <span className="tide-words small quiet">
          {texts().tide.target(formatMoney(target.price, target.currency))}
        </span>
      )}
    </GridCell>
  );
}

/**
 * The best price, over the one in another currency. In a narrow list, the change since it was added is under it, unless the
 * day's has a column there.
 */
function PriceCell({ row }: { readonly row: Row }) {
  const { best, elsewhere, change_since_yesterday: day, change_since_added: added } = row;
  return (
    <GridCell className="cell-price">
      {best ? (
        <>
          <Price amount={best.price} currency={best.currency} size="row" />
          {best.ordering && <span className="cell-also quiet">{texts().offers.ordering[best.ordering]}</span>}
          {elsewhere && (
            <span className="cell-also quiet" title={texts().rules.atShop(shopName(elsewhere.retailer))}>
              {texts().watchList.also(formatMoney(elsewhere.price, elsewhere.currency))}{" "}
              {hasMoved(elsewhere.change_since_added) && (
                <PriceChange percent={elsewhere.change_since_added} />
              )}
            </span>
          )}
          <span className={classNames("cell-moved", hasMoved(day) && "is-beside-day")}>
            <PriceChange percent={added} />
          </span>
        </>
      ) : (
        <span className="quiet">{texts().history.outOfStock}</span>
      )}
    </GridCell>
  );
}
