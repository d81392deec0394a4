import type { Delivery } from "../../../../shared/app/alerts.js";
import { Tag } from "../../../components/tag.js";
import { eventName } from "../../../lib/event-names.js";
import { formatAge, formatDateTime, formatUntil } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";
import { useNow } from "../../../lib/use-now.js";
import { attemptText } from "./attempt-text.js";

const tones = { due: "warn", delivered: "good", failed: "bad", cancelled: "plain" } as const;

export function DeliveryItem({ delivery }: { readonly delivery: Delivery }) {
  const nowMs = useNow();
  const { product, event, status, created_at, due_at, attempts } = delivery;
  const { deliveries } = texts();
  return (
    <li className="delivery">
      <div className="delivery-top">
        <span className="delivery-product truncate">{product}</span>
        <Tag tone={tones[status]}>{deliveries.states[status]}</Tag>
      </div>
      <p className="quiet">
        {eventName(event)} · <span title={formatDateTime(created_at)}>{formatAge(created_at, nowMs)}</span>
        {due_at !== null && ` · ${deliveries.nextAttempt(formatUntil(due_at, nowMs))}`}
      </p>
      {attempts.length > 0 && (
        <ol className="attempts">
          {attempts.map((attempt) => (
            <li key={attempt.attempt}>{attemptText(attempt)}</li>
          ))}
        </ol>
      )}
    </li>
  );
}
