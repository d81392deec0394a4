import { type FormEvent, useState } from "react";
import type { CallError } from "../../../../shared/calls.js";
import type { EventType } from "../../../../shared/contract/webhook.js";
import { Button } from "../../../components/button.js";
import { ErrorNote } from "../../../components/error-note.js";
import { eventNames } from "../../../lib/event-names.js";
import { texts } from "../../../lib/texts.js";

export interface WebhookWish {
  readonly url: string;
  readonly events: EventType[];
}

interface WebhookFormProps {
  readonly start: WebhookWish;
  readonly submit: string;
  /** Null on success. */
  readonly onSubmit: (wish: WebhookWish) => Promise<CallError | null>;
  readonly onClose: () => void;
}

export function WebhookForm({ start, submit, onSubmit, onClose }: WebhookFormProps) {
  const [url, setUrl] = useState(start.url);
  const [events, setEvents] = useState(start.events);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<CallError | null>(null);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(await onSubmit({ url: url.trim(), events }));
    setBusy(false);
  };
  const { common, webhooks } = texts();
  return (
    <form className="form" onSubmit={(event) => void send(event)}>
      <label className="form-field">
        {webhooks.address}
        <input
          className="field"
          type="url"
          required
          pattern="https://.+"
          title={webhooks.addressTip}
          maxLength={2_048}
          placeholder="https://shop-watcher.example/hooks"
          spellCheck={false}
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
      </label>
      <EventChoice events={events} onChange={setEvents} />
      {error && <ErrorNote error={error} />}
      <div className="dialog-actions">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button variant="primary" type="submit" disabled={isBusy || events.length === 0}>
          {submit}
        </Button>
      </div>
    </form>
  );
}

interface EventChoiceProps {
  readonly events: readonly EventType[];
  readonly onChange: (events: EventType[]) => void;
}

function EventChoice({ events, onChange }: EventChoiceProps) {
  return (
    <fieldset className="webhook-events">
      <legend>{texts().webhooks.tellItOf}</legend>
      {eventNames().map(({ value, label, note }) => (
        <label key={value} className="form-check">
          <input
            type="checkbox"
            checked={events.includes(value)}
            onChange={({ target }) =>
              onChange(target.checked ? [...events, value] : events.filter((event) => event !== value))
            }
          />
          {label}
          <span className="quiet">{note}</span>
        </label>
      ))}
      {events.length === 0 && <p className="webhook-trouble">{texts().webhooks.chooseOne}</p>}
    </fieldset>
  );
}
