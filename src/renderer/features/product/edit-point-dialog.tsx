import { type FormEvent, useState } from "react";
import type { HistoryEdit } from "../../../shared/app/manual-edits.js";
import type { CallError, OperationInput } from "../../../shared/calls.js";
import type { Offer } from "../../../shared/contract/offer.js";
import type { Availability } from "../../../shared/contract/primitives.js";
import { Button } from "../../components/button.js";
import { Dialog } from "../../components/dialog.js";
import { ErrorNote } from "../../components/error-note.js";
import { SelectField } from "../../components/select-box.js";
import { amountField, currencyOf, editableAmount, parseAmount } from "../../lib/amount.js";
import { currencyChoices } from "../../lib/currencies.js";
import { formatDateTime, formatMoney } from "../../lib/format.js";
import { shopName } from "../../lib/shop-name.js";
import { texts } from "../../lib/texts.js";
import { useAnswer } from "../../stores/answers.js";
import { editHistory, enterInCurrency, liftEdit } from "../../stores/hand-edits.js";

/** The edited point; a new one has no time yet. */
export interface EditedPoint {
  readonly offerId: string;
  readonly label: string;
  readonly currency: string;
  readonly atMs: number | null;
  readonly price: number | null;
  readonly availability: Availability | null;
  /** The page of a price that was entered by hand: then its currency can be corrected, too. */
  readonly enteredFor?: string;
}

/** An offer's current price, as a point to edit. */
export function pointOf(offer: Offer): Omit<EditedPoint, "atMs"> {
  const { id, retailer, currency, price } = offer;
  return {
    offerId: id,
    label: shopName(retailer),
    currency,
    price,
    availability: offer.availability ?? null,
  };
}

/** A new price of an offer; of one that was entered, the correction of that. */
export function pointToEnter(offer: Offer, isByHand: boolean): EditedPoint {
  const point = pointOf(offer);
  return isByHand
    ? { ...point, atMs: Date.parse(offer.timestamp), enteredFor: offer.URL }
    : { ...point, atMs: null };
}

interface EditPointDialogProps {
  readonly point: EditedPoint;
  /** The offers to which a point can be added. */
  readonly offers: readonly { readonly id: string; readonly label: string; readonly currency: string }[];
  readonly onClose: () => void;
}

type EnteredPrice = Pick<OperationInput<"prices.enter">, "price" | "is_in_stock">;

/** `2026-05-04T10:30` in local time, as `datetime-local` expects it. */
function localTime(ms: number): string {
  const date = new Date(ms);
  return new Date(ms - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function EditPointDialog({ point, offers, onClose }: EditPointDialogProps) {
  const isNew = point.atMs === null;
  const [offerId, setOfferId] = useState(point.offerId);
  const [openedAt] = useState(() => localTime(Date.now()));
  const [time, setTime] = useState(openedAt);
  const [price, setPrice] = useState(point.price === null ? "" : editableAmount(point.price));
  const [stock, setStock] = useState<Availability | "unknown">(
    point.availability ?? (isNew ? "in" : "unknown"),
  );
  const offered = offers.find(({ id }) => id === offerId)?.currency ?? point.currency;
  const [chosen, setCurrency] = useState<string | null>(null);
  const currency = chosen ?? offered;
  const page = point.enteredFor;
  const [error, setError] = useState<CallError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const saveInOther = async (to: EnteredPrice) => {
    setBusy(true);
    const failure = await enterInCurrency({ offer_id: offerId, currency, ...to });
    setBusy(false);
    if (failure === null) onClose();
    else setError(failure);
  };
  const save = async (to: { price: number; availability: Availability | null } | null) => {
    setBusy(true);
    // The field has no seconds: an untouched one means now, which is after the last check.
    const enteredMs = time === openedAt ? Date.now() : Date.parse(time);
    const timestamp = new Date(point.atMs ?? enteredMs).toISOString();
    const failure = await editHistory({ offer_id: offerId, timestamp, to });
    setBusy(false);
    if (failure === null) onClose();
    else setError(failure);
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    const amount = parseAmount(price) ?? 0;
    if (page !== undefined && currency !== offered)
      return void saveInOther({ price: amount, is_in_stock: stock !== "out" });
    void save({ price: amount, availability: stock === "unknown" ? null : stock });
  };
  const { adding, common, offers: said, history } = texts();
  return (
    <Dialog title={isNew ? history.addPrice : said.correctPrice} onClose={onClose}>
      <form className="form" onSubmit={send}>
        {point.atMs === null ? (
          <>
            <SelectField
              label={history.offer}
              choices={offers.map(({ id, label }) => ({ value: id, label }))}
              value={offerId}
              onChange={setOfferId}
            />
            <label className="form-field">
              {said.from}
              <input
                className="field"
                type="datetime-local"
                required
                max={localTime(Date.now())}
                value={time}
                onChange={({ target }) => setTime(target.value)}
              />
            </label>
          </>
        ) : (
          <p>{said.pointFrom(point.label, formatDateTime(point.atMs))}</p>
        )}
        <label className="form-field">
          {said.priceIn(currency)}
          <input
            {...amountField(page === undefined ? currency : null)}
            className="field"
            value={price}
            autoFocus
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => {
              setPrice(target.value);
              if (page !== undefined) setCurrency(currencyOf(target.value, currency));
            }}
          />
        </label>
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
        {error && <ErrorNote error={error} />}
        <div className="dialog-actions">
          {!isNew && (
            <Button variant="danger" disabled={isBusy} onClick={() => void save(null)}>
              {said.exclude}
            </Button>
          )}
          <Button disabled={isBusy} onClick={onClose}>
            {common.cancel}
          </Button>
          <Button variant="primary" type="submit" disabled={isBusy}>
            {isNew ? common.add : common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Whether the user entered the current price and no check has seen one since. */
export function isEntered({ id, timestamp }: Offer, edits: readonly HistoryEdit[]): boolean {
  return edits.some(
    (edit) =>
      edit.offer_id === id && edit.after !== null && Date.parse(edit.timestamp) === Date.parse(timestamp),
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
export function HandEdits({ productKey }: { readonly productKey: string }) {
  const { data } = useAnswer("history.edits", { product_key: productKey });
  if (!data || data.edits.length === 0) return null;
  const { common, offers } = texts();
  return (
    <section className="hand-edits" aria-label={offers.byHand}>
      <h3>{offers.byHand}</h3>
      <ul>
        {data.edits.map((edit) => (
          <li key={edit.id}>
            <span>{sentence(edit)}</span>
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
