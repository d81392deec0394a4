import { type FormEvent, useState } from "react";
import { DAY_MS, MINUTE_MS } from "../../../../shared/time.js";
import { Button } from "../../../components/button.js";
import { Dialog } from "../../../components/dialog.js";
import { MenuButton } from "../../../components/menu-button.js";
import { formatDateTime } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";
import { useNow } from "../../../lib/use-now.js";
import { snooze } from "../../../stores/rules.js";

const choices = ["day", "week", "until"] as const;
type Choice = (typeof choices)[number];

interface SnoozeControlProps {
  readonly productKey: string;
  /** When the present one ends; null where there is none. */
  readonly until: string | null;
}

/** Keeps quiet about a product for a while; what still holds then is told. */
export function SnoozeControl({ productKey, until }: SnoozeControlProps) {
  const nowMs = useNow();
  const [isChoosing, setChoosing] = useState(false);
  const { snoozing } = texts();
  const isSnoozed = until !== null && Date.parse(until) > nowMs;
  const choose = (choice: Choice) => {
    if (choice === "until") setChoosing(true);
    else void snooze(productKey, new Date(Date.now() + (choice === "day" ? DAY_MS : 7 * DAY_MS)));
  };
  return (
    <>
      <span className="quiet" role="status">
        {isSnoozed && snoozing.snoozedUntil(formatDateTime(until))}
      </span>
      {isSnoozed ? (
        <Button onClick={() => void snooze(productKey, null)}>{snoozing.end}</Button>
      ) : (
        <MenuButton
          label={snoozing.ofThis}
          choices={choices.map((value) => ({ value, label: snoozing.choices[value] }))}
          value={null}
          placeholder={snoozing.snooze}
          note={snoozing.note}
          onChoose={choose}
        />
      )}
      {isChoosing && <SnoozeDialog productKey={productKey} onClose={() => setChoosing(false)} />}
    </>
  );
}

/** As the field for a local time writes it: `2026-06-15T14:00`. */
function fieldTime(ms: number): string {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * MINUTE_MS);
  return local.toISOString().slice(0, 16);
}

function SnoozeDialog({
  productKey,
  onClose,
}: {
  readonly productKey: string;
  readonly onClose: () => void;
}) {
  const { common, snoozing } = texts();
  const [openedMs] = useState(() => Date.now());
  const [until, setUntil] = useState(() => fieldTime(openedMs + DAY_MS));
  const send = (event: FormEvent) => {
    event.preventDefault();
    void snooze(productKey, new Date(until));
    onClose();
  };
  return (
    <Dialog title={snoozing.ofThis} onClose={onClose}>
      <form className="form" onSubmit={send}>
        <label className="form-field">
          {snoozing.untilWhen}
          <input
            className="field"
            type="datetime-local"
            required
            min={fieldTime(openedMs + MINUTE_MS)}
            max={fieldTime(openedMs + 365 * DAY_MS)}
            value={until}
            onChange={(event) => setUntil(event.target.value)}
          />
        </label>
        <div className="dialog-actions">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button variant="primary" type="submit">
            {snoozing.snooze}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
