import { useEffect, useId, useState } from "react";
import { classNames } from "../../lib/class-names.js";

/** Debounces input, so that the list does not jump with every letter. */
const pauseMs = 250;

interface DelayedInputProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly isNumber?: boolean;
  readonly suggestions?: readonly string[];
  readonly onChange: (value: string) => void;
}

/** A text field that reports after a pause, on Enter, or on blur. */
export function DelayedInput(props: DelayedInputProps) {
  const { label, placeholder, value, isNumber = false, suggestions = [], onChange } = props;
  const listId = useId();
  const [draft, setDraft] = useState(value);
  useEffect(() => setDraft(value), [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the pause, not a new onChange
  useEffect(() => {
    if (draft === value) return;
    const timer = setTimeout(() => onChange(draft), pauseMs);
    return () => clearTimeout(timer);
  }, [draft]);
  return (
    <>
      <input
        list={suggestions.length > 0 ? listId : undefined}
        className={classNames("field", isNumber && "is-number")}
        aria-label={label}
        placeholder={placeholder}
        inputMode={isNumber ? "decimal" : "text"}
        spellCheck={false}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={() => draft !== value && onChange(draft)}
        onKeyDown={(event) => event.key === "Enter" && onChange(draft)}
      />
      {suggestions.length > 0 && (
        <datalist id={listId}>
          {suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </>
  );
}
