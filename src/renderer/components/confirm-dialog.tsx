import { useState } from "react";
import { texts } from "../lib/texts.js";
import { Button } from "./button.js";
import { Dialog } from "./dialog.js";

interface ConfirmDialogProps {
  readonly title: string;
  readonly message: string;
  /** What the button does, as a verb: "Revoke key". */
  readonly confirm: string;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before something that cannot be undone. The harmless button has the focus. */
export function ConfirmDialog({ title, message, confirm, onConfirm, onClose }: ConfirmDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    await onConfirm();
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{message}</p>
      <div className="dialog-actions">
        <Button onClick={onClose} disabled={isBusy}>
          {texts().common.cancel}
        </Button>
        <Button variant="danger" onClick={() => void run()} disabled={isBusy}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
}
