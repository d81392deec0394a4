import { useEffect, useMemo, useState } from "react";
import type { ConvertibleCurrency } from "../../../shared/app/exchange-rates.js";
import { thinHistoryDays } from "../../../shared/app/limits.js";
import type { Match, Product } from "../../../shared/contract/product.js";
import { usualCurrencyFor } from "../../../shared/texts/language.js";
import { tideLevels } from "../../../shared/tide/geometry.js";
import { Button, DialogButton } from "../../components/button.js";
import { FormDialog } from "../../components/dialog.js";
import { SelectBox } from "../../components/fields.js";
import { MissingRates } from "../../components/price.js";
import { ProductImage } from "../../components/product-image.js";
import { Segmented } from "../../components/segmented.js";
import { ErrorNote, Skeleton } from "../../components/states.js";
import { TideHero } from "../../components/tide-gauge.js";
import { convertibleChoices, isConvertible } from "../../lib/currencies.js";
import { formatCount } from "../../lib/format.js";
import { isDialogOpen, isTextField } from "../../lib/key-target.js";
import { texts } from "../../lib/texts.js";
import { useWindowEvent } from "../../lib/use-window-event.js";
import { useAnswer } from "../../stores/answers.js";
import { useReader } from "../../stores/language.js";
import { go } from "../../stores/navigation.js";
import { addViewed, useProducts } from "../../stores/products.js";
import { changeSettings, useSettings } from "../../stores/settings.js";
import { targetPrices } from "../../stores/targets.js";
import { Details, ProductActions, ReviewSection } from "./details.js";
import { EditPointDialog } from "./edit-point-dialog.js";
import { EvidenceSection } from "./evidence-section.js";
import { HistorySection } from "./history/history-section.js";
import { labelOffers } from "./history/price-series.js";
import type { Range } from "./history/view.js";
import { OffersSection } from "./offers-section.js";
import { type EditedPoint, PageContext, usePage } from "./page.js";
import { PriceBox } from "./price-box.js";
import { useTerms } from "./terms.js";
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
  useWindowEvent("keydown", (event) => {
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
  });
}

interface ProductPageProps extends Arrival {
  readonly product: Product;
}

function ProductPage({ product, match, currency: arrival }: ProductPageProps) {
  const [range, setRange] = useState<Range>("90d");
  const [edited, setEdited] = useState<EditedPoint | null>(null);
  const { service: productKey } = product;
  const prices = usePrices(productKey, range, arrival ?? null);
  const { currency, history, statistics, others } = prices;
  const overview = useAnswer("schedules.overview", { product_key: productKey });
  const schedule = overview.data?.schedules[0] ?? null;
  const terms = useTerms(productKey, schedule);
  const edits = useAnswer("history.edits", { product_key: productKey }).data?.edits ?? [];
  const rules = useAnswer("rules.list", { product_key: productKey }).data?.rules;
  const { data } = statistics;
  // The alerts of what was bought are off.
  const isBought = data?.verdict.kind === "bought";
  const targets = useMemo(
    () => (isBought ? [] : targetPrices(rules ?? [], currency)),
    [rules, currency, isBought],
  );
  const current = data?.current ?? null;
  const best = current?.availability === "out" ? null : current;
  // A lowest price of a few days, or one that never changed, says nothing.
  const lowest = data && data.days_of_history >= thinHistoryDays ? data.lowest?.price : undefined;
  const offers = [...(history.offers ?? []), ...others.flatMap((each) => each.offers)];
  const labels = labelOffers(offers);
  usePageKeys();
  useEffect(() => addViewed(product), [product]);
  return (
    <PageContext.Provider
      value={{
        product,
        productKey,
        prices,
        terms,
        overview,
        schedule,
        edit: setEdited,
        known: {
          price: current?.price ?? null,
          lowest: lowest === data?.highest?.price ? null : (lowest ?? null),
          usual: data?.year?.usual?.low ?? null,
          currency,
        },
        isEntered: ({ id, timestamp }) =>
          edits.some(
            ({ offer_id, after, timestamp: at }) =>
              offer_id === id && after !== null && Date.parse(at) === Date.parse(timestamp),
          ),
      }}
    >
      <div className="page product-page">
        <CurrencyChoice {...prices} />
        <div className="product-columns stack gap-4">
          <ProductSummary match={match} />
          <div className="product-side card">
            <PriceBox worthBuying={targets.some((target) => best && best.price <= target) ? best : null} />
            <WatchPanel />
          </div>
          <div className="product-rest stack bounded gap-4">
            <HistorySection key={currency} {...{ targets, range }} onRange={setRange} />
            <OffersSection />
            <EvidenceSection />
            <ReviewSection />
            <Details />
            <ProductActions best={best} />
          </div>
        </div>
        {edited && (
          <EditPointDialog
            point={edited}
            offers={offers.map(({ id, currency }) => ({ id, currency, label: labels.get(id) ?? id }))}
            onClose={() => setEdited(null)}
          />
        )}
      </div>
    </PageContext.Provider>
  );
}

/** Shops charge in several currencies: shows one at a time, because currencies are never compared. */
function CurrencyChoice({ currency, currencies, onCurrency }: Prices) {
  const { ownCurrency } = useSettings();
  if (currencies.length < 2) return null;
  return (
    <div className="line wraps">
      <Segmented
        label={texts().adding.currency}
        segments={currencies.map((code) => ({ value: code, label: code }))}
        value={currency}
        onChange={onCurrency}
      />
      <span className="quiet">{texts().product.notCompared}</span>
      {ownCurrency === null ? (
        <DialogButton
          variant="text"
          dialog={(close) => <OwnCurrencyDialog currency={currency} onClose={close} />}
        >
          {texts().product.showApproximate}
        </DialogButton>
      ) : (
        <MissingRates />
      )}
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
    return null;
  };
  return (
    <FormDialog
      title={settings.ownCurrency}
      description={settings.ownCurrencyNote}
      submit={alerts.show}
      onSubmit={show}
      onClose={onClose}
    >
      <SelectBox label={settings.ownCurrency} choices={convertibleChoices()} value={own} onChange={setOwn} />
    </FormDialog>
  );
}

/** The product, and whether its price is good. */
function ProductSummary({ match }: Pick<Arrival, "match">) {
  const { product, prices } = usePage();
  const { title, brand, category, color, images } = product;
  return (
    <div className="summary card">
      <ProductImage title={title} category={category} source={images?.[0]} size="large" />
      <div className="summary-words stack shrinks">
        <header className="summary-naming">
          <p className="quiet">{[brand, category, color].filter(Boolean).join(" · ")}</p>
          <h1>{title}</h1>
          {match && <MatchNote match={match} />}
        </header>
        <Verdict />
      </div>
      <Tide statistics={prices.statistics} />
    </div>
  );
}

function Tide({ statistics: { data } }: Pick<Prices, "statistics">) {
  if (!data) return <div className="tide tide-to-come" />;
  const { year, currency } = data;
  return (
    year && (
      <TideHero
        currency={currency}
        levels={tideLevels(data)}
        lowAt={year.low.timestamp}
        highAt={year.high.timestamp}
      />
    )
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
    <p className="match-note small tone-accent">
      {foundBy(match.by)}
      {match.candidates > 1 && (
        <>
          {texts().product.shared(formatCount(match.candidates))}{" "}
          <Button variant="text" onClick={() => go({ view: "search", query: match.identifier })}>
            {texts().product.seeOthers}
          </Button>
        </>
      )}
    </p>
  );
}
