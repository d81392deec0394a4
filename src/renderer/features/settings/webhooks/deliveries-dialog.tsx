import { Send } from "lucide-react";
import type { ListedWebhook } from "../../../../shared/contract/webhook.js";
import { Button } from "../../../components/button.js";
import { Dialog } from "../../../components/dialog.js";
import { EmptyState } from "../../../components/empty-state.js";
import { ErrorNote } from "../../../components/error-note.js";
import { Skeleton } from "../../../components/skeleton.js";
import { formatPlural } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";
import { useAnswer } from "../../../stores/answers.js";
import { DeliveryItem } from "./delivery-item.js";

const shownMax = 100;

interface DeliveriesDialogProps {
  readonly webhook: ListedWebhook;
  readonly onClose: () => void;
}

/** A webhook's deliveries and their attempts, updated while it is open. */
export function DeliveriesDialog({ webhook, onClose }: DeliveriesDialogProps) {
  const answer = useAnswer("webhooks.deliveries", { webhook_id: webhook.id, limit: shownMax });
  const { data, error } = answer;
  const { common, deliveries } = texts();
  return (
    <Dialog title={deliveries.title} onClose={onClose} isWide>
      <p className="quiet deliveries-about">
        <code>{webhook.url}</code>
        <span role="status">
          {data && data.due > 0 ? ` · ${deliveries.onTheWay(formatPlural("event", data.due))}` : ""}
        </span>
      </p>
      {error && <ErrorNote error={error} onRetry={answer.refresh} />}
      {!data && !error && <Skeleton height={160} />}
      {data?.deliveries.length === 0 && (
        <EmptyState icon={<Send size={20} />} title={deliveries.noneTitle}>
          <p>{deliveries.noneAbout}</p>
        </EmptyState>
      )}
      {data && data.deliveries.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keyboard.
        <ul className="deliveries" aria-label={deliveries.title} tabIndex={0}>
          {data.deliveries.map((delivery) => (
            <DeliveryItem key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
      <div className="dialog-actions">
        <Button variant="primary" onClick={onClose}>
          {common.done}
        </Button>
      </div>
    </Dialog>
  );
}
