import { X } from "lucide-react";
import { AlertDialog as Alert, Dialog as Radix } from "radix-ui";
import { type FormEvent, type ReactNode, useState } from "react";
import type { CallError } from "../../shared/calls.js";
import { classNames } from "../lib/class-names.js";
import { texts } from "../lib/texts.js";
import { useAct } from "../lib/use-act.js";
import { Button } from "./button.js";
import { ErrorNote } from "./states.js";
import "./button.css";
import "./dialog.css";

export interface DialogProps {
  readonly title: string;
  /** A sentence under the title. */
  readonly description?: string | undefined;
  readonly onClose: () => void;
  /** For lists; the default width is for a few lines. */
  readonly isWide?: boolean | undefined;
  readonly children: ReactNode;
}

/** A modal dialog: traps the focus, makes the rest inert, closes on Escape and restores the focus. */
export function Dialog({ title, description, onClose, isWide = false, children }: DialogProps) {
  const [opener] = useState(() => document.activeElement);
  return (
    <Radix.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="dialog-veil tile scrolls">
          <Radix.Content
            className={classNames("dialog", isWide && "is-wide")}
            {...(description === undefined && { "aria-describedby": undefined })}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
            }}
            // A click outside must not discard typed text.
            onPointerDownOutside={(event) => event.preventDefault()}
          >
            <Radix.Title className="dialog-title">{title}</Radix.Title>
            {description !== undefined && (
              <Radix.Description className="quiet">{description}</Radix.Description>
            )}
            {children}
            {/* Last, so that the first field has the focus. Without a tip, which would take the first Escape. */}
            <Radix.Close className="icon-button dialog-close" aria-label={texts().common.close}>
              <X size={16} />
            </Radix.Close>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface DialogFormProps {
  readonly submit: string;
  /** The button's label while the form is being submitted; `submit` by default. */
  readonly submitting?: string;
  /** Whether the form can be submitted, apart from what the browser validates. */
  readonly isComplete?: boolean;
  /** Resolves to null on success. */
  readonly onSubmit: () => Promise<CallError | null>;
  /** The dialog goes on to show what was made. */
  readonly staysOpen?: boolean;
  /** Another act, which needs no fields. Resolves to null on success. */
  readonly other?: {
    readonly label: string;
    readonly isDangerous?: boolean;
    readonly onClick: () => Promise<CallError | null>;
  };
  /** The label of the button that closes it; "Cancel" by default. */
  readonly cancel?: string;
  readonly onClose: () => void;
  /** Buttons before those to cancel and to submit. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** The content of a dialog with fields: shows an error, and closes the dialog once submitting succeeds. */
export function DialogForm(props: DialogFormProps) {
  const { submit, submitting = submit, isComplete = true, staysOpen, other, onClose, actions } = props;
  const { isBusy, error, run } = useAct();
  const finish = async (act: DialogFormProps["onSubmit"]) => {
    if ((await run(act)) && !staysOpen) onClose();
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    void finish(props.onSubmit);
  };
  return (
    <form className="stack gap-3" onSubmit={send}>
      {props.children}
      <div className="dialog-actions">
        {error && <ErrorNote error={error} />}
        {actions}
        {other && (
          <Button
            variant={other.isDangerous ? "danger" : "quiet"}
            disabled={isBusy}
            onClick={() => void finish(other.onClick)}
          >
            {other.label}
          </Button>
        )}
        <Button onClick={onClose}>{props.cancel ?? texts().common.cancel}</Button>
        <Button variant="primary" type="submit" disabled={isBusy || !isComplete}>
          {isBusy ? submitting : submit}
        </Button>
      </div>
    </form>
  );
}

export function FormDialog({
  title,
  description,
  isWide,
  ...form
}: DialogFormProps & Omit<DialogProps, keyof DialogFormProps>) {
  return (
    <Dialog {...{ title, description, isWide }} onClose={form.onClose}>
      <DialogForm {...form} />
    </Dialog>
  );
}

/** The only button of a dialog that has nothing to decide. */
export function LastButton({ label, onClose }: { readonly label: string; readonly onClose: () => void }) {
  return (
    <div className="dialog-actions">
      <Button variant="primary" onClick={onClose}>
        {label}
      </Button>
    </div>
  );
}

interface ConfirmDialogProps {
  readonly title: string;
  readonly message: string;
  readonly children?: ReactNode;
  /** The button's label, a verb: "Revoke key". */
  readonly confirm: string;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before an action that cannot be undone. The cancel button has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, message, children, confirm, onConfirm, onClose } = props;
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    await onConfirm();
    onClose();
  };
  return (
    <Alert.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Alert.Portal>
        <Alert.Overlay className="dialog-veil tile scrolls">
          <Alert.Content className="dialog">
            <Alert.Title>{title}</Alert.Title>
            <Alert.Description>{message}</Alert.Description>
            {children}
            <div className="dialog-actions">
              <Alert.Cancel asChild>
                <Button disabled={isBusy}>{texts().common.cancel}</Button>
              </Alert.Cancel>
              <Button variant="danger" onClick={() => void run()} disabled={isBusy}>
                {confirm}
              </Button>
            </div>
          </Alert.Content>
        </Alert.Overlay>
      </Alert.Portal>
    </Alert.Root>
  );
}
