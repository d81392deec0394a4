import { type ReactNode, useState } from "react";
import { Button } from "../../components/button.js";
import { ConfirmDialog } from "../../components/dialog.js";

interface ConfirmButtonProps {
  readonly variant?: "quiet" | "danger";
  /** For those who do not see what it stands beside. */
  readonly label?: string;
  readonly disabled?: boolean;
  readonly title: string;
  readonly message: string;
  /** The label of the button in the dialog. */
  readonly confirm: string;
  readonly onConfirm: () => Promise<unknown>;
  readonly children: ReactNode;
}

/** A button whose act cannot be undone, so that it asks first. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { variant = "quiet", label, disabled = false, children, ...question } = props;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant={variant} aria-label={label} disabled={disabled} onClick={() => setAsking(true)}>
        {children}
      </Button>
      {isAsking && <ConfirmDialog {...question} onClose={() => setAsking(false)} />}
    </>
  );
}
