import { type FormEvent, useState } from "react";
import type { AlertRule } from "../../../shared/app/rules.js";
import type { CallError } from "../../../shared/calls.js";
import {
  draftOf,
  FigureField,
  newDraft,
  type RuleDraft,
  ruleChoices,
  triggerOf,
} from "../../lib/rule-kinds.js";
import { texts } from "../../lib/texts.js";
import { saveRule } from "../../stores/rules.js";
import { Button } from "../button.js";
import { Dialog } from "../dialog.js";
import { ErrorNote } from "../error-note.js";
import { SelectField } from "../select-box.js";
import { ConditionField, RetailerField } from "./rule-fields.js";
import "./rules.css";

/** The initial values of the form: the product of a new rule, and its known data. */
export interface RuleSubject {
  /** Null for all products. */
  readonly productKey: string | null;
  /** Best price now. */
  readonly price: number | null;
  /** The lowest ever; null while the history is short. */
  readonly lowest: number | null;
  /** The currency of the price and of a new target. */
  readonly currency: string;
  /** Shops that sell it. */
  readonly retailers: readonly string[];
  /** Whether used or refurbished offers exist beside new ones. A new rule then defaults to new ones. */
  readonly hasUsed: boolean;
}

export const anyProduct: RuleSubject = {
  productKey: null,
  price: null,
  lowest: null,
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

/** The price to compare a target with. Prices compare within one currency only. */
function priceIn({ price, currency }: RuleSubject, wanted: string): number | null {
  return currency === wanted ? price : null;
}

function titleOf({ productKey }: RuleSubject, isEdit: boolean): string {
  const { rules } = texts();
  if (productKey === null) return isEdit ? rules.editRuleForAll : rules.newRuleForAll;
  return isEdit ? rules.editRule : rules.newRule;
}

export function RuleDialog({ subject, rule, onClose }: RuleDialogProps) {
  return (
    <Dialog title={titleOf(subject, rule !== undefined)} onClose={onClose}>
      <RuleForm subject={subject} rule={rule} onClose={onClose} />
    </Dialog>
  );
}

function RuleForm({ subject, rule, onClose }: RuleDialogProps) {
  const [draft, setDraft] = useState<RuleDraft>(() =>
    rule ? draftOf(rule) : newDraft(subject, subject.hasUsed ? "new" : ""),
  );
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<CallError | null>(null);
  const change = (part: Partial<RuleDraft>) => setDraft((now) => ({ ...now, ...part }));
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const failure = await saveRule({
      ...(rule && { id: rule.id }),
      product_key: subject.productKey,
      trigger: triggerOf(draft),
      retailer: draft.retailer.trim() || null,
      condition: draft.condition || null,
      is_enabled: rule?.is_enabled ?? true,
    });
    setBusy(false);
    setError(failure);
    if (!failure) onClose();
  };
  return (
    <form className="form" onSubmit={(event) => void send(event)}>
      <SelectField
        label={texts().rules.tellMeWhen}
        choices={ruleChoices.map((value) => ({ value, label: texts().rules.choices[value] }))}
        value={draft.choice}
        onChange={(choice) => change({ choice })}
      />
      <FigureField draft={draft} price={priceIn(subject, draft.currency)} onChange={change} />
      <div className="rule-filters">
        <RetailerField draft={draft} retailers={subject.retailers} onChange={change} />
        <ConditionField draft={draft} onChange={change} />
      </div>
      {error && <ErrorNote error={error} />}
      <div className="dialog-actions">
        <Button onClick={onClose}>{texts().common.cancel}</Button>
        <Button variant="primary" type="submit" disabled={isBusy}>
          {rule ? texts().common.save : texts().rules.addRule}
        </Button>
      </div>
    </form>
  );
}
