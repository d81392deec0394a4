import type { Condition } from "../../../shared/contract/primitives.js";
import type { FieldProps } from "../../lib/rule-kinds.js";
import { conditionNames } from "../../lib/rule-text.js";
import { texts } from "../../lib/texts.js";

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
