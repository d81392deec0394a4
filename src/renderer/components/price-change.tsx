import { ArrowDown, ArrowUp } from "lucide-react";
import { classNames } from "../lib/class-names.js";
import { formatPercent } from "../lib/format.js";
import "./price-change.css";

/** Smaller changes, in percent, count as unchanged. */
const smallest = 0.05;

/** Whether a price has changed enough to show a figure. */
export function hasMoved(percent: number | null): percent is number {
  return percent !== null && Math.abs(percent) >= smallest;
}

/** A price change: down is good. Sign, arrow and colour all say so, and none is needed alone. */
export function PriceChange({ percent }: { readonly percent: number | null }) {
  if (!hasMoved(percent)) return null;
  const isDown = percent < 0;
  const Arrow = isDown ? ArrowDown : ArrowUp;
  return (
    <span className={classNames("price-change", isDown ? "is-down" : "is-up")}>
      <Arrow size={13} />
      {isDown ? "−" : "+"}
      {formatPercent(Math.abs(percent))}
    </span>
  );
}
