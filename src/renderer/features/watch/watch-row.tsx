import { Ellipsis } from "lucide-react";
import { memo } from "react";
import type { Sparkline as Line, WatchRow as Row } from "../../../shared/app/watch.js";
import type { WatchColumn } from "../../../shared/watch-list-view.js";
import { Checkbox } from "../../components/checkbox.js";
import { GridCell, GridRow } from "../../components/grid.js";
import { ProductImage } from "../../components/product-image.js";
import { classNames } from "../../lib/class-names.js";
import { texts } from "../../lib/texts.js";
import { isAtTarget } from "../../lib/watch/target.js";
import { go } from "../../stores/navigation.js";
import { toggleChosen } from "../../stores/watch-view.js";
import { ColumnCell, PriceCell, TideCell } from "./cells.js";
import { RowStatus } from "./row-status.js";

interface WatchRowProps {
  readonly row: Row;
  readonly index: number;
  /** Pixels from the top of the rows. */
  readonly top: number;
  readonly columns: readonly WatchColumn[];
  readonly isChosen: boolean;
  /** The one row in the tab order. */
  readonly isActive: boolean;
  /** Whether its page is beside the list. */
  readonly isShown: boolean;
  readonly sparkline: Line | undefined;
  readonly nowMs: number;
}

/** A click opens the product, as Enter does; checkbox and menu handle their own clicks. */
export const WatchRow = memo(function WatchRow(props: WatchRowProps) {
  const { row, index, top, columns, isChosen, isActive, isShown, sparkline, nowMs } = props;
  const { product_key: productKey, title } = row;
  const { watchList } = texts();
  return (
    <GridRow
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      aria-current={isShown ? "page" : undefined}
      aria-label={title}
      data-row={productKey}
      data-product={productKey}
      tabIndex={isActive ? 0 : -1}
      className={classNames("grid-row", isChosen && "is-chosen", isAtTarget(row) && "is-at-target")}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => go({ view: "product", productKey, from: "watch" })}
    >
      <GridCell className="cell-choose" onClick={(event) => event.stopPropagation()}>
        <Checkbox
          label={watchList.choose(title)}
          checked={isChosen}
          tabIndex={-1}
          onChange={() => toggleChosen(productKey)}
        />
      </GridCell>
      <GridCell className="cell-title">
        <ProductImage
          title={title}
          category={row.category ?? undefined}
          source={row.image ?? undefined}
          size="small"
        />
        <span className="cell-words">
          <span className="row-title">{title}</span>
          <RowStatus row={row} nowMs={nowMs} />
        </span>
      </GridCell>
      <TideCell row={row} />
      <PriceCell row={row} />
      {columns.map((column) => (
        <ColumnCell key={column} column={column} row={row} sparkline={sparkline} nowMs={nowMs} />
      ))}
      <GridCell className="cell-menu">
        <button
          type="button"
          className="icon-button"
          tabIndex={-1}
          aria-label={watchList.more(title)}
          aria-haspopup="menu"
          onClick={openMenu}
        >
          <Ellipsis size={16} aria-hidden="true" />
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
