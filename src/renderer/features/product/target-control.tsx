import { Bell, BellOff, Pencil, X } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import type { AlertRule } from "../../../shared/app/rules.js";
import type { CallError } from "../../../shared/calls.js";
import type { Offer } from "../../../shared/contract/offer.js";
import { Button, IconButton } from "../../components/button.js";
import { Skeleton } from "../../components/skeleton.js";
import { amountField, editableAmount, parseAmount } from "../../lib/amount.js";
import { isNew } from "../../lib/best-offer.js";
import { formatDay, formatMoney, formatPercent, formatTime, percentBelow } from "../../lib/format.js";
import { suggestTarget } from "../../lib/rule-kinds.js";
import { texts } from "../../lib/texts.js";
import { useNow } from "../../lib/use-now.js";
import { useAnswer } from "../../stores/answers.js";
import { notifyFailure } from "../../stores/notices.js";
import { removeRule, saveRule } from "../../stores/rules.js";
import { watch } from "../../stores/watched.js";

/** The price at which the shopper wants to be told, and the way to name or change it. */
export function TargetControl(props: TargetSubject) {
  const { productKey, currency } = props;
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
      <div className="target-line">
        <Icon size={16} className={isOn ? "target-on" : undefined} aria-hidden="true" />
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
          >
            <Pencil size={14} aria-hidden="true" />
          </IconButton>
          <IconButton label={product.removeTarget} className="icon-button-small" onClick={onRemove}>
            <X size={15} aria-hidden="true" />
          </IconButton>
        </span>
      </div>
      <p className="quiet" role="status">
        {isOn ? <TargetHint {...props} amount={target.price} /> : product.targetOff}
      </p>
    </div>
  );
}

/** What a target is for, and what is known of it. */
interface TargetSubject {
  readonly productKey: string;
  readonly currency: string;
  /** Best price now. */
  readonly price: number | null;
  /** The lowest ever; null while the history is short. */
  readonly lowest: number | null;
  readonly offers: readonly Offer[] | null;
  readonly isWatched: boolean;
}

interface TargetFormProps extends TargetSubject {
  readonly target: TargetRule | null;
  /** The shopper has asked for the field: it can be left. */
  readonly isEditing: boolean;
  readonly isFocused: boolean;
  readonly onDone: () => void;
  readonly onLeave: () => void;
}

function TargetForm(props: TargetFormProps) {
  const { productKey, currency, price, offers, isWatched, target, isEditing, isFocused, onDone, onLeave } =
    props;
  const proposal = target?.price ?? (price === null ? null : suggestTarget(price));
  // The proposal follows the price until something is typed.
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? (proposal === null ? "" : editableAmount(proposal));
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
      <div className="target-line">
        <label htmlFor={id}>{said.target}</label>
        <input
          {...amountField}
          id={id}
          className="field target-field"
          aria-label={said.targetIn(currency)}
          aria-keyshortcuts="T"
          // biome-ignore lint/a11y/noAutofocus: the shopper has just asked for this field
          autoFocus={isFocused}
          onFocus={(event) => event.target.select()}
          onBlur={onLeave}
          value={text}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => event.key === "Escape" && isEditing && onDone()}
        />
        <Button type="submit">{isWatched ? said.setTarget : said.setAndWatch}</Button>
      </div>
      <p className="quiet" role="status">
        {target === null && typed === null && proposal !== null && `${texts().adding.suggested} · `}
        <TargetHint {...props} amount={amount} />
      </p>
      <QuickTargets {...props} selected={target?.price ?? null} onSelect={(chosen) => void save(chosen)} />
    </form>
  );
}

interface TargetHintProps extends Pick<TargetSubject, "productKey" | "currency" | "price" | "lowest"> {
  readonly amount: number;
}

/** What a target of this amount means: reached, and reported when; never seen so low; or so far below the price. */
function TargetHint({ productKey, currency, price, lowest, amount }: TargetHintProps) {
  const nowMs = useNow();
  const entries = useAnswer("alerts.of_product", { product_key: productKey }).data?.entries ?? [];
  const { product } = texts();
  if (price === null || !(amount > 0)) return null;
  if (price <= amount) {
    const told = entries.find(({ data, clauses }) => {
      const isTarget = clauses?.clauses.some(({ kind }) => kind === "target") ?? false;
      return isTarget && (data.price?.current ?? Number.POSITIVE_INFINITY) <= amount;
    });
    if (!told) return product.metNow;
    const day = formatDay(told.received_at, nowMs);
    return product.toldAt(day, formatTime(told.received_at));
  }
  if (lowest !== null && amount < lowest) return product.underLowest(formatMoney(lowest, currency));
  return product.underNow(formatPercent(percentBelow(amount, price)));
}

