import { Button } from "../../components/button.js";
import { SelectBox } from "../../components/fields.js";
import { Segmented } from "../../components/segmented.js";
import { texts } from "../../lib/texts.js";
import { changeFilters, type DealFilters, type DealGrade, hasFilters, noFilters } from "./deal-filters.js";
import { DelayedInput } from "./delayed-input.js";
import "./deal-toolbar.css";

const sorts = ["hot", "new", "top-hour", "top-day", "top-week"] as const;
const grades: readonly DealGrade[] = ["", "A", "B", "C", "D"];

interface DealToolbarProps {
  readonly filters: DealFilters;
  readonly problem: string | null;
  /** Hosts of the shops whose deals are shown. */
  readonly retailers: readonly string[];
}

export function DealToolbar({ filters, problem, retailers }: DealToolbarProps) {
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
        <p className="deal-problem bad" role="alert">
          {problem}
        </p>
      )}
    </search>
  );
}
