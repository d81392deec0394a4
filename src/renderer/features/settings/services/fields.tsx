interface FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Hidden while it is typed; it never comes back to the window. */
export function KeyField({
  value,
  onChange,
  isRequired = false,
  placeholder,
}: FieldProps & { readonly isRequired?: boolean; readonly placeholder?: string }) {
  return (
    <label className="form-field">
      API key
      <input
        className="field"
        type="password"
        autoComplete="off"
        required={isRequired}
        maxLength={300}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

export function NameField({ value, onChange, placeholder }: FieldProps & { readonly placeholder?: string }) {
  return (
    <label className="form-field">
      Name
      <input
        className="field"
        maxLength={100}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