interface QuickTargetsProps extends Pick<TargetSubject, "currency" | "price" | "lowest"> {
  readonly selected: number | null;
  readonly onSelect: (price: number) => void;
}

/** Targets at one click. */
function QuickTargets({ currency, price, lowest, selected, onSelect }: QuickTargetsProps) {
  const { product } = texts();
  const proposals = quickTargets(price, lowest);
  if (proposals.length === 0) return null;
  return (
    <fieldset className="quick-targets">
      <legend className="visually-hidden">{product.quickTargets}</legend>
      {proposals.map((each) => (
        <button
          key={each.price}
          type="button"
          className="quick-target"
          aria-pressed={selected === each.price}
          onClick={() => onSelect(each.price)}
        >
          {formatMoney(each.price, currency)}{" "}
          <span className="quiet">
            {each.percent === null ? product.lowestEver : product.lessBy(formatPercent(each.percent))}
          </span>
        </button>
      ))}
    </fieldset>
  );
}

/** A rule whose trigger is a target price. */
export interface TargetRule {
  readonly rule: AlertRule;
  readonly price: number;
}

function targetsOf(rules: readonly AlertRule[], currency: string): TargetRule[] {
  return rules.flatMap((rule) => {
    const { product_key: productKey, trigger } = rule;
    const isOwn = productKey !== null && trigger.kind === "target" && trigger.currency === currency;
    return isOwn ? [{ rule, price: trigger.price }] : [];
  });
}

/** The product's target in a currency: one that is switched on, else any; of several, the first that a falling price reaches. */
export function targetRuleOf(rules: readonly AlertRule[], currency: string): TargetRule | null {
  const [first] = targetsOf(rules, currency).sort(
    (one, other) => Number(other.rule.is_enabled) - Number(one.rule.is_enabled) || other.price - one.price,
  );
  return first ?? null;
}

/** The target prices that are switched on. */
export function targetPrices(rules: readonly AlertRule[], currency: string): number[] {
  return targetsOf(rules, currency)
    .filter(({ rule }) => rule.is_enabled)
    .map(({ price }) => price);
}

interface TargetWish {
  readonly productKey: string;
  readonly currency: string;
  readonly price: number;
  /** The one to move; null makes a new one. */
  readonly target: TargetRule | null;
  readonly offers: readonly Offer[] | null;
}

/** Where new and used ones are sold, a price for a new one is meant. */
export function hasBoth(offers: readonly Offer[] | null): boolean {
  return (offers ?? []).some(isNew) && (offers ?? []).some((offer) => !isNew(offer));
}

/** Names the price at which to be told, or moves it. Null when all went well. */
function setTarget({ productKey, currency, price, target, offers }: TargetWish): Promise<CallError | null> {
  return saveRule({
    ...(target && { id: target.rule.id }),
    product_key: productKey,
    trigger: { kind: "target", price, currency },
    retailer: target?.rule.retailer ?? null,
    condition: target ? target.rule.condition : hasBoth(offers) ? "new" : null,
    is_enabled: true,
  });
}

/** The same, and begins to watch: a target that nobody looks at would be none. */
async function setTargetAndWatch(wish: TargetWish): Promise<CallError | null> {
  const error = await setTarget(wish);
  return error ?? watch([{ product_key: wish.productKey, schedule: "daily", retailer: null }]);
}

interface QuickTarget {
  readonly price: number;
  /** Percent under the price of now; null for the lowest price ever. */
  readonly percent: number | null;
}

const percents = [5, 10, 20] as const;
const mostShown = 3;

/** Whole amounts from 20 on, where cents do not matter. */
function rounded(price: number): number {
  return price >= 20 ? Math.floor(price) : Math.max(0.01, Math.floor(price * 100) / 100);
}

/** Targets that are worth a click: some percent under the price of now, and the lowest so far where it is lower still. */
export function quickTargets(price: number | null, lowest: number | null): QuickTarget[] {
  if (price === null) return [];
  const cheaper = percents.map((percent) => ({ price: rounded(price * (1 - percent / 100)), percent }));
  const low = lowest !== null && lowest < price ? [{ price: lowest, percent: null }] : [];
  return [...cheaper.filter((each) => each.price !== lowest).slice(0, mostShown - low.length), ...low];
}
