import { Button } from "../../components/button.js";
import { Segmented } from "../../components/segmented.js";
import { changeFilters, type DealFilters, type DealGrade, hasFilters, noFilters } from "./deal-filters.js";
import { DelayedInput } from "./delayed-input.js";
import "./deal-toolbar.css";

const sorts = [
  { value: "hot", label: "Hot", tip: "Votes, the fresh ones first" },
  { value: "new", label: "New", tip: "The newest first" },
  { value: "top-hour", label: "Hour", tip: "Most votes in the last hour" },
  { value: "top-day", label: "Day", tip: "Most votes in the last day" },
  { value: "top-week", label: "Week", tip: "Most votes in the last week" },
] as const;

const grades: readonly { readonly value: DealGrade; readonly label: string }[] = [
  { value: "", label: "Any" },
  { value: "A", label: "A" },
  { value: "B", label: "B" },
  { value: "C", label: "C" },
  { value: "D", label: "D" },
];

interface DealToolbarProps {
  readonly filters: DealFilters;
  readonly problem: string | null;
}

export function DealToolbar({ filters, problem }: DealToolbarProps) {
  return (
    <search className="deal-toolbar">
      <Segmented
        label="Sort by"
        segments={sorts}
        value={filters.sort}
        onChange={(sort) => changeFilters({ sort })}
      />
      <div className="deal-filter">
        <span className="deal-filter-label" aria-hidden="true">
          Grade
        </span>
        <Segmented
          label="Grade"
          segments={grades}
          value={filters.grade}
          onChange={(grade) => changeFilters({ grade })}
        />
      </div>
      <div className="deal-fields">
        <DelayedInput
          label="Retailer"
          placeholder="shop.example"
          value={filters.retailer}
          onChange={(retailer) => changeFilters({ retailer })}
        />
        <fieldset className="deal-prices">
          <legend className="visually-hidden">Price range</legend>
          <DelayedInput
            label="Lowest price"
            placeholder="$ min"
            isNumber
            value={filters.minPrice}
            onChange={(minPrice) => changeFilters({ minPrice })}
          />
          <span aria-hidden="true">–</span>
          <DelayedInput
            label="Highest price"
            placeholder="$ max"
            isNumber
            value={filters.maxPrice}
            onChange={(maxPrice) => changeFilters({ maxPrice })}
          />
        </fieldset>
      </div>
      {hasFilters(filters) && (
        <Button variant="quiet" onClick={() => changeFilters({ ...noFilters, sort: filters.sort })}>
          Clear filters
        </Button>
      )}
      {problem && (
        <p className="deal-problem" role="alert">
          {problem}
        </p>
      )}
    </search>
  );
}
