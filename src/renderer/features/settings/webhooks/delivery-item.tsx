import type { Delivery } from "../../../../shared/app/alerts.js";
import { Tag } from "../../../components/tag.js";
import { eventName } from "../../../lib/event-names.js";
import { formatAge, formatDateTime, formatUntil } from "../../../lib/format.js";
import { useNow } from "../../../lib/use-now.js";
import { attemptText } from "./attempt-text.js";

const states = {
  due: { tone: "warn", label: "On the way" },
  delivered: { tone: "good", label: "Delivered" },
  failed: { tone: "bad", label: "Failed" },
  cancelled: { tone: "plain", label: "Cancelled" },
} as const;

export function DeliveryItem({ delivery }: { readonly delivery: Delivery }) {
  const nowMs = useNow();
  const { product, event, status, created_at, due_at, attempts } = delivery;
  const { tone, label } = states[status];
  return (
    <li className="delivery">
      <div className="delivery-top">
        <span className="delivery-product truncate">{product}</span>
        <Tag tone={tone}>{label}</Tag>
      </div>
      <p className="quiet">
        {eventName(event)} · <span title={formatDateTime(created_at)}>{formatAge(created_at, nowMs)}</span>
        {due_at !== null && ` · next attempt ${formatUntil(due_at, nowMs)}`}
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
