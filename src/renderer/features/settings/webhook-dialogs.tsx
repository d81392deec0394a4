import { Send } from "lucide-react";
import { useState } from "react";
import type { Delivery } from "../../../shared/app/alerts.js";
import type { CallError, OperationResult } from "../../../shared/calls.js";
import type { EventType, ListedWebhook } from "../../../shared/contract/webhook.js";
import { Button } from "../../components/button.js";
import { Dialog, DialogForm, LastButton } from "../../components/dialog.js";
import { CheckField, TextField, withOrWithout } from "../../components/fields.js";
import { EmptyState, ErrorNote, Skeleton } from "../../components/states.js";
import { Tag } from "../../components/tag.js";
import { deliveryProblem } from "../../lib/delivery-problem.js";
import { eventName, eventNames } from "../../lib/event-sentence.js";
import {
  formatAge,
  formatCount,
  formatDateTime,
  formatDuration,
  formatPlural,
  formatUntil,
} from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useAct } from "../../lib/use-act.js";
import { useNow } from "../../lib/use-now.js";
import { change, expireAnswers, useAnswer } from "../../stores/answers.js";
import { callOnce } from "../../stores/call-engine.js";
import { ShownOnce } from "./shown-once.js";

type WebhookOptions = Pick<ListedWebhook, "url" | "events">;

const newWebhook: WebhookOptions = { url: "", events: ["price_drop", "availability_change"] };

const maxDeliveries = 100;
const deliveryTones = { due: "warn", delivered: "good", failed: "bad", cancelled: "plain" } as const;

/** Creates a webhook, then shows its secret once. */
export function NewWebhookDialog({ onClose }: { readonly onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  const create = async (options: WebhookOptions) => {
    const result = await callOnce("webhooks.create", options);
    if (!result.ok) return result.error;
    expireAnswers("webhooks.list");
    setSecret(result.data.webhook.secret);
    return null;
  };
  const { webhooks } = texts();
  return (
    <Dialog title={secret === null ? webhooks.add : webhooks.secretTitle} onClose={onClose}>
      {secret === null ? (
        <WebhookForm
          initial={newWebhook}
          submit={webhooks.add}
          staysOpen
          onSubmit={create}
          onClose={onClose}
        />
      ) : (
        <>
          <p>{webhooks.secretAbout}</p>
          <ShownOnce value={secret} what={webhooks.secret} testId="new-secret" onClose={onClose} />
        </>
      )}
    </Dialog>
  );
}

interface WebhookDialogProps {
  readonly webhook: ListedWebhook;
  readonly onClose: () => void;
}

/** Edits address and events; the secret stays the same. */
export function EditWebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const save = (options: WebhookOptions) =>
    change("webhooks.update", { id: webhook.id, ...options }, "webhooks.list", "webhooks.listener");
  return (
    <Dialog title={texts().webhooks.edit} onClose={onClose}>
      <WebhookForm initial={webhook} submit={texts().common.save} onSubmit={save} onClose={onClose} />
    </Dialog>
  );
}

/** Makes a new secret after a confirmation, then shows it once. */
export function NewSecretDialog({ webhook, onClose }: WebhookDialogProps) {
  const [made, setMade] = useState<OperationResult<"webhooks.rotate"> | null>(null);
  const rotate = async () => {
    const result = await callOnce("webhooks.rotate", { webhook_id: webhook.id });
    if (!result.ok) return result.error;
    setMade(result.data);
    return null;
  };
  const { webhooks } = texts();
  return (
    <Dialog title={made === null ? webhooks.rotateTitle : webhooks.secretTitle} onClose={onClose}>
      {made === null ? (
        <DialogForm submit={webhooks.rotate} staysOpen onSubmit={rotate} onClose={onClose}>
          <p>{webhooks.rotateAbout(webhook.url)}</p>
        </DialogForm>
      ) : (
        <>
          <p>{webhooks.rotatedAbout(formatDateTime(made.old_valid_until))}</p>
          <ShownOnce value={made.secret} what={webhooks.secret} testId="new-secret" onClose={onClose} />
        </>
      )}
    </Dialog>
  );
}

interface WebhookFormProps {
  readonly initial: WebhookOptions;
  readonly submit: string;
  readonly staysOpen?: boolean;
  /** Resolves to null on success. */
  readonly onSubmit: (options: WebhookOptions) => Promise<CallError | null>;
  readonly onClose: () => void;
}

