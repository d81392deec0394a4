import { SearchX } from "lucide-react";
import { useState } from "react";
import type { ProductFigures } from "../../../shared/app/search.js";
import { chunk } from "../../../shared/arrays.js";
import type { Product } from "../../../shared/contract/product.js";
import { paidWords } from "../../../shared/texts/sentences.js";
import { Button } from "../../components/button.js";
import { SelectBox } from "../../components/fields.js";
import { GradeBadge, Price } from "../../components/price.js";
import { ProductImage } from "../../components/product-image.js";
import { Rating } from "../../components/rating.js";
import { isOfSample } from "../../components/sample-drawing.js";
import { EmptyState, ErrorNote, SkeletonRows } from "../../components/states.js";
import { Tag } from "../../components/tag.js";
import { figureLevels, TideGauge } from "../../components/tide-gauge.js";
import { WatchToggle } from "../../components/watch-toggle.js";
import { openPage } from "../../lib/bridge.js";
import { formatCount, formatPlural } from "../../lib/format.js";
import { explainUnknown, kindOfText } from "../../lib/identifier.js";
import { texts } from "../../lib/texts.js";
import { useRowKeys } from "../../lib/use-row-keys.js";
import { addAll } from "../../stores/adding/links.js";
import { useAnswer, useAnswerList } from "../../stores/answers.js";
import { focusLookup } from "../../stores/lookup.js";
import { go } from "../../stores/navigation.js";
import { openProduct } from "../../stores/products.js";
import { settingsHere } from "../../stores/settings.js";
import { useWatchedRows } from "../../stores/watch-list.js";
import {
  type Arrangement,
  arrangeResults,
  brandsOf,
  type Result,
  type ResultSort,
  resultSorts,
} from "./arrange-results.js";
import "./search.css";

/** Large enough that ordering by price compares most of the results. */
const pageSize = 50;

/** The number of loaded pages per query, so that going back shows the same list. */
const openedPages = new Map<string, number>();

export function ResultsView({ query }: { readonly query: string }) {
  const first = useAnswer("products.search", { q: query, limit: pageSize, offset: 0 });
  const isEmpty = first.data?.data.length === 0;
  return isEmpty ? <Corrected query={query} /> : <Results key={query} query={query} />;
}

/** The results for a corrected spelling, if the words themselves match nothing. */
function Corrected({ query }: { readonly query: string }) {
  const { data, isLoading } = useAnswer("products.spelling", { q: query.slice(0, 200) });
  if (data === null && isLoading) return null;
  if (!data?.words) return <NothingFound query={query} />;
  return <Results key={data.words} query={data.words} typed={query} />;
}

/** Requests the figures page by page, so that known ones stay while the next page loads. */
function useFigures(products: readonly Product[]) {
  const keys = products.map(({ service: productKey }) => productKey);
  const answers = useAnswerList(
    "products.figures",
    chunk(keys, pageSize).map((part) => ({ product_keys: [...part] })),
  );
  const figures = answers.flatMap(({ data }) => data?.figures ?? []);
  return new Map(figures.map((each) => [each.product_key, each]));
}

interface ResultsProps {
  readonly query: string;
  /** The typed words, which match nothing. */
  readonly typed?: string;
}

function Results({ query, typed }: ResultsProps) {
  const [pages, setPages] = useState(() => openedPages.get(query) ?? 1);
  const [arrangement, setArrangement] = useState<Arrangement>({ sort: "match", brand: null });
  const { common, search } = texts();
  const answers = useAnswerList(
    "products.search",
    Array.from({ length: pages }, (_, page) => ({ q: query, limit: pageSize, offset: page * pageSize })),
  );
  const products = answers.flatMap((answer) => answer.data?.data ?? []);
  const figures = useFigures(products);
  const results = products.map((product) => ({ product, figures: figures.get(product.service) }));
  const total = answers[0]?.data?.pagination.total ?? 0;
  const last = answers.at(-1);
  const loadMore = () => {
    openedPages.set(query, pages + 1);
    setPages(pages + 1);
  };
  return (
    <div className="page">
      <header className="page-header">
        <h1 className="breaks">{search.resultsFor(query)}</h1>
        <p className="quiet" role="status">
          {answers[0]?.data ? formatPlural("product", total) : search.underWay}
        </p>
      </header>
      {typed !== undefined && <p>{search.corrected(typed)}</p>}
      {results.length > 1 && <Toolbar results={results} value={arrangement} onChange={setArrangement} />}
      {results.length > 0 && <ResultList results={arrangeResults(results, arrangement)} />}
      {last?.isLoading && !last.data && <SkeletonRows count={pages === 1 ? 8 : 4} label={search.searching} />}
      {last?.error && <ErrorNote error={last.error} onRetry={last.refresh} />}
      {last?.data && products.length < total && (
        <Button className="load-more" onClick={loadMore}>
          {common.loadMore}
          <span className="quiet">{common.outOf(formatCount(products.length), formatCount(total))}</span>
        </Button>
      )}
    </div>
  );
}

interface ToolbarProps {
  readonly results: readonly Result[];
  readonly value: Arrangement;
  readonly onChange: (arrangement: Arrangement) => void;
}

/** No brand has this name. Radix Select reserves the empty string. */
const allBrands = "\n";

