import { BadgePercent } from "lucide-react";
import { useEffect, useId, useMemo, useState } from "react";
import { thinHistoryDays } from "../../../shared/app/limits.js";
import type { WatchRow } from "../../../shared/app/watch.js";
import { minOf } from "../../../shared/arrays.js";
import type { CallError } from "../../../shared/calls.js";
import type { Deal } from "../../../shared/contract/deal.js";
import { DAY_MS } from "../../../shared/time.js";
import { Button } from "../../components/button.js";
import { SelectBox } from "../../components/fields.js";
import { GradeBadge, Price } from "../../components/price.js";
import { RowButton } from "../../components/row-button.js";
import { Section } from "../../components/section.js";
import { Segmented } from "../../components/segmented.js";
import { ShopName } from "../../components/shop-name.js";
import { EmptyState, ErrorNote, SkeletonRows } from "../../components/states.js";
import { figureLevels, TideGauge } from "../../components/tide-gauge.js";
import { bestNotes } from "../../lib/best-offer.js";
import { classNames } from "../../lib/class-names.js";
import { formatCount, formatPlural, formatShortDay } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useNow } from "../../lib/use-now.js";
import { useRowKeys } from "../../lib/use-row-keys.js";
import { goodNow, reasonsToBuy, tooYoung } from "../../lib/watch/good-now.js";
import { heldText } from "../../lib/watch/watch-health.js";
import { useAnswerList } from "../../stores/answers.js";
import { useWatchList } from "../../stores/watch-list.js";
import {
  changeFilters,
  type DealFilters,
  type DealGrade,
  dealInputs,
  hasFilters,
  noFilters,
  openNextPage,
  problemOf,
  useDealFilters,
} from "./deal-filters.js";
import { DealItem } from "./deal-item.js";
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

const maxShown = 50;

/** Watched products at a good price, each with the reason. */
function OwnDeals() {
  const items = useWatchList((state) => state.items);
  const watched = useMemo(() => items.map(({ row }) => row), [items]);
  const rows = useMemo(() => goodNow(watched).slice(0, maxShown), [watched]);
  const young = useMemo(() => tooYoung(watched), [watched]);
  const keys = useRowKeys();
  const nowMs = useNow();
  const { deals } = texts();
  return (
    <Section title={deals.own} flush={rows.length > 0}>
      {rows.length === 0 ? (
        <p className="quiet">{items.length === 0 ? deals.ownNothingWatched : whyNone(watched, nowMs)}</p>
      ) : (
        <ul className="own-deals divided" aria-label={deals.own} {...keys}>
          {rows.map((row) => (
            <li key={row.product_key}>
              <OwnDeal row={row} />
            </li>
          ))}
        </ul>
      )}
      {rows.length > 0 && young.length > 0 && (
        <p className="own-deals-young ruled quiet">
          {deals.ownYoung(formatPlural("product", young.length))} {firstVerdict(young, nowMs)}
        </p>
      )}
    </Section>
  );
}

/** Why no watched product is at a good price: each may be too young for a verdict. */
function whyNone(rows: readonly WatchRow[], nowMs: number): string {
  const { deals } = texts();
  if (rows.some(({ usual_low }) => usual_low !== null)) return deals.ownNone;
  return `${deals.ownTooEarly} ${firstVerdict(rows, nowMs)}`.trimEnd();
}

/** When the first of these products has enough history; empty if that day has passed. */
function firstVerdict(rows: readonly WatchRow[], nowMs: number): string {
  const firstMs = minOf(rows.map(({ added_at }) => Date.parse(added_at))) ?? 0;
  const dueMs = firstMs + thinHistoryDays * DAY_MS;
  return dueMs > nowMs ? texts().deals.ownFirstVerdict(formatShortDay(dueMs)) : "";
}

