import { type FormEvent, useState } from "react";
import type { CallError } from "../../../shared/calls.js";
import type { Availability } from "../../../shared/contract/primitives.js";
import { Button } from "../../components/button.js";
import { Dialog } from "../../components/dialog.js";
import { ErrorNote } from "../../components/error-note.js";
import { formatDateTime } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { editHistory } from "../../stores/hand-edits.js";

/** The point that is edited; a new one has no time yet. */
export interface EditedPoint {
  readonly offerId: string;
  readonly label: string;
  readonly currency: string;
  readonly atMs: number | null;
  readonly price: number | null;
  readonly availability: Availability | null;
}

interface EditPointDialogProps {
  readonly point: EditedPoint;
  /** What a new point can be added to. */
  readonly offers: readonly { readonly id: string; readonly label: string; readonly currency: string }[];
  readonly onClose: () => void;
}

/** `2026-05-04T10:30`, as the field for a time wants it: in the computer's own time. */
function localTime(ms: number): string {
  const date = new Date(ms);
  return new Date(ms - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function EditPointDialog({ point, offers, onClose }: EditPointDialogProps) {
  const isNew = point.atMs === null;
  const [offerId, setOfferId] = useState(point.offerId);
  const [time, setTime] = useState(() => localTime(point.atMs ?? Date.now() - 60_000));
  const [price, setPrice] = useState(point.price === null ? "" : String(point.price));
  const [stock, setStock] = useState<Availability | "unknown">(
    point.availability ?? (isNew ? "in" : "unknown"),
  );
  const [error, setError] = useState<CallError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const save = async (to: { price: number; availability: Availability | null } | null) => {
    setBusy(true);
    const timestamp = new Date(point.atMs ?? time).toISOString();
    const failure = await editHistory({ offer_id: offerId, timestamp, to });
    setBusy(false);
    if (failure === null) onClose();
    else setError(failure);
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    void save({ price: Number(price), availability: stock === "unknown" ? null : stock });
  };
  const { common, offers: said } = texts();
  const currency = offers.find(({ id }) => id === offerId)?.currency ?? point.currency;
  return (
    <Dialog title={isNew ? said.addPrice : said.correctPrice} onClose={onClose}>
      <form className="form" onSubmit={send}>
        {point.atMs === null ? (
          <>
            <label className="form-field">
              {said.offer}
              <select className="field" value={offerId} onChange={({ target }) => setOfferId(target.value)}>
                {offers.map(({ id, label }) => (
                  <option key={id} value={id}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
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
            className="field"
            type="number"
            required
            min="0.01"
            step="0.01"
            value={price}
            onChange={({ target }) => setPrice(target.value)}
          />
        </label>
        <label className="form-field">
          {said.availability}
          <select
            className="field"
            value={stock}
            onChange={({ target }) => setStock(target.value as Availability | "unknown")}
          >
            <option value="in">{said.inStock}</option>
            <option value="out">{said.outOfStock}</option>
            <option value="unknown">{said.notKnown}</option>
          </select>
        </label>
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
