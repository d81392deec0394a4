import { useEffect, useId, useState } from "react";
import { Button } from "../../components/button.js";
import { SelectBox } from "../../components/fields.js";
import { Segmented } from "../../components/segmented.js";
import { classNames } from "../../lib/class-names.js";
import { texts } from "../../lib/texts.js";
import { changeFilters, type DealFilters, type DealGrade, hasFilters, noFilters } from "./deal-filters.js";

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
