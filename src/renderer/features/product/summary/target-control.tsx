import { Bell, BellOff, Pencil, X } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../../../components/button.js";
import { Skeleton } from "../../../components/skeleton.js";
import { formatMoney } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";
import { useAnswer } from "../../../stores/answers.js";
import { removeRule } from "../../../stores/rules.js";
import { type TargetRule, targetRuleOf } from "../target-rule.js";
import { TargetForm, type TargetSubject } from "./target-form.js";
import { targetHint } from "./target-hint.js";

/** The price at which the shopper wants to be told, and the way to name or change it. */
export function TargetControl(props: TargetSubject) {
  const { productKey, currency, price } = props;
  const rules = useAnswer("rules.list", { product_key: productKey });
  const [isEditing, setEditing] = useState(false);
  // What the keyboard was on goes away when a target is set or removed: what comes in its place takes the focus.
  const [isFocused, setFocused] = useState(false);
  if (!rules.data && !rules.error) return <Skeleton height={48} />;
  const target = targetRuleOf(rules.data?.rules ?? [], currency);
  if (!target || isEditing)
    return (
      <TargetForm
        {...props}
        // A target that is removed leaves nothing behind in the field.
        key={target?.rule.id ?? "new"}
        target={target}
        isEditing={isEditing}
        isFocused={isEditing || isFocused}
        onDone={() => {
          setFocused(true);
          setEditing(false);
        }}
        onLeave={() => setFocused(false)}
      />
    );
  return (
    <TargetShown
      target={target}
      currency={currency}
      price={price}
      isFocused={isFocused}
      onEdit={() => setEditing(true)}
      onRemove={() => {
        setFocused(true);
        void removeRule(target.rule);
      }}
      onLeave={() => setFocused(false)}
    />
  );
}

interface TargetShownProps {
  readonly target: TargetRule;
  readonly currency: string;
  readonly price: number | null;
  readonly isFocused: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  readonly onLeave: () => void;
}

function TargetShown(props: TargetShownProps) {
  const { target, currency, price, isFocused, onEdit, onRemove, onLeave } = props;
  const { product } = texts();
  const isOn = target.rule.is_enabled;
  const Icon = isOn ? Bell : BellOff;
  return (
    <div className="target">
      <div className="target-line">
        <Icon size={16} className={isOn ? "target-on" : undefined} aria-hidden="true" />
        <p>
          {product.tellMeAt} <strong>{formatMoney(target.price, currency)}</strong>
        </p>
        <span className="target-buttons">
          <IconButton
            label={product.changeTarget}
            className="icon-button-small"
            autoFocus={isFocused}
            onBlur={onLeave}
            onClick={onEdit}
          >
            <Pencil size={14} aria-hidden="true" />
          </IconButton>
          <IconButton label={product.removeTarget} className="icon-button-small" onClick={onRemove}>
            <X size={15} aria-hidden="true" />
          </IconButton>
        </span>
      </div>
      <p className="quiet" role="status">
        {isOn ? targetHint(target.price, price) : product.targetOff}
      </p>
    </div>
  );
}
