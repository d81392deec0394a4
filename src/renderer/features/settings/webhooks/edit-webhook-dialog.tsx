import type { ListedWebhook } from "../../../../shared/contract/webhook.js";
import { Dialog } from "../../../components/dialog.js";
import { texts } from "../../../lib/texts.js";
import { expireAnswers } from "../../../stores/answers.js";
import { callOnce } from "../../../stores/call-engine.js";
import { WebhookForm, type WebhookWish } from "./webhook-form.js";

interface EditWebhookDialogProps {
  readonly webhook: ListedWebhook;
  readonly onClose: () => void;
}

/** Keeps its secret. */
export function EditWebhookDialog({ webhook, onClose }: EditWebhookDialogProps) {
  const save = async (wish: WebhookWish) => {
    const result = await callOnce("webhooks.update", { id: webhook.id, ...wish });
    if (!result.ok) return result.error;
    expireAnswers("webhooks.list", "webhooks.listener");
    onClose();
    return null;
  };
  return (
    <Dialog title={texts().webhooks.edit} onClose={onClose}>
      <WebhookForm start={webhook} submit={texts().common.save} onSubmit={save} onClose={onClose} />
    </Dialog>
  );
}
