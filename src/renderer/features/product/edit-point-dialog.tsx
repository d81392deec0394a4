import { useState } from "react";
import type { HistoryEdit } from "../../../shared/app/manual-edits.js";
import type { Availability } from "../../../shared/contract/primitives.js";
import { Button } from "../../components/button.js";
import { FormDialog } from "../../components/dialog.js";
import { SelectField, TextField } from "../../components/fields.js";
import { amountField, currencyOf, editableAmount, parseAmount } from "../../lib/amount.js";
import { currencyChoices } from "../../lib/currencies.js";
import { formatDateTime, formatMoney, localTime } from "../../lib/format.js";
import { shopName } from "../../lib/shop-name.js";
import { texts } from "../../lib/texts.js";
import { useAnswer } from "../../stores/answers.js";
import { editHistory, enterInCurrency, liftEdit } from "../../stores/hand-edits.js";
import { type EditedPoint, usePage } from "./page.js";

interface EditPointDialogProps {
  readonly point: EditedPoint;
  /** The offers to which a point can be added. */
  readonly offers: readonly { readonly id: string; readonly label: string; readonly currency: string }[];
  readonly onClose: () => void;
}

/** Corrects or excludes a price, or adds one. */
export function EditPointDialog({ point, offers, onClose }: EditPointDialogProps) {
  const { atMs, enteredFor: page } = point;
  const [offerId, setOfferId] = useState(point.offerId);
  const [openedAt] = useState(() => localTime(Date.now()));
  const [time, setTime] = useState(openedAt);
  const [price, setPrice] = useState(point.price === null ? "" : editableAmount(point.price));
  const [stock, setStock] = useState<Availability | "unknown">(
    point.availability ?? (atMs === null ? "in" : "unknown"),
  );
  const [chosen, setCurrency] = useState<string | null>(null);
  const offer = offers.find(({ id }) => id === offerId);
  const offered = offer?.currency ?? "USD";
  const currency = chosen ?? offered;
  const save = async (to: { price: number; availability: Availability | null } | null) => {
    // The field has no seconds: an untouched one means now, which is after the last check.
    const enteredMs = time === openedAt ? Date.now() : Date.parse(time);
    const timestamp = new Date(atMs ?? enteredMs).toISOString();
    const isOther = to !== null && page !== undefined && currency !== offered;
    return isOther
      ? enterInCurrency({ offer_id: offerId, currency, price: to.price, is_in_stock: stock !== "out" })
      : editHistory({ offer_id: offerId, timestamp, to });
  };
  const submit = () =>
    save({ price: parseAmount(price) ?? 0, availability: stock === "unknown" ? null : stock });
  const { adding, common, offers: said, history } = texts();
  return (
    <FormDialog
      title={atMs === null ? history.addPrice : said.correctPrice}
      submit={atMs === null ? common.add : common.save}
      onSubmit={submit}
      {...(atMs !== null && {
        other: { label: said.exclude, isDangerous: true, onClick: () => save(null) },
      })}
      onClose={onClose}
    >
      {atMs === null ? (
        <>
          <SelectField
            label={history.offer}
            choices={offers.map(({ id, label }) => ({ value: id, label }))}
            value={offerId}
            onChange={setOfferId}
          />
          <TextField
            label={said.from}
            type="datetime-local"
            required
            min="1970-01-02T00:00"
            max={localTime(Date.now())}
            value={time}
            onChange={setTime}
          />
        </>
      ) : (
        <p>{said.pointFrom(offer?.label ?? "", formatDateTime(atMs))}</p>
      )}
      <TextField
        {...amountField(page === undefined ? currency : null)}
        label={said.priceIn(currency)}
        value={price}
        autoFocus
        onFocus={({ target }) => target.select()}
        onChange={(value) => {
          setPrice(value);
          if (page !== undefined) setCurrency(currencyOf(value, currency));
        }}
      />
      {page !== undefined && (
        <SelectField
          label={adding.currency}
          choices={currencyChoices()}
          value={currency}
          onChange={setCurrency}
        />
      )}
      {currency !== offered && <p className="quiet">{said.otherCurrencyRemoves(offered)}</p>}
      <SelectField
        label={history.availability}
        choices={[
          { value: "in", label: history.inStock },
          { value: "out", label: history.outOfStock },
          { value: "unknown", label: said.notKnown },
        ]}
        value={stock}
        onChange={setStock}
      />
      <p className="quiet">{said.editAbout}</p>
    </FormDialog>
  );
}

function sentence({ retailer, currency, timestamp, before, after }: HistoryEdit): string {
  const at = `${shopName(retailer)}, ${formatDateTime(timestamp)}`;
  const money = (value: HistoryEdit["before"]) => (value === null ? "" : formatMoney(value.price, currency));
  const { offers } = texts();
  if (after === null) return offers.excluded(at, money(before));
  return before === null ? offers.added(at, money(after)) : offers.replaced(at, money(after), money(before));
}

/** Manual corrections, each with its undo. */
export function HandEdits() {
  const edits = useAnswer("history.edits", { product_key: usePage().productKey }).data?.edits ?? [];
  if (edits.length === 0) return null;
  const { common, offers } = texts();
  return (
    <section className="hand-edits" aria-label={offers.byHand}>
      <h3>{offers.byHand}</h3>
      <ul>
        {edits.map((edit) => (
          <li key={edit.id} className="line between gap-3">
            {sentence(edit)}
            <Button
              variant="quiet"
              aria-label={offers.undo(sentence(edit))}
              onClick={() => void liftEdit(edit)}
            >
              {common.undo}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
