import type { FormEvent, ReactNode } from "react";
import type { CallError } from "../../shared/calls.js";
import { texts } from "../lib/texts.js";
import { useAct } from "../lib/use-act.js";
import { Button } from "./button.js";
import { Dialog, type DialogProps } from "./dialog.js";
import { ErrorNote } from "./error-note.js";

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
  readonly onClose: () => void;
  /** Buttons before those to cancel and to submit. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
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
    <form className="form" onSubmit={send}>
      {props.children}
      {error && <ErrorNote error={error} />}
      <div className="dialog-actions">
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
        <Button onClick={onClose}>{texts().common.cancel}</Button>
        <Button variant="primary" type="submit" disabled={isBusy || !isComplete}>
          {isBusy ? submitting : submit}
        </Button>
      </div>
    </form>
  );
}

/** A dialog that is a form. */
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
