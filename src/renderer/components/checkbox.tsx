import { Check, Minus } from "lucide-react";
import { Checkbox as Radix } from "radix-ui";
import "./checkbox.css";

interface CheckboxProps {
  /** Its accessible name. */
  readonly label: string;
  readonly checked: boolean | "indeterminate";
  readonly onChange: (isChecked: boolean) => void;
  readonly tabIndex?: number;
}

/** A box without words beside it, as lists need; `indeterminate` is "some of them". */
export function Checkbox({ label, checked, onChange, tabIndex }: CheckboxProps) {
  return (
    <Radix.Root
      className="checkbox"
      aria-label={label}
      checked={checked}
      tabIndex={tabIndex}
      onCheckedChange={(now) => onChange(now === true)}
    >
      <Radix.Indicator className="checkbox-mark">
        {checked === "indeterminate" ? (
          <Minus size={13} strokeWidth={3} aria-hidden="true" />
        ) : (
          <Check size={13} strokeWidth={3} aria-hidden="true" />
        )}
      </Radix.Indicator>
    </Radix.Root>
  );
}
