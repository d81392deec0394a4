import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../components/button.js";
import { CopyButton } from "../../../components/copy-button.js";
import { Dialog } from "../../../components/dialog.js";
import { callOnce } from "../../../lib/call-engine.js";
import { WebhookForm, type WebhookWish } from "./webhook-form.js";

const start: WebhookWish = { url: "", events: ["price_drop", "availability_change"] };

/** Makes a webhook, then shows its secret: the only time that it can be seen. */
export function NewWebhookDialog({ onClose }: { readonly onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  const create = async (wish: WebhookWish) => {
    const result = await callOnce("webhooks.create", wish);
    if (!result.ok) return result.error;
    setSecret(result.data.webhook.secret);
    return null;
  };
  return (
    <Dialog title={secret === null ? "Add webhook" : "Your webhook's secret"} onClose={onClose}>
      {secret === null ? (
        <WebhookForm start={start} submit="Add webhook" onSubmit={create} onClose={onClose} />
      ) : (
        <MadeSecret value={secret} onClose={onClose} />
      )}
    </Dialog>
  );
}

function MadeSecret({ value, onClose }: { readonly value: string; readonly onClose: () => void }) {
  return (
    <>
      <p>Each event is signed with it, so that your program can tell that it came from Tidemark.</p>
      <div className="copy-line">
        <code data-testid="new-secret">{value}</code>
        <CopyButton text={value} what="webhook secret" wide />
      </div>
      <p className="key-warning">
        <TriangleAlert size={15} aria-hidden="true" />
        Copy it now: it is shown only once and cannot be seen again.
      </p>
      <div className="dialog-actions">
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </>
  );
}
