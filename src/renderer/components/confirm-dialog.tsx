import { AlertDialog as Radix } from "radix-ui";
import { type ReactNode, useState } from "react";
import { texts } from "../lib/texts.js";
import { Button } from "./button.js";
import "./dialog.css";

interface ConfirmDialogProps {
  readonly title: string;
  readonly message: string;
  readonly children?: ReactNode;
  /** The button's label, a verb: "Revoke key". */
  readonly confirm: string;
  /** The action adds or opens something and removes nothing. */
  readonly isHarmless?: boolean;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before an action that cannot be undone. The cancel button has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, message, children, confirm, isHarmless = false, onConfirm, onClose } = props;
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    await onConfirm();
    onClose();
  };
  return (
    <Radix.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="dialog-veil">
          <Radix.Content className="dialog">
            <Radix.Title>{title}</Radix.Title>
            <Radix.Description>{message}</Radix.Description>
            {children}
            <div className="dialog-actions">
              <Radix.Cancel asChild>
                <Button disabled={isBusy}>{texts().common.cancel}</Button>
              </Radix.Cancel>
              <Button
                variant={isHarmless ? "primary" : "danger"}
                onClick={() => void run()}
                disabled={isBusy}
              >
                {confirm}
              </Button>
            </div>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
