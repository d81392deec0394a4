import type { Match, Product } from "../../../../shared/contract/product.js";
import { ProductImage } from "../../../components/product-image.js";
import { TideHero } from "../../../components/tide-gauge.js";
import { MatchNote } from "../match-note.js";
import type { Prices } from "../use-prices.js";
import { BestPrice } from "./best-price.js";
import { Verdict } from "./verdict.js";
import { WatchAndTarget } from "./watch-and-target.js";
import "./product-summary.css";

interface ProductSummaryProps {
  readonly product: Product;
  readonly match: Match | undefined;
  readonly prices: Prices;
  /** The target prices of its rules. */
  readonly targets: readonly number[];
}

/** What it is, whether its price is good, what it costs, and what a shopper does about it. */
export function ProductSummary({ product, match, prices, targets }: ProductSummaryProps) {
  const { service: productKey, title, brand, category, color, images } = product;
  const { currency, history, statistics } = prices;
  return (
    <div className="summary">
      <ProductImage title={title} category={category} source={images?.[0]} size="large" />
      <div className="summary-words">
        <header className="summary-naming">
          <p className="quiet">{[brand, category, color].filter(Boolean).join(" · ")}</p>
          <h1>{title}</h1>
          {match && <MatchNote match={match} />}
        </header>
        <Verdict productKey={productKey} statistics={statistics} />
      </div>
      <BestPrice productKey={productKey} history={history} statistics={statistics} />
      <Tide statistics={statistics} targets={targets} />
      <WatchAndTarget
        productKey={productKey}
        currency={currency}
        price={statistics.data?.current?.price ?? null}
        offers={history.offers}
      />
    </div>
  );
}

/** The first target that a falling price reaches is the highest. */
function Tide({
  statistics: { data },
  targets,
}: Pick<Prices, "statistics"> & { targets: readonly number[] }) {
  if (!data) return <div className="tide tide-to-come" />;
  const { year, current, currency } = data;
  return (
    <TideHero
      currency={currency}
      levels={{
        price: current?.price ?? null,
        low: year?.low.price ?? null,
        high: year?.high.price ?? null,
        usual: year?.usual ?? null,
        target: targets.length === 0 ? null : Math.max(...targets),
      }}
      lowAt={year?.low.timestamp}
      highAt={year?.high.timestamp}
    />
  );
}