function Toolbar({ results, value, onChange }: ToolbarProps) {
  const { search, deals } = texts();
  const brands = brandsOf(results);
  return (
    <search className="results-toolbar line wraps">
      <SelectBox<ResultSort>
        label={deals.sortBy}
        choices={resultSorts.map((sort) => ({ value: sort, label: search.sorts[sort] }))}
        value={value.sort}
        onChange={(sort) => onChange({ ...value, sort })}
      />
      {brands.length > 1 && (
        <SelectBox
          label={search.brand}
          choices={[
            { value: allBrands, label: search.allBrands },
            ...brands.map((brand) => ({ value: brand, label: brand })),
          ]}
          value={value.brand ?? allBrands}
          onChange={(brand) => onChange({ ...value, brand: brand === allBrands ? null : brand })}
        />
      )}
    </search>
  );
}

function ResultList({ results }: { readonly results: readonly Result[] }) {
  const keys = useRowKeys();
  const watched = useWatchedRows();
  return (
    <ul className="list-card" aria-label={texts().search.products} {...keys}>
      {results.map(({ product, figures }) => (
        <li key={product.service} className="row-with-side line gap-1">
          <ProductRow product={product} figures={figures} />
          <WatchToggle
            productKey={product.service}
            title={product.title}
            schedule={watched.get(product.service)}
          />
        </li>
      ))}
    </ul>
  );
}

/** Explains that only this computer was searched, and offers other places to search. */
function NothingFound({ query }: { readonly query: string }) {
  const { search, services } = texts();
  const web = `https://duckduckgo.com/?q=${encodeURIComponent(query)}`;
  return (
    <EmptyState icon={SearchX} title={search.notHere(query)} text={search.onlyHere} isPage>
      <p className="results-next line wraps">
        <Button variant="primary" onClick={() => openPage(web)}>
          {search.searchWeb}
        </Button>
        {settingsHere().includes("programs") && (
          <Button onClick={() => go({ view: "settings", section: "programs", isConnecting: true })}>
            {services.connectOne}
          </Button>
        )}
        <Button variant="quiet" onClick={focusLookup}>
          {search.changeWords}
        </Button>
      </p>
    </EmptyState>
  );
}

const amazonHosts = ["www.amazon.com", "www.amazon.de", "www.amazon.co.uk", "www.amazon.fr"] as const;

/** Explains an unknown barcode or ASIN, and offers the next step. */
export function UnknownView({ text }: { readonly text: string }) {
  const { search } = texts();
  const web = `https://duckduckgo.com/?q=${encodeURIComponent(text)}`;
  return (
    <EmptyState icon={SearchX} title={search.notHere(text)} text={explainUnknown(text)} isPage>
      <p className="results-next line wraps">
        {kindOfText(text) === "asin" &&
          amazonHosts.map((host) => (
            <Button key={host} onClick={() => addAll([`https://${host}/dp/${text.trim().toUpperCase()}`])}>
              {search.addFrom(host.replace("www.", ""))}
            </Button>
          ))}
        <Button onClick={() => openPage(web)}>{search.searchWeb}</Button>
        <Button variant="quiet" onClick={focusLookup}>
          {search.lookUpElse}
        </Button>
      </p>
    </EmptyState>
  );
}

/** A search result: product, price and gauge. */
function ProductRow({ product, figures }: Result) {
  return (
    <button
      type="button"
      data-row={product.service}
      className="row result"
      onClick={() => openProduct(product)}
    >
      <ProductImage title={product.title} category={product.category} source={product.images?.[0]} />
      <span className="row-text">
        <span className="row-title two-lines">{product.title}</span>
        <span className="result-facts line gap-3 shrinks quiet">
          <span className="truncate">{factsOf(product).join(" · ")}</span>
          {product.rating && <Rating value={product.rating.value} count={product.rating.count} />}
        </span>
      </span>
      {figures && <Figures figures={figures} />}
    </button>
  );
}

/** The model number tells similar products apart. */
function factsOf(product: Result["product"]): string[] {
  const { brand, category, model, title } = product;
  const market = isOfSample(product) ? texts().app.sample : undefined;
  const facts = [brand, category, model, market].filter((fact) => fact !== undefined);
  return facts.filter((fact) => !title.toLowerCase().includes(fact.toLowerCase()));
}

function Figures({ figures }: { readonly figures: ProductFigures }) {
  const { best, grade, shops, condition } = figures;
  const { rules, history } = texts();
  if (best === null)
    return (
      <>
        <span className="result-price small stack gap-0 ends fixed quiet">{history.outOfStock}</span>
        <span className="result-grade fixed" />
      </>
    );
  return (
    <>
      <span className="result-tide fixed">
        <TideGauge size="result" currency={best.currency} levels={figureLevels(figures)} />
      </span>
      <span className="result-price small stack gap-0 ends fixed">
        <Price amount={best.price} currency={best.currency} size="row" />
        <span className="quiet truncate">
          {condition !== null && condition !== "new" && <Tag>{rules.conditions[condition]}</Tag>}{" "}
          {paidWords(best, texts().reasons.verdict.paid) || formatPlural("shop", shops)}
        </span>
      </span>
      <span className="result-grade fixed">{grade && <GradeBadge grade={grade} />}</span>
    </>
  );
}
