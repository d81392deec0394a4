import type { Condition } from "../../../shared/contract/primitives.js";
import type { FieldProps } from "../../lib/rule-kinds.js";
import { conditionNames } from "../../lib/rule-text.js";
import { texts } from "../../lib/texts.js";
import { SelectField } from "../select-box.js";

const conditions: readonly Condition[] = ["new", "used", "refurbished"];

/** A product's shops are selected from a list; rules for all products accept any shop. */
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
    <SelectField
      label={rules.shop}
      choices={[
        { value: "", label: rules.allShops },
        ...offered.map((each) => ({ value: each, label: each })),
      ]}
      value={retailer}
      onChange={(value) => onChange({ retailer: value })}
    />
  );
}

export function ConditionField({ draft, onChange }: FieldProps) {
  const { rules } = texts();
  return (
    <SelectField
      label={rules.condition}
      choices={[
        { value: "", label: rules.anyCondition },
        ...conditions.map((value) => ({ value, label: conditionNames()[value] })),
      ]}
      value={draft.condition}
      onChange={(value) => onChange({ condition: value })}
    />
  );
}
