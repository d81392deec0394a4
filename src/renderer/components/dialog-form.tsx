import { type FormEvent, type ReactNode, useState } from "react";
import type { CallError } from "../../shared/calls.js";
import { texts } from "../lib/texts.js";
import { Button } from "./button.js";
import { ErrorNote } from "./error-note.js";

interface DialogFormProps {
  readonly submit: string;
  /** The button's label while the form is being submitted; `submit` by default. */
  readonly submitting?: string;
  /** Whether the form can be submitted, apart from what the browser validates. */
  readonly isComplete?: boolean;
  /** Resolves to null on success. */
  readonly onSubmit: () => Promise<CallError | null>;
  readonly onClose: () => void;
  /** Buttons before those to cancel and to submit. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The content of a dialog with fields: shows an error and stays open until submitting succeeds. */
export function DialogForm(props: DialogFormProps) {
  const { submit, submitting = submit, isComplete = true, onSubmit, onClose, actions, children } = props;
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<CallError | null>(null);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(await onSubmit());
    setBusy(false);
  };
  return (
    <form className="form" onSubmit={(event) => void send(event)}>
      {children}
      {error && <ErrorNote error={error} />}
      <div className="dialog-actions">
        {actions}
        <Button onClick={onClose}>{texts().common.cancel}</Button>
        <Button variant="primary" type="submit" disabled={isBusy || !isComplete}>
          {isBusy ? submitting : submit}
        </Button>
      </div>
    </form>
  );
}
