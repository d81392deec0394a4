import { ArrowDown, ArrowUp } from "lucide-react";
import { classNames } from "../lib/class-names.js";
import { formatPercent } from "../lib/format.js";
import "./price-change.css";

/** Below this, in percent, a price is as it was. */
const smallest = 0.05;

/** How a price has moved: down is good. Sign, arrow and colour say the same, so that none is needed alone. */
export function PriceChange({ percent }: { readonly percent: number | null }) {
  if (percent === null) return <span className="quiet">–</span>;
  if (Math.abs(percent) < smallest) return <span className="quiet">{formatPercent(0)}</span>;
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
