import type { ComponentProps } from "react";

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

interface CheckFieldProps extends Omit<ComponentProps<"input">, "onChange"> {
  readonly onChange: (isChecked: boolean) => void;
}

/** A checkbox, or with a type a radio button, with its label beside it, for forms. */
export function CheckField({ type = "checkbox", onChange, children, ...input }: CheckFieldProps) {
  return (
    <label className="form-check">
      <input {...input} type={type} onChange={({ target }) => onChange(target.checked)} />
      {children}
    </label>
  );
}

/** The list with the value, or without it. */
export function withOrWithout<T>(list: readonly T[], value: T, isIn: boolean): T[] {
  const others = list.filter((each) => each !== value);
  return isIn ? [...others, value] : others;
}
