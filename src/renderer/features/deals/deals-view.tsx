import { BadgePercent } from "lucide-react";
import type { CallError } from "../../../shared/calls.js";
import type { Deal } from "../../../shared/contract/deal.js";
import { Button } from "../../components/button.js";
import { EmptyState, ErrorNote, SkeletonRows } from "../../components/states.js";
import { formatCount, formatPlural } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useRowKeys } from "../../lib/use-row-keys.js";
import { useAnswerList } from "../../stores/answers.js";
import {
  changeFilters,
  dealInputs,
  hasFilters,
  noFilters,
  openNextPage,
  problemOf,
  useDealFilters,
} from "./deal-filters.js";
import { DealItem } from "./deal-item.js";
import { DealToolbar } from "./deal-toolbar.js";
import { OwnDeals } from "./own-deals.js";
import "./deals.css";

export function DealsView() {
  const filters = useDealFilters();
  const problem = problemOf(filters);
  const answers = useAnswerList("deals.list", problem ? [] : dealInputs(filters, filters.pages));
  // Votes reorder deals, so the next page may repeat one.
  const deals = distinct(answers.flatMap((answer) => answer.data?.deals ?? []));
  const last = answers.at(-1);
  const total = answers[0]?.data?.pagination.total;
  // Without the sample or a service, there are no deals to filter.
  const hasMarket = total !== 0 || hasFilters(filters);
  return (
    <div className="page">
      <header className="page-header">
        <h1>{texts().app.places.deals}</h1>
        <p className="quiet" role="status">
          {total ? formatPlural("deal", total) : ""}
        </p>
      </header>
      <OwnDeals />
      {hasMarket && <h2>{texts().deals.market}</h2>}
      {hasMarket && <DealToolbar filters={filters} problem={problem} retailers={retailersOf(deals)} />}
      {hasMarket && last?.data && deals.length === 0 && <NoDeals />}
      {deals.length > 0 && <DealList deals={deals} />}
      {last && !last.data && (
        <Pending error={last.error} onRetry={last.refresh} rows={deals.length > 0 ? 4 : 8} />
      )}
      {last?.data?.pagination.has_more && (
        <Button className="load-more" onClick={openNextPage}>
          {texts().common.loadMore}
          <span className="quiet">
            {texts().common.outOf(formatCount(deals.length), formatCount(total ?? 0))}
          </span>
        </Button>
      )}
    </div>
  );
}

function retailersOf(deals: readonly Deal[]): readonly string[] {
  return [...new Set(deals.map(({ retailer }) => retailer.name))].sort();
}

function distinct(deals: readonly Deal[]): readonly Deal[] {
  return [...new Map(deals.map((deal) => [deal.path, deal])).values()];
}

function DealList({ deals }: { readonly deals: readonly Deal[] }) {
  const keys = useRowKeys();
  return (
    <ul className="list-card" aria-label={texts().app.places.deals} {...keys}>
      {deals.map((deal) => (
        <DealItem key={deal.path} deal={deal} />
      ))}
    </ul>
  );
}

interface PendingProps {
  readonly error: CallError | null;
  readonly onRetry: () => void;
  readonly rows: number;
}

function Pending({ error, onRetry, rows }: PendingProps) {
  if (error) return <ErrorNote error={error} onRetry={onRetry} />;
  return <SkeletonRows count={rows} label={texts().deals.loading} tall />;
}

function NoDeals() {
  const { deals } = texts();
  return (
    <EmptyState icon={BadgePercent} title={deals.nonePasses} text={deals.widen}>
      <Button variant="primary" onClick={() => changeFilters(noFilters)}>
        {deals.clearFilters}
      </Button>
    </EmptyState>
  );
}
