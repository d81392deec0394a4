import { Switch as Radix } from "radix-ui";
import { type ComponentProps, type ReactNode, useId } from "react";
import "./switch.css";

interface SwitchBoxProps extends Omit<ComponentProps<typeof Radix.Root>, "onChange"> {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A switch that takes effect at once, without its label. */
export function SwitchBox({ isOn, onChange, ...rest }: SwitchBoxProps) {
  return (
    <Radix.Root className="switch" checked={isOn} onCheckedChange={onChange} {...rest}>
      <Radix.Thumb className="switch-thumb" />
    </Radix.Root>
  );
}

interface SwitchProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly label: ReactNode;
  /** A sentence under the label. */
  readonly note?: ReactNode;
  readonly disabled?: boolean;
  readonly keys?: string;
}

export function Switch({ isOn, onChange, label, note, disabled = false, keys }: SwitchProps) {
  const id = useId();
  const noteId = useId();
  return (
    <div className="line tops gap-3">
      <SwitchBox
        id={id}
        isOn={isOn}
        onChange={onChange}
        disabled={disabled}
        aria-describedby={note ? noteId : undefined}
        aria-keyshortcuts={keys}
      />
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
