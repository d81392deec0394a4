import type { ComponentProps } from "react";

interface TextFieldProps extends Omit<ComponentProps<"input">, "onChange"> {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A field below its label, for forms. Children are hints below the field. */
export function TextField({ label, onChange, children, ...input }: TextFieldProps) {
  return (
    <label className="form-field">
      {label}
      <input {...input} className="field" onChange={({ target }) => onChange(target.value)} />
      {children}
    </label>
  );
}