function WebhookForm({ initial, onSubmit, ...form }: WebhookFormProps) {
  const [url, setUrl] = useState(initial.url);
  const [events, setEvents] = useState(initial.events);
  const { webhooks } = texts();
  return (
    <DialogForm
      {...form}
      isComplete={events.length > 0}
      onSubmit={() => onSubmit({ url: url.trim(), events })}
    >
      <TextField
        label={webhooks.address}
        type="url"
        required
        pattern="https://.+"
        title={webhooks.addressTip}
        maxLength={2_048}
        placeholder="https://shop-watcher.example/hooks"
        spellCheck={false}
        value={url}
        onChange={setUrl}
      />
      <EventsField events={events} onChange={setEvents} />
    </DialogForm>
  );
}

interface EventsFieldProps {
  readonly events: readonly EventType[];
  readonly onChange: (events: EventType[]) => void;
}

function EventsField({ events, onChange }: EventsFieldProps) {
  const { webhooks } = texts();
  return (
    <fieldset className="stack">
      <legend className="strong">{webhooks.tellItOf}</legend>
      {eventNames().map(({ value, label, note }) => (
        <CheckField
          key={value}
          checked={events.includes(value)}
          onChange={(isOn) => onChange(withOrWithout(events, value, isOn))}
        >
          {label}
          <span className="quiet">{note}</span>
        </CheckField>
      ))}
      {events.length === 0 && <p className="warn">{webhooks.selectOne}</p>}
    </fieldset>
  );
}

/** A webhook's deliveries and their attempts, updated while it is open. */
export function DeliveriesDialog({ webhook, onClose }: WebhookDialogProps) {
  const answer = useAnswer("webhooks.deliveries", { webhook_id: webhook.id, limit: maxDeliveries });
  const { data, error } = answer;
  const { actions, common, deliveries } = texts();
  return (
    <Dialog title={actions.deliveries.label} onClose={onClose} isWide>
      <p className="quiet breaks">
        <code>{webhook.url}</code>
        <span role="status">
          {data && data.due > 0 ? ` · ${deliveries.onTheWay(formatPlural("event", data.due))}` : ""}
        </span>
      </p>
      {error && <ErrorNote error={error} onRetry={answer.refresh} />}
      {!data && !error && <Skeleton height={160} />}
      {data?.deliveries.length === 0 && (
        <EmptyState icon={Send} title={deliveries.noneTitle} text={deliveries.noneAbout} />
      )}
      {data && data.deliveries.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
        <ul className="deliveries divided" aria-label={actions.deliveries.label} tabIndex={0}>
          {data.deliveries.map((delivery) => (
            <DeliveryItem key={delivery.id} delivery={delivery} webhook={webhook} />
          ))}
        </ul>
      )}
      <LastButton label={common.done} onClose={onClose} />
    </Dialog>
  );
}

interface DeliveryItemProps {
  readonly delivery: Delivery;
  readonly webhook: ListedWebhook;
}

function DeliveryItem({ delivery, webhook }: DeliveryItemProps) {
  const nowMs = useNow();
  const { error: failure, run } = useAct();
  const { product, event, status, created_at, due_at, attempts } = delivery;
  const { deliveries } = texts();
  const sent = { webhook_id: webhook.id, event_id: delivery.event_id };
  const sendAgain = () => run(() => change("webhooks.resend", sent, "webhooks.deliveries"));
  return (
    <li className="delivery">
      <div className="line between gap-3">
        <span className="shrinks strong truncate">{product}</span>
        {webhook.is_active && status !== "due" && (
          <Button
            variant="quiet"
            aria-label={deliveries.sendAgainOf(product)}
            onClick={() => void sendAgain()}
          >
            {deliveries.sendAgain}
          </Button>
        )}
        <Tag tone={deliveryTones[status]}>{deliveries.states[status]}</Tag>
      </div>
      <p className="quiet">
        {eventName(event)} · <span title={formatDateTime(created_at)}>{formatAge(created_at, nowMs)}</span>
        {due_at !== null && ` · ${deliveries.nextAttempt(formatUntil(due_at, nowMs))}`}
      </p>
      {attempts.length > 0 && (
        <ol className="attempts small breaks">
          {attempts.map((attempt) => (
            <li key={attempt.attempt}>{attemptText(attempt)}</li>
          ))}
        </ol>
      )}
      {failure && <ErrorNote error={failure} />}
    </li>
  );
}

/** `Attempt 2, Mar 4, 2026, 3:04 PM: HTTP 503 after 85 ms`. */
export function attemptText(attempt: Delivery["attempts"][number]): string {
  const { response_code, error, duration_ms } = attempt;
  const { deliveries } = texts();
  const text = deliveries.attempt(
    formatCount(attempt.attempt),
    formatDateTime(attempt.started_at),
    response_code === null ? deliveries.noAnswer : `HTTP ${response_code}`,
    formatDuration(duration_ms),
  );
  return error ? `${text} (${deliveryProblem(error)})` : text;
}
