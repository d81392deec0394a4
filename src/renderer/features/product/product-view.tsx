import { useEffect, useMemo, useState } from "react";
import type { ConvertibleCurrency } from "../../../shared/app/exchange-rates.js";
import { thinHistoryDays } from "../../../shared/app/limits.js";
import type { Match, Product } from "../../../shared/contract/product.js";
import { usualCurrencyFor } from "../../../shared/texts/language.js";
import { tideLevels } from "../../../shared/tide/geometry.js";
import { Dialog } from "../../components/dialog.js";
import { DialogForm } from "../../components/dialog-form.js";
import { ErrorNote } from "../../components/error-note.js";
import { MissingRates } from "../../components/price.js";
import { ProductImage } from "../../components/product-image.js";
import { Segmented } from "../../components/segmented.js";
import { SelectBox } from "../../components/select-box.js";
import { Skeleton } from "../../components/skeleton.js";
import { TideHero } from "../../components/tide-gauge.js";
import { convertibleChoices, isConvertible } from "../../lib/currencies.js";
import { formatCount } from "../../lib/format.js";
import { isDialogOpen } from "../../lib/open-dialog.js";
import { useShops } from "../../lib/shop-name.js";
import { isTextField } from "../../lib/text-field.js";
import { texts } from "../../lib/texts.js";
import { useAnswer } from "../../stores/answers.js";
import { useReader } from "../../stores/language.js";
import { go } from "../../stores/navigation.js";
import { useProducts } from "../../stores/products.js";
import { changeSettings, useSettings } from "../../stores/settings.js";
import { targetPrices } from "../../stores/targets.js";
import { Details, Grouping, ReviewSection } from "./details.js";
import { EvidenceSection } from "./evidence-section.js";
import { HistorySection } from "./history/history-section.js";
import type { Range } from "./history/view.js";
import { OffersSection } from "./offers-section.js";
import { PriceBox } from "./price-box.js";
import { type Prices, usePrices } from "./use-prices.js";
import { Verdict } from "./verdict.js";
import { WatchPanel } from "./watch-panel.js";
import "./product-view.css";

/** How the shopper came to the page. */
interface Arrival {
  readonly match?: Match | undefined;
  readonly currency?: string | undefined;
}

interface ProductViewProps extends Arrival {
  readonly productKey: string;
}

export function ProductView({ productKey, match, currency }: ProductViewProps) {
  const known = useProducts((state) => state.byKey[productKey]);
  if (!known) return <ProductToLoad productKey={productKey} currency={currency} />;
  return <ProductPage product={known} match={match} currency={currency} />;
}