function OwnDeal({ row }: { readonly row: WatchRow }) {
  const { best, grade } = row;
  if (best === null) return null;
  const held = heldText(row);
  const notes = bestNotes(best);
  return (
    <RowButton
      product={row}
      line={
        <>
          <ShopName host={best.retailer} /> · {notes && `${notes} · `}
          <span className="good strong">{reasonsToBuy(row).join(" · ")}</span>
          {held !== null && ` · ${held}`}
        </>
      }
    >
      <span className="own-deal-tide">
        <TideGauge size="result" currency={best.currency} levels={figureLevels(row)} />
      </span>
      <Price amount={best.price} currency={best.currency} size="row" />
      <span className="own-deal-grade fixed">{grade && <GradeBadge grade={grade} />}</span>
    </RowButton>
  );
}

const sorts = ["hot", "new", "top-hour", "top-day", "top-week"] as const;
const grades: readonly DealGrade[] = ["", "A", "B", "C", "D"];

interface DealToolbarProps {
  readonly filters: DealFilters;
  readonly problem: string | null;
  /** Hosts of the shops whose deals are shown. */
  readonly retailers: readonly string[];
}

function DealToolbar({ filters, problem, retailers }: DealToolbarProps) {
  const { adding, deals, watchList } = texts();
  return (
    <search className="deal-toolbar line wraps">
      <SelectBox
        label={deals.sortBy}
        choices={sorts.map((value) => ({ value, label: deals.sorts[value] }))}
        value={filters.sort}
        onChange={(sort) => changeFilters({ sort })}
      />
      <div className="deal-filter line shrinks">
        <span className="quiet" aria-hidden="true">
          {watchList.columnNames.grade}
        </span>
        <Segmented
          label={watchList.columnNames.grade}
          segments={grades.map((value) => ({ value, label: value || deals.anyGrade }))}
          value={filters.grade}
          onChange={(grade) => changeFilters({ grade })}
        />
      </div>
      <div className="line">
        <DelayedInput
          label={deals.retailer}
          placeholder={deals.anyRetailer}
          suggestions={retailers}
          value={filters.retailer}
          onChange={(retailer) => changeFilters({ retailer })}
        />
        <fieldset className="deal-prices line shrinks">
          <legend className="visually-hidden">{watchList.tide}</legend>
          <DelayedInput
            label={adding.ends.lowest}
            placeholder={deals.least}
            isNumber
            value={filters.minPrice}
            onChange={(minPrice) => changeFilters({ minPrice })}
          />
          <span aria-hidden="true">–</span>
          <DelayedInput
            label={adding.ends.highest}
            placeholder={deals.most}
            isNumber
            value={filters.maxPrice}
            onChange={(maxPrice) => changeFilters({ maxPrice })}
          />
        </fieldset>
      </div>
      {hasFilters(filters) && (
        <Button variant="quiet" onClick={() => changeFilters({ ...noFilters, sort: filters.sort })}>
          {deals.clearFilters}
        </Button>
      )}
      {problem && (
        <p className="full bad" role="alert">
          {problem}
        </p>
      )}
    </search>
  );
}

/** Debounces input, so that the list does not jump with every letter. */
const pauseMs = 250;

interface DelayedInputProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly isNumber?: boolean;
  readonly suggestions?: readonly string[];
  readonly onChange: (value: string) => void;
}

/** A text field that reports after a pause, on Enter, or on blur. */
function DelayedInput(props: DelayedInputProps) {
  const { label, placeholder, value, isNumber = false, suggestions = [], onChange } = props;
  const listId = useId();
  const [draft, setDraft] = useState(value);
  useEffect(() => setDraft(value), [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the pause, not a new onChange
  useEffect(() => {
    if (draft === value) return;
    const timer = setTimeout(() => onChange(draft), pauseMs);
    return () => clearTimeout(timer);
  }, [draft]);
  return (
    <>
      <input
        list={suggestions.length > 0 ? listId : undefined}
        className={classNames("field", isNumber && "is-number")}
        aria-label={label}
        placeholder={placeholder}
        inputMode={isNumber ? "decimal" : "text"}
        spellCheck={false}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={() => draft !== value && onChange(draft)}
        onKeyDown={(event) => event.key === "Enter" && onChange(draft)}
      />
      {suggestions.length > 0 && (
        <datalist id={listId}>
          {suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </>
  );
}
