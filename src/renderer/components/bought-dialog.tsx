import { useState } from "react";
import { maxReturnDays } from "../../shared/app/limits.js";
import type { Purchase } from "../../shared/app/purchases.js";
import { DAY_MS, localDay } from "../../shared/time.js";
import { amountField, editableAmount, parseAmount } from "../lib/amount.js";
import { shopName } from "../lib/shop-name.js";
import { texts } from "../lib/texts.js";
import { useAnswer } from "../stores/answers.js";
import { savePurchase } from "../stores/purchases.js";
import { FormDialog } from "./dialog.js";
import { TextField } from "./fields.js";

interface BoughtDialogProps {
  readonly productKey: string;
  readonly currency: string;
  /** The best price now; null if there is none. */
  readonly best: { readonly price: number; readonly retailer: string } | null;
  /** The purchase to change. */
  readonly known?: Purchase | undefined;
  readonly onClose: () => void;
}

function daysToReturn({ on, return_until: until }: Purchase): number | null {
  return until === null ? null : (Date.parse(until) - Date.parse(on)) / DAY_MS;
}

/** Asks what the shopper paid, when, where, and how long it can be returned. */
export function BoughtDialog({ productKey, currency, best, known, onClose }: BoughtDialogProps) {
  const paid = known?.price ?? best?.price;
  const [price, setPrice] = useState(paid === undefined ? "" : editableAmount(paid));
  const [today] = useState(() => localDay(Date.now()));
  const [on, setOn] = useState(known?.on ?? today);
  const [shop, setShop] = useState(() => shopName((known ? known.retailer : best?.retailer) ?? ""));
  const last = useAnswer("purchases.list", { product_key: productKey }).data?.return_days ?? null;
  const [typedDays, setDays] = useState<string | null>(null);
  const days = typedDays ?? String((known ? daysToReturn(known) : last) ?? "");
  const { bought, common, rules } = texts();
  const save = () =>
    savePurchase({
      product_key: productKey,
      price: parseAmount(price) ?? 0,
      currency,
      // The computer of the engine may have another day than the page.
      ...((known || on !== today) && { on }),
      retailer: shop,
      return_days: Number(days),
    });
  return (
    <FormDialog
      title={bought.title}
      description={bought.about}
      submit={common.save}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        {...amountField(currency)}
        label={bought.price(currency)}
        autoFocus
        value={price}
        onFocus={({ target }) => target.select()}
        onChange={setPrice}
      />
      <TextField label={bought.on} type="date" required max={today} value={on} onChange={setOn} />
      <TextField label={rules.shop} maxLength={260} value={shop} onChange={setShop} />
      <TextField
        label={bought.returnDays}
        type="number"
        min="0"
        max={maxReturnDays}
        step="1"
        value={days}
        onChange={setDays}
      />
    </FormDialog>
  );
}
