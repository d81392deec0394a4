import { useState } from "react";
import type { Match, Product } from "../../../shared/contract/product.js";
import { ErrorNote } from "../../components/error-note.js";
import { Skeleton } from "../../components/skeleton.js";
import { useAnswer } from "../../stores/answers.js";
import { useProducts } from "../../stores/products.js";
import { AlertsSection } from "./alerts/alerts-section.js";
import { CurrencyChoice } from "./currency-choice.js";
import { Grouping } from "./grouping.js";
import { HistorySection } from "./history/history-section.js";
import type { Range } from "./history/history-window.js";
import { JudgeSection } from "./judge/judge-section.js";
import { OffersSection } from "./offers/offers-section.js";
import { Details } from "./review/details.js";
import { ReviewSection } from "./review/review-section.js";
import { ProductSummary } from "./summary/product-summary.js";
import { usePrices } from "./use-prices.js";
import { useTargetsOf } from "./use-targets-of.js";
import { WatchSection } from "./watching/watch-section.js";
import "./product-view.css";

interface ProductViewProps {
  readonly productKey: string;
  readonly match: Match | undefined;
}

export function ProductView({ productKey, match }: ProductViewProps) {
  const known = useProducts((state) => state.byKey[productKey]);
  return known ? <ProductPage product={known} match={match} /> : <ProductToLoad productKey={productKey} />;
}

/** The product is not known any more (the catalogue has changed meanwhile), so it is asked for. */
function ProductToLoad({ productKey }: { readonly productKey: string }) {
  const answer = useAnswer("products.get", { ids: [productKey] });
  const product = answer.data?.data[0];
  if (product) return <ProductPage product={product} match={undefined} />;
  return (
    <div className="page">
      {answer.error ? <ErrorNote error={answer.error} onRetry={answer.refresh} /> : <PageToCome />}
    </div>
  );
}

/** Of the sizes of what comes: summary, chart. */
function PageToCome() {
  return (
    <>
      <Skeleton height={380} />
      <Skeleton height={440} />
    </>
  );
}

interface ProductPageProps {
  readonly product: Product;
  readonly match: Match | undefined;
}

function ProductPage({ product, match }: ProductPageProps) {
  const [range, setRange] = useState<Range>("90d");
  const prices = usePrices(product.service, range);
  const { history, statistics } = prices;
  const daysOfHistory = statistics.data?.days_of_history ?? 0;
  const targets = useTargetsOf(product.service, prices.currency);
  return (
    <div className="page product-page">
      <CurrencyChoice {...prices} />
      <ProductSummary product={product} match={match} prices={prices} targets={targets} />
      <HistorySection
        key={prices.currency}
        productKey={product.service}
        targets={targets}
        history={history}
        range={range}
        onRange={setRange}
        daysOfHistory={daysOfHistory}
      />
      <JudgeSection statistics={statistics} />
      <OffersSection
        productKey={product.service}
        history={history}
        current={statistics.data?.current ?? null}
      />
      <div className="product-pair">
        <WatchSection productKey={product.service} offers={history.offers ?? []} />
        <AlertsSection
          productKey={product.service}
          offers={history.offers}
          price={statistics.data?.current?.price ?? null}
          isPriceKnown={statistics.data !== null || statistics.error !== null}
          lowest={statistics.data?.lowest?.price ?? null}
          currency={prices.currency}
        />
      </div>
      <ReviewSection product={product} />
      <Details product={product} />
      <Grouping product={product} />
    </div>
  );
}
