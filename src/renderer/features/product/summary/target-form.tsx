import { type FormEvent, useId, useState } from "react";
import type { Offer } from "../../../../shared/contract/offer.js";
import { Button } from "../../../components/button.js";
import { suggestTarget } from "../../../lib/rule-kinds.js";
import { texts } from "../../../lib/texts.js";
import { notifyFailure } from "../../../stores/notices.js";
import { setTarget, setTargetAndWatch } from "../set-target.js";
import type { TargetRule } from "../target-rule.js";
import { targetHint } from "./target-hint.js";

/** What a target is for, and what is known of it. */
export interface TargetSubject {
  readonly productKey: string;
  readonly currency: string;
  /** Best price now. */
  readonly price: number | null;
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

export function TargetForm(props: TargetFormProps) {
  const { productKey, currency, price, offers, isWatched, target, isEditing, isFocused, onDone, onLeave } =
    props;
  const proposal = target?.price ?? (price === null ? null : suggestTarget(price));
  // The proposal follows the price until something is typed.
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? String(proposal ?? "");
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  const said = texts().product;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const save = isWatched ? setTarget : setTargetAndWatch;
    const error = await save({ productKey, currency, target, offers, price: Number(text) });
    setBusy(false);
    if (error) notifyFailure(error);
    else onDone();
  };
  return (
    <form className="target" onSubmit={(event) => void send(event)}>
      <div className="target-line">
        <label htmlFor={id}>{said.tellMeAt}</label>
        <input
          id={id}
          className="field target-field"
          aria-label={said.targetIn(currency)}
          type="number"
          required
          min="0.01"
          step="0.01"
          // biome-ignore lint/a11y/noAutofocus: the shopper has just asked for this field
          autoFocus={isFocused}
          onBlur={onLeave}
          value={text}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => event.key === "Escape" && isEditing && onDone()}
        />
        <Button type="submit">{isWatched ? said.setTarget : said.setAndWatch}</Button>
      </div>
      <p className="quiet" role="status">
        {targetHint(Number(text), price)}
      </p>
    </form>
  );
}
