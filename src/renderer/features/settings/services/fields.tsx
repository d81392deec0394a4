import { texts } from "../../../lib/texts.js";

interface FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function BaseUrlField({ value, onChange }: FieldProps) {
  return (
    <label className="form-field">
      {texts().services.baseUrl}
      <input
        className="field"
        type="url"
        required
        maxLength={2_048}
        placeholder="https://service.example/v1"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

/** Masked while typed, and never sent back to the window. */
export function KeyField({
  value,
  onChange,
  isRequired = false,
  placeholder,
}: FieldProps & { readonly isRequired?: boolean; readonly placeholder?: string }) {
  return (
    <label className="form-field">
      {texts().services.key}
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
      {texts().common.name}
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
