import { Plus, Webhook } from "lucide-react";
import { useState } from "react";
import type { ListenerState } from "../../../../shared/app/alerts.js";
import type { ListedWebhook } from "../../../../shared/contract/webhook.js";
import { Button } from "../../../components/button.js";
import { EmptyState } from "../../../components/empty-state.js";
import { ErrorNote } from "../../../components/error-note.js";
import { Section } from "../../../components/section.js";
import { Skeleton } from "../../../components/skeleton.js";
import { formatCount } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";
import { expireAnswers, useAnswer } from "../../../stores/answers.js";
import { NewWebhookDialog } from "./new-webhook-dialog.js";
import { WebhookItem } from "./webhook-item.js";
import "./webhooks.css";

/** Contract, section 8. */
const webhooksMax = 5;

/** Where events are sent: the app's own inbox, and programs of the shopper's. */
export function WebhooksSection() {
  const list = useAnswer("webhooks.list", {});
  const listener = useAnswer("webhooks.listener", {});
  const [isAdding, setAdding] = useState(false);
  const webhooks = list.data?.webhooks;
  const isFull = (webhooks?.length ?? 0) >= webhooksMax;
  const { common, webhooks: said } = texts();
  const actions = (
    <>
      {webhooks && (
        <span className="quiet">{common.outOf(formatCount(webhooks.length), formatCount(webhooksMax))}</span>
      )}
      <Button
        icon={<Plus size={14} aria-hidden="true" />}
        disabled={!webhooks || isFull}
        title={isFull ? said.full(formatCount(webhooksMax)) : undefined}
        onClick={() => setAdding(true)}
      >
        {said.add}
      </Button>
    </>
  );
  return (
    <Section title={said.title} actions={actions} flush>
      <p className="webhooks-about quiet">{said.about}</p>
      {list.error && <ErrorNote error={list.error} onRetry={list.refresh} />}
      {webhooks ? (
        <WebhookList webhooks={webhooks} listener={listener.data} />
      ) : (
        list.isLoading && <Skeleton height={96} />
      )}
      {isAdding && (
        <NewWebhookDialog
          onClose={() => {
            setAdding(false);
            expireAnswers("webhooks.list");
          }}
        />
      )}
    </Section>
  );
}

interface WebhookListProps {
  readonly webhooks: readonly ListedWebhook[];
  readonly listener: ListenerState | null;
}

function WebhookList({ webhooks, listener }: WebhookListProps) {
  const { webhooks: said } = texts();
  return (
    <>
      {listener?.problem && (
        <p className="webhook-problem" role="alert">
          {listener.problem}
        </p>
      )}
      {webhooks.length === 0 && (
        <EmptyState icon={<Webhook size={20} />} title={said.noneTitle}>
          <p>{said.noneAbout}</p>
        </EmptyState>
      )}
      <ul className="webhooks" aria-label={said.title}>
        {webhooks.map((webhook) => (
          <WebhookItem
            key={webhook.id}
            webhook={webhook}
            listener={listener?.webhook_id === webhook.id ? listener : null}
          />
        ))}
      </ul>
    </>
  );
}
