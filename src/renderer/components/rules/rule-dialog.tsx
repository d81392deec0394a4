import { useState } from "react";
import type { ChannelSummary } from "../../../shared/app/channels.js";
import { isAddition } from "../../../shared/app/rule-scope.js";
import type { AlertRule } from "../../../shared/app/rules.js";
import { assertNever } from "../../../shared/assert-never.js";
import type { Condition } from "../../../shared/contract/primitives.js";
import { amountField, editableAmount, parseAmount } from "../../lib/amount.js";
import { formatMoney } from "../../lib/format.js";
import {
  channelsOf,
  draftOf,
  figureOf,
  newDraft,
  percentHint,
  type RuleDraft,
  ruleChoices,
  type SendTo,
  triggerOf,
} from "../../lib/rule-kinds.js";
import { conditionNames } from "../../lib/rule-text.js";
import { shopName } from "../../lib/shop-name.js";
import type { KnownPrices } from "../../lib/suggested-targets.js";
import { texts } from "../../lib/texts.js";
import { useAnswer } from "../../stores/answers.js";
import { saveRule } from "../../stores/rules.js";
import { FormDialog } from "../dialog.js";
import { CheckField, SelectField, TextField, withOrWithout } from "../fields.js";
import { SuggestedTargets } from "../suggested-targets.js";
import "./rules.css";

const sendToChoices: readonly SendTo[] = ["all", "some", "none"];
const conditions: readonly Condition[] = ["new", "used", "refurbished"];

/** The initial values of the form: the product of a new rule, and its known data. */
export interface RuleSubject extends KnownPrices {
  /** Null for all products. */
  readonly productKey: string | null;
  /** Shops that sell it. */
  readonly retailers: readonly string[];
  /** Whether used or refurbished offers exist beside new ones. A new rule then defaults to new ones. */
  readonly hasUsed: boolean;
  /** Of a new rule, unless `hasUsed` decides. */
  readonly condition?: Condition | null;
}

export const anyProduct: RuleSubject = {
  productKey: null,
  price: null,
  lowest: null,
  usual: null,
  currency: "USD",
  retailers: [],
  hasUsed: false,
};

interface RuleDialogProps {
  readonly subject: RuleSubject;
  /** The rule to change; without it, a new one is created. */
  readonly rule?: AlertRule | undefined;
  readonly onClose: () => void;
}

function dialogTitle({ productKey }: RuleSubject, isEdit: boolean): string {
  const { rules } = texts();
  if (productKey === null) return isEdit ? rules.editRuleForAll : rules.newRuleForAll;
  return isEdit ? rules.editRule : rules.newRule;
}

export function RuleDialog({ subject, rule, onClose }: RuleDialogProps) {
  const [draft, setDraft] = useState<RuleDraft>(() =>
    rule ? draftOf(rule) : newDraft(subject, subject.condition ?? (subject.hasUsed ? "new" : "")),
  );
  const change = (part: Partial<RuleDraft>) => setDraft((now) => ({ ...now, ...part }));
  const save = async () => {
    const { error } = await saveRule({
      ...(rule && { id: rule.id }),
      product_key: subject.productKey,
      trigger: triggerOf(draft),
      retailer: draft.retailer.trim() || null,
      condition: draft.condition || null,
      is_enabled: rule?.is_enabled ?? true,
      channels: channelsOf(draft),
    });
    return error;
  };
  const channels = useAnswer("channels.list", {}).data?.channels ?? [];
  const { common, rules } = texts();
  // Prices compare within one currency only.
  const price = draft.currency === subject.currency ? subject.price : null;
  return (
    <FormDialog
      title={dialogTitle(subject, rule !== undefined)}
      submit={rule ? common.save : rules.addRule}
      isComplete={draft.sendTo !== "some" || draft.channels.length > 0}
      onSubmit={save}
      onClose={onClose}
    >
      <SelectField
        label={rules.tellMeWhen}
        choices={ruleChoices.map((value) => ({ value, label: rules.choices[value] }))}
        value={draft.choice}
        onChange={(choice) => change({ choice })}
      />
      <FigureField draft={draft} price={price} onChange={change} />
      {draft.choice === "target" && (
        <SuggestedTargets
          prices={{ ...subject, price }}
          selected={parseAmount(draft.price)}
          onSelect={(target) => change({ price: editableAmount(target) })}
        />
      )}
      <div className="form-pair">
        <RetailerField draft={draft} retailers={subject.retailers} onChange={change} />
        <ConditionField draft={draft} onChange={change} />
      </div>
      {channels.length > 0 && <ChannelsField draft={draft} channels={channels} onChange={change} />}
      {subject.productKey !== null && !isAddition(triggerOf(draft).kind) && (
        <p className="quiet" role="status">
          {rules.replacesGeneral}
        </p>
      )}
    </FormDialog>
  );
}

