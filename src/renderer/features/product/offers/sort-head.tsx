import { ArrowDown, ArrowUp } from "lucide-react";
import { classNames } from "../../../lib/class-names.js";
import { texts } from "../../../lib/texts.js";
import type { OfferOrder, OfferSort } from "./sort-rows.js";

interface SortHeadProps {
  readonly by: OfferSort;
  readonly name: string;
  readonly order: OfferOrder;
  readonly onOrder: (by: OfferSort) => void;
  readonly isNumber?: boolean;
}

/** The head of a column that sorts by it. */
export function SortHead({ by, name, order, onOrder, isNumber = false }: SortHeadProps) {
  const isSorted = order.by === by;
  const Arrow = order.isUp ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      className={classNames(isNumber && "is-number")}
      aria-sort={isSorted ? (order.isUp ? "ascending" : "descending") : "none"}
    >
      <button
        type="button"
        className={classNames("sort-head", isSorted && "is-sorted")}
        title={texts().offers.sortBy(name)}
        onClick={() => onOrder(by)}
      >
        {name}
        {isSorted && <Arrow size={12} aria-hidden="true" />}
      </button>
    </th>
  );
}
