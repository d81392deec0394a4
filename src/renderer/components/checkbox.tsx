import "./checkbox.css";

interface CheckboxProps {
  /** Its accessible name. */
  readonly label: string;
  /** `mixed` is "some of them". */
  readonly checked: boolean | "mixed";
  readonly onChange: (isChecked: boolean) => void;
  readonly tabIndex?: number;
}

/** A box without words beside it. The browser's own, as lists of thousands need it. */
export function Checkbox({ label, checked, onChange, tabIndex }: CheckboxProps) {
  return (
    <input
      type="checkbox"
      className="checkbox"
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
