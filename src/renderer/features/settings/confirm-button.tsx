import { useState } from "react";
import { Button } from "../../components/button.js";
import { ConfirmDialog } from "../../components/dialog.js";

interface ConfirmButtonProps {
  readonly variant?: "quiet" | "danger";
  /** What the button says, also for those who do not see what it stands beside. Default: as `confirm`. */
  readonly action?: { readonly label: string; readonly of: (name: string) => string };
  readonly name?: string;
  readonly disabled?: boolean;
  readonly title: string;
  readonly message: string;
  /** The label of the button in the dialog. */
  readonly confirm: string;
  readonly onConfirm: () => Promise<unknown>;
}

/** A button whose act cannot be undone, so that it asks first. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { variant = "quiet", action, name = "", disabled = false, ...question } = props;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant={variant}
        aria-label={action?.of(name)}
        disabled={disabled}
        onClick={() => setAsking(true)}
      >
        {action?.label ?? question.confirm}
      </Button>
      {isAsking && <ConfirmDialog {...question} onClose={() => setAsking(false)} />}
    </>
  );
}
