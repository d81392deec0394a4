import { Switch as Radix } from "radix-ui";
import { type ReactNode, useId } from "react";
import "./switch.css";

interface SwitchProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly label: ReactNode;
  /** A sentence under the label. */
  readonly note?: ReactNode;
  readonly disabled?: boolean;
  /** The shortcut key. */
  readonly keys?: string;
}

/** A switch that takes effect at once, with its label. */
export function Switch({ isOn, onChange, label, note, disabled = false, keys }: SwitchProps) {
  const id = useId();
  const noteId = useId();
  return (
    <div className="switch-line">
      <Radix.Root
        id={id}
        className="switch"
        checked={isOn}
        disabled={disabled}
        onCheckedChange={onChange}
        aria-describedby={note ? noteId : undefined}
        aria-keyshortcuts={keys}
      >
        <Radix.Thumb className="switch-thumb" />
      </Radix.Root>
      <div>
        <label htmlFor={id}>{label}</label>
        {note && (
          <p id={noteId} className="quiet">
            {note}
          </p>
        )}
      </div>
    </div>
  );
}
