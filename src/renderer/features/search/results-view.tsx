import { SearchX } from "lucide-react";
import { useState } from "react";
import type { Product } from "../../../shared/contract/product.js";
import { Button } from "../../components/button.js";
import { EmptyState } from "../../components/empty-state.js";
import { ErrorNote } from "../../components/error-note.js";
import { SkeletonRows } from "../../components/skeleton.js";
import { WatchToggle } from "../../components/watch-toggle.js";
import { formatCount, formatPlural } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useRowKeys } from "../../lib/use-row-keys.js";
import { useAnswerList } from "../../stores/answers.js";
import { focusLookup } from "../../stores/lookup.js";
import { useWatchedRows } from "../../stores/watch-list.js";
import { ProductRow } from "./product-row.js";
import "./results-view.css";

const pageSize = 20;

/** How many pages of each query were opened, so that going back finds the same list. */
const openedPages = new Map<string, number>();

export function ResultsView({ query }: { readonly query: string }) {
  const [pages, setPages] = useState(() => openedPages.get(query) ?? 1);
  const answers = useAnswerList(
    "products.search",
    Array.from({ length: pages }, (_, page) => ({ q: query, limit: pageSize, offset: page * pageSize })),
  );
  const first = answers[0];
  const last = answers.at(-1);
  const products = answers.flatMap((answer) => answer.data?.data ?? []);
  const total = first?.data?.pagination.total ?? 0;
  const loadMore = () => {
    openedPages.set(query, pages + 1);
    setPages(pages + 1);
  };

  if (first?.data && products.length === 0) return <NothingFound query={query} />;
  return (
    <div className="page">
      <header className="page-header">
        <h1 className="results-title">{texts().search.resultsFor(query)}</h1>
        <p className="quiet" role="status">
          {first?.data ? texts().search.bestFirst(formatPlural("product", total)) : texts().search.underWay}
        </p>
      </header>
      {products.length > 0 && <ProductList products={products} />}
      {last?.isLoading && !last.data && (
        <div className="list-card">
          <SkeletonRows count={pages === 1 ? 8 : 4} label={texts().search.searching} />
        </div>
      )}
      {last?.error && <ErrorNote error={last.error} onRetry={last.refresh} />}
      {last?.data && products.length < total && (
        <Button className="load-more" onClick={loadMore}>
          {texts().common.loadMore}
          <span className="quiet">
            {texts().common.outOf(formatCount(products.length), formatCount(total))}
          </span>
        </Button>
      )}
    </div>
  );
}

function ProductList({ products }: { readonly products: readonly Product[] }) {
  const keys = useRowKeys();
  const watched = useWatchedRows();
  return (
    <ul className="list-card" aria-label={texts().search.products} {...keys}>
      {products.map((product) => (
        <li key={product.service} className="row-with-side">
          <ProductRow product={product} />
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

function NothingFound({ query }: { readonly query: string }) {
  return (
    <EmptyState icon={<SearchX size={22} />} title={texts().search.nothingFor(query)} isPage>
      <p>{texts().search.otherWords}</p>
      <Button variant="primary" onClick={focusLookup}>
        {texts().search.changeWords}
      </Button>
    </EmptyState>
  );
}
