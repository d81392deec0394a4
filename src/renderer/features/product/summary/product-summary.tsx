import type { History } from "../use-history.js";
import type { Prices } from "../use-prices.js";
import { BestPrice } from "./best-price.js";
import { Verdict } from "./verdict.js";
import { WatchAndTarget } from "./watch-and-target.js";
import "./product-summary.css";

interface ProductSummaryProps {
  readonly productKey: string;
  readonly currency: string;
  readonly history: History;
  readonly statistics: Prices["statistics"];
}

/** What it costs, whether that is good, and the two things that a shopper does about it. */
export function ProductSummary({ productKey, currency, history, statistics }: ProductSummaryProps) {
  return (
    <div className="summary">
      <BestPrice history={history} statistics={statistics} />
      <Verdict productKey={productKey} statistics={statistics} />
      <WatchAndTarget
        productKey={productKey}
        currency={currency}
        price={statistics.data?.current?.price ?? null}
        offers={history.offers}
      />
    </div>
  );
}
