import { useEffect, useMemo, useState } from "react";
import type { Match, Product } from "../../../shared/contract/product.js";
import { ErrorNote } from "../../components/error-note.js";
import { Segmented } from "../../components/segmented.js";
import { Skeleton } from "../../components/skeleton.js";
import { isDialogOpen } from "../../lib/open-dialog.js";
import { isTextField } from "../../lib/text-field.js";
import { texts } from "../../lib/texts.js";
import { useAnswer } from "../../stores/answers.js";
import { useProducts } from "../../stores/products.js";
import { targetPrices } from "../../stores/targets.js";
import { Details, Grouping, ReviewSection } from "./details.js";
import { HistorySection } from "./history/history-section.js";
import type { Range } from "./history/view.js";
import { JudgeSection } from "./judge-section.js";
import { OffersSection } from "./offers-section.js";
import { PriceBox } from "./price-box.js";
import { ProductSummary } from "./product-summary.js";
import { type Prices, usePrices } from "./use-prices.js";
import { WatchPanel } from "./watch-panel.js";
import "./product-view.css";

interface ProductViewProps {
  readonly productKey: string;
  readonly match: Match | undefined;
}

export function ProductView({ productKey, match }: ProductViewProps) {
  const known = useProducts((state) => state.byKey[productKey]);
  return known ? <ProductPage product={known} match={match} /> : <ProductToLoad productKey={productKey} />;
}

/** Reloads a product that the catalogue no longer has. */
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

/** Placeholders in the size of summary and chart. */
function PageToCome() {
  return (
    <>
      <Skeleton height={320} />
      <Skeleton height={440} />
    </>
  );
}

/**
 * W, T, R, O and C activate the controls that name them in `aria-keyshortcuts`. Without its control, a key does
 * nothing.
 */
function usePageKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target, repeat } = event;
      if (ctrlKey || metaKey || altKey || repeat || isTextField(target) || isDialogOpen()) return;
      if (!/^[wtroc]$/i.test(key)) return;
      const control = document.querySelector<HTMLElement>(
        `.product-page [aria-keyshortcuts="${key.toUpperCase()}"]`,
      );
      if (!control) return;
      event.preventDefault();
      control.scrollIntoView({ block: "nearest" });
      if (control instanceof HTMLInputElement) control.select();
      else control.click();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}

interface ProductPageProps {
  readonly product: Product;
  readonly match: Match | undefined;
}

function ProductPage({ product, match }: ProductPageProps) {
  const [range, setRange] = useState<Range>("90d");
  const { service: productKey } = product;
  const prices = usePrices(productKey, range);
  const { currency, history, statistics } = prices;
  const rules = useAnswer("rules.list", { product_key: productKey }).data?.rules;
  const targets = useMemo(() => targetPrices(rules ?? [], currency), [rules, currency]);
  const isThin = statistics.data?.verdict.kind === "thin";
  usePageKeys();
  return (
    <div className="page product-page">
      <CurrencyChoice {...prices} />
      <div className="product-columns">
        <ProductSummary product={product} match={match} statistics={statistics} targets={targets} />
        <div className="product-side">
          <PriceBox productKey={productKey} history={history} statistics={statistics} />
          <WatchPanel
            productKey={productKey}
            offers={history.offers}
            price={statistics.data?.current?.price ?? null}
            isPriceKnown={statistics.data !== null || statistics.error !== null}
            lowest={isThin ? null : (statistics.data?.lowest?.price ?? null)}
            currency={currency}
          />
        </div>
        <div className="product-rest">
          <HistorySection
            key={currency}
            product={product}
            history={history}
            statistics={statistics.data}
            targets={targets}
            range={range}
            onRange={setRange}
          />

          {!isThin && <JudgeSection statistics={statistics} />}
          <OffersSection
            productKey={productKey}
            history={history}
            current={statistics.data?.current ?? null}
          />
          <ReviewSection product={product} />
          <Details product={product} />
          <Grouping product={product} />
        </div>
      </div>
    </div>
  );
}

/** Shops charge in several currencies: shows one at a time, because currencies are never compared. */
function CurrencyChoice({ currency, currencies, onCurrency }: Prices) {
  if (currencies.length < 2) return null;
  return (
    <div className="currency-choice">
      <Segmented
        label={texts().product.currency}
        segments={currencies.map((code) => ({ value: code, label: code }))}
        value={currency}
        onChange={onCurrency}
      />
      <span className="quiet">{texts().product.notCompared}</span>
    </div>
  );
}
