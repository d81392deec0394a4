import { Plus, Webhook } from "lucide-react";
import { useState } from "react";
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

/** The webhooks of the owner's programs. The app's own inbox counts as one of the five, but cannot be changed. */
export function WebhooksSection() {
  const list = useAnswer("webhooks.list", {});
  const listener = useAnswer("webhooks.listener", {});
  const [isAdding, setAdding] = useState(false);
  const own = listener.data?.webhook_id;
  // Until the app's own webhook is known, any of them could be it.
  const webhooks = own === undefined ? undefined : list.data?.webhooks.filter(({ id }) => id !== own);
  const max = own === null ? webhooksMax : webhooksMax - 1;
  const isFull = (webhooks?.length ?? 0) >= max;
  const { common, webhooks: said } = texts();
  const actions = (
    <>
      {webhooks && (
        <span className="quiet">{common.outOf(formatCount(webhooks.length), formatCount(max))}</span>
      )}
      <Button
        icon={<Plus size={14} aria-hidden="true" />}
        disabled={!webhooks || isFull}
        title={isFull ? said.full(formatCount(max)) : undefined}
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
      {webhooks ? <WebhookList webhooks={webhooks} /> : !list.error && <Skeleton height={96} />}
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

function WebhookList({ webhooks }: { readonly webhooks: readonly ListedWebhook[] }) {
  const { webhooks: said } = texts();
  return (
    <>
      {webhooks.length === 0 && (
        <EmptyState icon={<Webhook size={20} />} title={said.noneTitle}>
          <p>{said.noneAbout}</p>
        </EmptyState>
      )}
      <ul className="webhooks" aria-label={said.title}>
        {webhooks.map((webhook) => (
          <WebhookItem key={webhook.id} webhook={webhook} />
        ))}
      </ul>
    </>
  );
}
