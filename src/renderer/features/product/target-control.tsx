import { Bell, BellOff, Pencil, X } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { alertPrice } from "../../../shared/texts/alert-notices.js";
import { Button, IconButton } from "../../components/button.js";
import { SelectBox } from "../../components/fields.js";
import { Skeleton } from "../../components/states.js";
import { SuggestedTargets } from "../../components/suggested-targets.js";
import { amountField, editableAmount, parseAmount } from "../../lib/amount.js";
import { currencyChoices } from "../../lib/currencies.js";
import { formatDay, formatMoney, formatPercent, formatTime, percentBelow } from "../../lib/format.js";
import { proposedTarget } from "../../lib/suggested-targets.js";
import { texts } from "../../lib/texts.js";
import { useAct } from "../../lib/use-act.js";
import { useNow } from "../../lib/use-now.js";
import { useAnswer } from "../../stores/answers.js";
import { notifyFailure } from "../../stores/notices.js";
import { removeRule } from "../../stores/rules.js";
import { setTarget, setTargetAndWatch, type TargetRule, targetRuleOf } from "../../stores/targets.js";
import { usePage } from "./page.js";

/** The target price, and the form to set or change it. */
export function TargetControl({ isWatched }: { readonly isWatched: boolean }) {
  const { productKey, prices } = usePage();
  const { currency } = prices;
  const rules = useAnswer("rules.list", { product_key: productKey });
  const [isEditing, setEditing] = useState(false);
  // Setting or removing a target replaces the focused control; its successor takes the focus.
  const [isFocused, setFocused] = useState(false);
  if (!rules.data && !rules.error) return <Skeleton height={48} />;
  const target = targetRuleOf(rules.data?.rules ?? [], currency);
  const onLeave = () => setFocused(false);
  const finish = () => {
    setFocused(true);
    setEditing(false);
  };
  if (!target || isEditing)
    return (
      <TargetForm
        // Resets the field when a target is removed.
        key={target?.rule.id ?? "new"}
        {...{ isWatched, target, isEditing, onLeave }}
        isFocused={isEditing || isFocused}
        onDone={finish}
      />
    );
  const remove = () => {
    finish();
    void removeRule(target.rule);
  };
  return (
    <TargetShown {...{ target, isFocused, onLeave }} onEdit={() => setEditing(true)} onRemove={remove} />
  );
}

interface TargetShownProps {
  readonly target: TargetRule;
  readonly isFocused: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  readonly onLeave: () => void;
}

function TargetShown({ target, isFocused, onEdit, onRemove, onLeave }: TargetShownProps) {
  const { product } = texts();
  const isOn = target.rule.is_enabled;
  const Icon = isOn ? Bell : BellOff;
  return (
    <div className="stack gap-1">
      <div className="target-line line">
        <Icon size={16} className={isOn ? "target-on" : undefined} />
        <p>
          {product.target} <strong>{formatMoney(target.price, usePage().prices.currency)}</strong>
        </p>
        <span className="push">
          <IconButton
            label={product.changeTarget}
            keys="T"
            aria-keyshortcuts="T"
            className="icon-button-small"
            autoFocus={isFocused}
            icon={Pencil}
            onBlur={onLeave}
            onClick={onEdit}
          />
          <IconButton
            label={product.removeTarget}
            className="icon-button-small"
            icon={X}
            onClick={onRemove}
          />
        </span>
      </div>
      <p className="quiet" role="status">
        {isOn ? <TargetHint amount={target.price} isSet /> : product.targetOff}
      </p>
    </div>
  );
}

interface TargetFormProps {
  readonly isWatched: boolean;
  readonly target: TargetRule | null;
  /** The shopper opened the form and can cancel it. */
  readonly isEditing: boolean;
  readonly isFocused: boolean;
  readonly onDone: () => void;
  readonly onLeave: () => void;
}

function TargetForm({ isWatched, target, isEditing, isFocused, onDone, onLeave }: TargetFormProps) {
  const { productKey, prices, known } = usePage();
  const [currency, setCurrency] = useState(known.currency);
  const isPriceless = prices.currencies.length === 0;
  const proposal = target?.price ?? proposedTarget(known);
  // The suggestion follows the price, except while the shopper is in the field, and until something is typed.
  const [typed, setTyped] = useState<string | null>(null);
  const [held, setHeld] = useState<string | null>(null);
  const text = typed ?? held ?? (proposal === null ? "" : editableAmount(proposal));
  const amount = parseAmount(text) ?? 0;
  const { isBusy, run } = useAct(notifyFailure);
  const id = useId();
  const said = texts().product;
  const save = async (price: number) => {
    const set = isWatched ? setTarget : setTargetAndWatch;
    const change = { productKey, currency, target, offers: prices.history.offers, price };
    if (!isBusy && (await run(() => set(change)))) onDone();
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    void save(amount);
  };
  return (
    <form className="stack gap-1" onSubmit={send}>
      <div className="target-line line wraps">
        <label htmlFor={id}>{said.target}</label>
        <input
          {...amountField(currency)}
          id={id}
          className="field target-field"
          aria-label={said.targetIn(currency)}
          aria-keyshortcuts="T"
          // biome-ignore lint/a11y/noAutofocus: the shopper has just asked for this field
          autoFocus={isFocused}
          onFocus={(event) => {
            setHeld(text);
            event.target.select();
          }}
          onBlur={() => {
            setHeld(null);
            onLeave();
          }}
          value={text}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => event.key === "Escape" && isEditing && onDone()}
        />
        {isPriceless && target === null && (
          <SelectBox
            label={texts().adding.currency}
            choices={currencyChoices()}
            value={currency}
            onChange={setCurrency}
          />
        )}
        <Button type="submit">{isWatched ? said.setTarget : said.setAndWatch}</Button>
      </div>
      <p className="small quiet" role="status">
        {target === null && typed === null && text !== "" && `${said.suggestedTarget} · `}
        {isPriceless ? said.targetLater : <TargetHint amount={amount} />}
      </p>
      <SuggestedTargets
        prices={known}
        selected={target?.price ?? null}
        onSelect={(price) => void save(price)}
      />
    </form>
  );
}

interface TargetHintProps {
  readonly amount: number;
  /** Or else it is being entered. */
  readonly isSet?: boolean;
}

/** The effect of a target: reached, and when it was reported; lower than ever; or its distance from the price. */
function TargetHint({ amount, isSet = false }: TargetHintProps) {
  const { productKey, known } = usePage();
  const { currency, price, lowest } = known;
  const nowMs = useNow();
  const entries = useAnswer("alerts.of_product", { product_key: productKey }).data?.entries ?? [];
  const { product } = texts();
  if (price === null || !(amount > 0)) return null;
  if (price <= amount) {
    const alert = entries.find((entry) => {
      const isTarget = entry.clauses?.clauses.some(({ kind }) => kind === "target") ?? false;
      return isTarget && (alertPrice(entry)?.current ?? Number.POSITIVE_INFINITY) <= amount;
    });
    if (!alert || !isSet) return product.metNow(formatMoney(price, currency));
    const day = formatDay(alert.received_at, nowMs);
    return product.toldAt(day, formatTime(alert.received_at));
  }
  if (lowest !== null && price <= lowest) return product.atLowest;
  if (lowest !== null && amount < lowest) return product.underLowest(formatMoney(lowest, currency));
  return product.underNow(formatPercent(percentBelow(amount, price)));
}
