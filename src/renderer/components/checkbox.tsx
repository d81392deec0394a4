import type { ReactNode } from "react";

interface CheckboxProps {
  /** Its accessible name. */
  readonly label: string;
  /** `mixed` if only some are selected. */
  readonly checked: boolean | "mixed";
  readonly onChange: (isChecked: boolean) => void;
  readonly tabIndex?: number;
}

/** A checkbox without a visible label. Native, because lists have thousands of them. */
export function Checkbox({ label, checked, onChange, tabIndex }: CheckboxProps) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={checked === true}
      tabIndex={tabIndex}
      ref={(box) => {
        if (box) box.indeterminate = checked === "mixed";
      }}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}

interface CheckFieldProps {
  readonly checked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly children: ReactNode;
}

/** A checkbox with its label beside it, for forms. */
export function CheckField({ checked, onChange, children }: CheckFieldProps) {
  return (
    <label className="form-check">
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      {children}
    </label>
  );
}