/** Reloads a product that the catalogue no longer has. */
function ProductToLoad({ productKey, currency }: ProductViewProps) {
  const answer = useAnswer("products.get", { ids: [productKey] });
  const product = answer.data?.data[0];
  if (product) return <ProductPage product={product} currency={currency} />;
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

interface ProductPageProps extends Arrival {
  readonly product: Product;
}

function ProductPage({ product, match, currency: arrival }: ProductPageProps) {
  // Its sentences name shops.
  useShops();
  const [range, setRange] = useState<Range>("90d");
  const { service: productKey } = product;
  const prices = usePrices(productKey, range, arrival ?? null);
  const { currency, history, statistics } = prices;
  const rules = useAnswer("rules.list", { product_key: productKey }).data?.rules;
  const targets = useMemo(() => targetPrices(rules ?? [], currency), [rules, currency]);
  const { current } = statistics.data ?? { current: null };
  const best = current?.availability === "out" ? null : current;
  const isThin = (statistics.data?.days_of_history ?? 0) < thinHistoryDays;
  const hasNotMoved = statistics.data?.lowest?.price === statistics.data?.highest?.price;
  usePageKeys();
  return (
    <div className="page product-page">
      <CurrencyChoice {...prices} />
      <div className="product-columns">
        <ProductSummary product={product} match={match} prices={prices} />
        <div className="product-side card">
          <PriceBox
            productKey={productKey}
            {...prices}
            worthBuying={targets.some((target) => best && best.price <= target) ? best : null}
          />
          <WatchPanel
            productKey={productKey}
            offers={history.offers}
            price={statistics.data?.current?.price ?? null}
            isPriceKnown={statistics.data !== null || statistics.error !== null}
            lowest={isThin || hasNotMoved ? null : (statistics.data?.lowest?.price ?? null)}
            usual={statistics.data?.year?.usual?.low ?? null}
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
          <OffersSection product={product} prices={prices} />
          <EvidenceSection statistics={statistics} />
          <ReviewSection product={product} />
          <Details product={product} />
          <Grouping product={product} currency={currency} best={best} />
        </div>
      </div>
    </div>
  );
}

/** Shops charge in several currencies: shows one at a time, because currencies are never compared. */
function CurrencyChoice({ currency, currencies, onCurrency }: Prices) {
  const { ownCurrency } = useSettings();
  const [isAsking, setAsking] = useState(false);
  if (currencies.length < 2) return null;
  return (
    <div className="currency-choice line wraps">
      <Segmented
        label={texts().adding.currency}
        segments={currencies.map((code) => ({ value: code, label: code }))}
        value={currency}
        onChange={onCurrency}
      />
      <span className="quiet">{texts().product.notCompared}</span>
      {ownCurrency === null ? (
        <button type="button" className="text-button" onClick={() => setAsking(true)}>
          {texts().product.showApproximate}
        </button>
      ) : (
        <MissingRates />
      )}
      {isAsking && <OwnCurrencyDialog currency={currency} onClose={() => setAsking(false)} />}
    </div>
  );
}

interface OwnCurrencyDialogProps {
  /** The one that the page shows. */
  readonly currency: string;
  readonly onClose: () => void;
}

/** Asks for the currency of approximate amounts, as the settings do. */
function OwnCurrencyDialog({ currency, onClose }: OwnCurrencyDialogProps) {
  const usual = usualCurrencyFor(useReader.getState().language);
  const [own, setOwn] = useState<ConvertibleCurrency>(isConvertible(currency) ? currency : usual);
  const { settings, alerts } = texts();
  const show = async () => {
    await changeSettings({ ownCurrency: own });
    onClose();
    return null;
  };
  return (
    <Dialog title={settings.ownCurrency} description={settings.ownCurrencyNote} onClose={onClose}>
      <DialogForm submit={alerts.show} onSubmit={show} onClose={onClose}>
        <SelectBox
          label={settings.ownCurrency}
          choices={convertibleChoices()}
          value={own}
          onChange={setOwn}
        />
      </DialogForm>
    </Dialog>
  );
}

interface ProductSummaryProps {
  readonly product: Product;
  readonly match: Match | undefined;
  readonly prices: Prices;
}

/** The product, and whether its price is good. */
function ProductSummary({ product, match, prices }: ProductSummaryProps) {
  const { service: productKey, title, brand, category, color, images } = product;
  return (
    <div className="summary card">
      <ProductImage title={title} category={category} source={images?.[0]} size="large" />
      <div className="summary-words">
        <header className="summary-naming">
          <p className="quiet">{[brand, category, color].filter(Boolean).join(" · ")}</p>
          <h1>{title}</h1>
          {match && <MatchNote match={match} />}
        </header>
        <Verdict productKey={productKey} {...prices} />
      </div>
      <Tide statistics={prices.statistics} />
    </div>
  );
}

function Tide({ statistics: { data } }: Pick<Prices, "statistics">) {
  if (!data) return <div className="tide tide-to-come" />;
  const { year, currency } = data;
  if (!year) return null;
  return (
    <TideHero
      currency={currency}
      levels={tideLevels(data)}
      lowAt={year.low.timestamp}
      highAt={year.high.timestamp}
    />
  );
}

/** New values of `by` may appear later (contract, section 9), so the field's own name stands in. */
function foundBy(field: string): string {
  const { product } = texts();
  const known: Readonly<Record<string, string>> = product.foundBy;
  return known[field] ?? product.foundByOther(field);
}

/** How the product was found. A shared identifier links to its other products. */
function MatchNote({ match }: { readonly match: Match }) {
  if (match.by === "service_id") return null;
  return (
    <p className="match-note">
      {foundBy(match.by)}
      {match.candidates > 1 && (
        <>
          {texts().product.shared(formatCount(match.candidates))}{" "}
          <button
            type="button"
            className="text-button"
            onClick={() => go({ view: "search", query: match.identifier })}
          >
            {texts().product.seeOthers}
          </button>
        </>
      )}
    </p>
  );
}
