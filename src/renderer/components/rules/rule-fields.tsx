import type { Condition } from "../../../shared/contract/primitives.js";
import { formatMoney } from "../../lib/format.js";
import type { RuleDraft } from "../../lib/rule-draft.js";
import { conditionNames } from "../../lib/rule-text.js";
import { texts } from "../../lib/texts.js";

interface FieldProps {
  readonly draft: RuleDraft;
  readonly onChange: (part: Partial<RuleDraft>) => void;
}

/** The figure that a kind of rule needs, if it needs one. */
export function FigureField({ draft, price, onChange }: FieldProps & { readonly price: number | null }) {
  switch (draft.choice) {
    case "target":
      return <TargetField draft={draft} price={price} onChange={onChange} />;
    case "drop":
    case "median":
    case "highest":
      return <PercentField draft={draft} onChange={onChange} />;
    case "low":
      return <DaysField draft={draft} onChange={onChange} />;
    default:
      return null;
  }
}

function TargetField({ draft, price, onChange }: FieldProps & { readonly price: number | null }) {
  const isMet = price !== null && draft.price !== "" && price <= Number(draft.price);
  const hint = isMet ? texts().rules.bestNowMet : texts().rules.bestNow;
  return (
    <label className="form-field">
      {texts().rules.targetIn(draft.currency)}
      <input
        className="field"
        type="number"
        required
        min="0.01"
        step="0.01"
        value={draft.price}
        onChange={(event) => onChange({ price: event.target.value })}
      />
      {price !== null && <span className="rule-hint quiet">{hint(formatMoney(price, draft.currency))}</span>}
    </label>
  );
}

function PercentField({ draft, onChange }: FieldProps) {
  return (
    <label className="form-field">
      {texts().rules.byPercent}
      <input
        className="field"
        type="number"
        required
        min="0"
        max="95"
        step="any"
        value={draft.percent}
        onChange={(event) => onChange({ percent: event.target.value })}
      />
      <span className="rule-hint quiet">
        {draft.choice === "drop" ? texts().rules.zeroIsAnyDrop : texts().rules.zeroIsAnythingUnder}
      </span>
    </label>
  );
}

function DaysField({ draft, onChange }: FieldProps) {
  const { rules } = texts();
  return (
    <fieldset className="rule-days">
      <legend>{rules.lowest}</legend>
      <label className="form-check">
        <input
          type="radio"
          name="rule-days"
          checked={draft.isEver}
          onChange={() => onChange({ isEver: true })}
        />
        {rules.ever}
      </label>
      <label className="form-check">
        <input
          type="radio"
          name="rule-days"
          checked={!draft.isEver}
          onChange={() => onChange({ isEver: false })}
        />
        {rules.inTheLast}
      </label>
      <label className="form-check">
        <input
          className="field"
          type="number"
          aria-label={rules.days}
          required={!draft.isEver}
          disabled={draft.isEver}
          min="1"
          max="3650"
          step="1"
          value={draft.days}
          onChange={(event) => onChange({ days: event.target.value })}
        />
        {rules.daysAfter}
      </label>
    </fieldset>
  );
}

/** Shops that are known are chosen from; for all products, any may be named. */
export function RetailerField({
  draft,
  retailers,
  onChange,
}: FieldProps & { readonly retailers: readonly string[] }) {
  const { retailer } = draft;
  const { rules } = texts();
  if (retailers.length === 0)
    return (
      <label className="form-field">
        {rules.shop}
        <input
          className="field"
          placeholder={rules.allShops}
          maxLength={253}
          spellCheck={false}
          value={retailer}
          onChange={(event) => onChange({ retailer: event.target.value })}
        />
      </label>
    );
  const offered = retailer === "" || retailers.includes(retailer) ? retailers : [...retailers, retailer];
  return (
    <label className="form-field">
      {rules.shop}
      <select
        className="field"
        value={retailer}
        onChange={(event) => onChange({ retailer: event.target.value })}
      >
        <option value="">{rules.allShops}</option>
        {offered.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </label>
  );
}

export function ConditionField({ draft, onChange }: FieldProps) {
  return (
    <label className="form-field">
      {texts().rules.condition}
      <select
        className="field"
        value={draft.condition}
        onChange={(event) => onChange({ condition: event.target.value as Condition | "" })}
      >
        <option value="">{texts().rules.anyCondition}</option>
        {Object.entries(conditionNames()).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
