import { useState } from "react";
import { Dialog } from "../../../components/dialog.js";
import { texts } from "../../../lib/texts.js";
import { callOnce } from "../../../stores/call-engine.js";
import { ShownOnce } from "../shown-once.js";
import { WebhookForm, type WebhookWish } from "./webhook-form.js";

const start: WebhookWish = { url: "", events: ["price_drop", "availability_change"] };

/** Creates a webhook, then shows its secret once. */
export function NewWebhookDialog({ onClose }: { readonly onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  const create = async (wish: WebhookWish) => {
    const result = await callOnce("webhooks.create", wish);
    if (!result.ok) return result.error;
    setSecret(result.data.webhook.secret);
    return null;
  };
  const { webhooks } = texts();
  return (
    <Dialog title={secret === null ? webhooks.add : webhooks.secretTitle} onClose={onClose}>
      {secret === null ? (
        <WebhookForm start={start} submit={webhooks.add} onSubmit={create} onClose={onClose} />
      ) : (
        <>
          <p>{webhooks.secretAbout}</p>
          <ShownOnce value={secret} what={webhooks.secret} testId="new-secret" onClose={onClose} />
        </>
      )}
    </Dialog>
  );
}
