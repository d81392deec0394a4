import { useState } from "react";
import type { CallError } from "../../../../shared/calls.js";
import type { ListedWebhook } from "../../../../shared/contract/webhook.js";
import type { ActionText } from "../../../../shared/texts/texts.js";
import { Button } from "../../../components/button.js";
import { ConfirmDialog } from "../../../components/confirm-dialog.js";
import { texts } from "../../../lib/texts.js";
import { expireAnswers } from "../../../stores/answers.js";
import { callOnce } from "../../../stores/call-engine.js";
import { DeliveriesDialog } from "./deliveries-dialog.js";
import { EditWebhookDialog } from "./edit-webhook-dialog.js";

interface WebhookActionsProps {
  readonly webhook: ListedWebhook;
  readonly onFailure: (error: CallError | null) => void;
  readonly onTest: () => void;
}

type Open = "log" | "edit" | "delete" | null;

export function WebhookActions({ webhook, onFailure, onTest }: WebhookActionsProps) {
  const [open, setOpen] = useState<Open>(null);
  const [isBusy, setBusy] = useState(false);
  const { id, url, is_active } = webhook;
  const close = () => setOpen(null);
  const change = async () => {
    setBusy(true);
    const result = await callOnce("webhooks.update", { id, is_active: !is_active });
    setBusy(false);
    onFailure(result.ok ? null : result.error);
    expireAnswers("webhooks.list", "webhooks.listener");
  };
  const remove = async () => {
    const result = await callOnce("webhooks.delete", { id });
    onFailure(result.ok ? null : result.error);
    expireAnswers("webhooks.list", "webhooks.listener");
  };
  const { actions, webhooks } = texts();
  const button = ({ label, of }: ActionText, run: () => void) => (
    <Button variant="quiet" aria-label={of(url)} disabled={isBusy} onClick={run}>
      {label}
    </Button>
  );
  return (
    <div className="webhook-actions">
      {button(actions.test, onTest)}
      {button(actions.deliveries, () => setOpen("log"))}
      {button(actions.edit, () => setOpen("edit"))}
      {button(is_active ? actions.disable : actions.enable, () => void change())}
      {button(actions.delete, () => setOpen("delete"))}
      {open === "log" && <DeliveriesDialog webhook={webhook} onClose={close} />}
      {open === "edit" && <EditWebhookDialog webhook={webhook} onClose={close} />}
      {open === "delete" && (
        <ConfirmDialog
          title={webhooks.deleteTitle}
          message={webhooks.deleteAbout(url)}
          confirm={webhooks.delete}
          onConfirm={remove}
          onClose={close}
        />
      )}
    </div>
  );
}
