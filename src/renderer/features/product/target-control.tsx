import { Bell, BellOff, Pencil, X } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import type { Offer } from "../../../shared/contract/offer.js";
import { alertPrice } from "../../../shared/texts/alert-notices.js";
import { Button, IconButton } from "../../components/button.js";
import { Skeleton } from "../../components/skeleton.js";
import { SuggestedTargets } from "../../components/suggested-targets.js";
import { amountField, editableAmount, parseAmount } from "../../lib/amount.js";
import { formatDay, formatMoney, formatPercent, formatTime, percentBelow } from "../../lib/format.js";
import { type KnownPrices, proposedTarget } from "../../lib/suggested-targets.js";
import { texts } from "../../lib/texts.js";
import { useNow } from "../../lib/use-now.js";
import { useAnswer } from "../../stores/answers.js";
import { notifyFailure } from "../../stores/notices.js";
import { removeRule } from "../../stores/rules.js";
import { setTarget, setTargetAndWatch, type TargetRule, targetRuleOf } from "../../stores/targets.js";

/** The target price, and the form to set or change it. */
export function TargetControl(props: TargetSubject) {
  const { productKey, currency } = props;
  const rules = useAnswer("rules.list", { product_key: productKey });
  const [isEditing, setEditing] = useState(false);
  // Setting or removing a target replaces the focused control; its successor takes the focus.
  const [isFocused, setFocused] = useState(false);
  if (!rules.data && !rules.error) return <Skeleton height={48} />;
  const target = targetRuleOf(rules.data?.rules ?? [], currency);
  // Without an offer, no currency is known in which a target could be reached.
  if (!target && props.offers?.length === 0) return <p className="quiet">{texts().product.targetLater}</p>;
  if (!target || isEditing)
    return (
      <TargetForm
        {...props}
        // Resets the field when a target is removed.
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
      {...props}
      target={target}
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

interface TargetShownProps extends TargetSubject {
  readonly target: TargetRule;
  readonly isFocused: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  readonly onLeave: () => void;
}

function TargetShown(props: TargetShownProps) {
  const { target, currency, isFocused, onEdit, onRemove, onLeave } = props;
  const { product } = texts();
  const isOn = target.rule.is_enabled;
  const Icon = isOn ? Bell : BellOff;
  return (
    <div className="target">
      <div className="target-line line">
        <Icon size={16} className={isOn ? "target-on" : undefined} />
        <p>
          {product.target} <strong>{formatMoney(target.price, currency)}</strong>
        </p>
        <span className="target-buttons">
          <IconButton
            label={product.changeTarget}
            keys="T"
            aria-keyshortcuts="T"
            className="icon-button-small"
            autoFocus={isFocused}
            onBlur={onLeave}
            onClick={onEdit}
            icon={Pencil}
          />
          <IconButton
            label={product.removeTarget}
            className="icon-button-small"
            onClick={onRemove}
            icon={X}
          />
        </span>
      </div>
      <p className="quiet" role="status">
        {isOn ? <TargetHint {...props} amount={target.price} /> : product.targetOff}
      </p>
    </div>
  );
}

/** The product of a target, and the data for its hint. */
interface TargetSubject extends KnownPrices {
  readonly productKey: string;
  readonly offers: readonly Offer[] | null;
  readonly isWatched: boolean;
}

interface TargetFormProps extends TargetSubject {
  readonly target: TargetRule | null;
  /** The shopper opened the form and can cancel it. */
  readonly isEditing: boolean;
  readonly isFocused: boolean;
  readonly onDone: () => void;
  readonly onLeave: () => void;
}

function TargetForm(props: TargetFormProps) {
  const { productKey, currency, offers, isWatched, target, isEditing, isFocused } = props;
  const { onDone, onLeave } = props;
  const proposal = target?.price ?? proposedTarget(props);
  // The suggestion follows the price, except while the shopper is in the field, and until something is typed.
  const [typed, setTyped] = useState<string | null>(null);
  const [held, setHeld] = useState<string | null>(null);
  const text = typed ?? held ?? (proposal === null ? "" : editableAmount(proposal));
  const amount = parseAmount(text) ?? 0;
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  const said = texts().product;
  const save = async (chosen: number) => {
    if (isBusy) return;
    setBusy(true);
    const set = isWatched ? setTarget : setTargetAndWatch;
    const error = await set({ productKey, currency, target, offers, price: chosen });
    setBusy(false);
    if (error) notifyFailure(error);
    else onDone();
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    void save(amount);
  };
  return (
    <form className="target" onSubmit={send}>
      <div className="target-line line">
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
        <Button type="submit">{isWatched ? said.setTarget : said.setAndWatch}</Button>
      </div>
      <p className="quiet" role="status">
        {target === null && typed === null && text !== "" && `${said.suggestedTarget} · `}
        <TargetHint {...props} amount={amount} />
      </p>
      <SuggestedTargets
        prices={props}
        selected={target?.price ?? null}
        onSelect={(chosen) => void save(chosen)}
      />
    </form>
  );
}

interface TargetHintProps extends Pick<TargetSubject, "productKey" | "currency" | "price" | "lowest"> {
  readonly amount: number;
}

/** The effect of a target: reached, and when it was reported; lower than ever; or its distance from the price. */
function TargetHint({ productKey, currency, price, lowest, amount }: TargetHintProps) {
  const nowMs = useNow();
  const entries = useAnswer("alerts.of_product", { product_key: productKey }).data?.entries ?? [];
  const { product } = texts();
  if (price === null || !(amount > 0)) return null;
  if (price <= amount) {
    const told = entries.find((entry) => {
      const isTarget = entry.clauses?.clauses.some(({ kind }) => kind === "target") ?? false;
      return isTarget && (alertPrice(entry)?.current ?? Number.POSITIVE_INFINITY) <= amount;
    });
    if (!told) return product.metNow;
    const day = formatDay(told.received_at, nowMs);
    return product.toldAt(day, formatTime(told.received_at));
  }
  if (lowest !== null && price <= lowest) return product.atLowest;
  if (lowest !== null && amount < lowest) return product.underLowest(formatMoney(lowest, currency));
  return product.underNow(formatPercent(percentBelow(amount, price)));
}