interface FieldProps {
  readonly draft: RuleDraft;
  readonly onChange: (part: Partial<RuleDraft>) => void;
}

interface FigureFieldProps extends FieldProps {
  /** The best price now, in the rule's currency. */
  readonly price: number | null;
}

/** The figure of a kind of rule, if it has one. */
function FigureField({ draft, price, onChange }: FigureFieldProps) {
  const { rules } = texts();
  const figure = figureOf(draft);
  switch (figure) {
    case "price": {
      const isMet = price !== null && draft.price !== "" && price <= (parseAmount(draft.price) ?? 0);
      const hint = isMet ? rules.bestNowMet : rules.bestNow;
      return (
        <TextField
          {...amountField(draft.currency)}
          label={texts().product.targetIn(draft.currency)}
          value={draft.price}
          onChange={(typed) => onChange({ price: typed })}
        >
          <span className="small plain quiet">
            {price !== null && `${hint(formatMoney(price, draft.currency))} `}
            {rules.counted(draft.currency)}
          </span>
        </TextField>
      );
    }
    case "percent":
      return (
        <TextField
          label={rules.byPercent}
          type="number"
          required
          min={draft.choice === "drop" ? "1" : "0"}
          max="95"
          step="any"
          value={draft.percent}
          onChange={(percent) => onChange({ percent })}
        >
          <span className="small plain quiet">{percentHint(draft.choice)}</span>
        </TextField>
      );
    case "days":
      return <DaysField draft={draft} onChange={onChange} />;
    case null:
      return null;
    default:
      return assertNever(figure);
  }
}

function DaysField({ draft: { isEver, days }, onChange }: FieldProps) {
  const { rules } = texts();
  return (
    <fieldset className="rule-days line gap-3">
      <legend>{rules.lowest}</legend>
      {[true, false].map((ever) => (
        <CheckField
          key={String(ever)}
          type="radio"
          name="rule-days"
          checked={isEver === ever}
          onChange={() => onChange({ isEver: ever })}
        >
          {ever ? rules.ever : rules.inTheLast}
        </CheckField>
      ))}
      <label className="form-check line">
        <input
          className="field"
          type="number"
          aria-label={rules.days}
          required={!isEver}
          disabled={isEver}
          min="1"
          max="3650"
          step="1"
          value={days}
          onChange={({ target }) => onChange({ days: target.value })}
        />
        {rules.daysAfter}
      </label>
    </fieldset>
  );
}

interface RetailerFieldProps extends FieldProps {
  readonly retailers: readonly string[];
}

/** A product's shops are selected from a list; rules for all products accept any shop. */
function RetailerField({ draft: { retailer }, retailers, onChange }: RetailerFieldProps) {
  const { rules } = texts();
  if (retailers.length === 0)
    return (
      <TextField
        label={rules.shop}
        placeholder={rules.allShops}
        maxLength={253}
        spellCheck={false}
        value={retailer}
        onChange={(typed) => onChange({ retailer: typed })}
      />
    );
  const offered = retailer === "" || retailers.includes(retailer) ? retailers : [...retailers, retailer];
  return (
    <SelectField
      label={rules.shop}
      choices={[
        { value: "", label: rules.allShops },
        ...offered.map((each) => ({ value: each, label: shopName(each) })),
      ]}
      value={retailer}
      onChange={(value) => onChange({ retailer: value })}
    />
  );
}

function ConditionField({ draft, onChange }: FieldProps) {
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

interface ChannelsFieldProps extends FieldProps {
  readonly channels: readonly ChannelSummary[];
}

function ChannelsField({ draft: { sendTo, channels: selected }, channels, onChange }: ChannelsFieldProps) {
  const { rules } = texts();
  return (
    <>
      <SelectField
        label={rules.sendTo}
        choices={sendToChoices.map((value) => ({ value, label: rules.sendToChoices[value] }))}
        value={sendTo}
        onChange={(value) => onChange({ sendTo: value })}
      />
      {sendTo === "some" && (
        <fieldset className="stack gap-0 bounded">
          <legend className="visually-hidden">{rules.sendTo}</legend>
          {channels.map(({ id, name }) => (
            <CheckField
              key={id}
              checked={selected.includes(id)}
              onChange={(isOn) => onChange({ channels: withOrWithout(selected, id, isOn) })}
            >
              <span className="truncate">{name}</span>
            </CheckField>
          ))}
          {selected.length === 0 && <p className="quiet">{rules.selectChannel}</p>}
        </fieldset>
      )}
    </>
  );
}
