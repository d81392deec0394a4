import { ArrowDown, ArrowUp } from "lucide-react";
import { classNames } from "../lib/class-names.js";
import { formatPercent } from "../lib/format.js";
import "./price-change.css";

/** Below this, in percent, a price is as it was. */
const smallest = 0.05;

/** Whether a price has moved by so much that it is worth a figure. */
export function hasMoved(percent: number | null): percent is number {
  return percent !== null && Math.abs(percent) >= smallest;
}

/** How a price has moved: down is good. Sign, arrow and colour say the same, so that none is needed alone. */
export function PriceChange({ percent }: { readonly percent: number | null }) {
  if (!hasMoved(percent)) return null;
  const isDown = percent < 0;
  const Arrow = isDown ? ArrowDown : ArrowUp;
  return (
    <span className={classNames("price-change", isDown ? "is-down" : "is-up")}>
      <Arrow size={13} aria-hidden="true" />
      {isDown ? "−" : "+"}
      {formatPercent(Math.abs(percent))}
    </span>
  );
}
