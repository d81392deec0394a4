import { classNames } from "../lib/class-names.js";
import "./segmented.css";

interface Segment<T extends string> {
  readonly value: T;
  readonly label: string;
  /** A longer explanation, shown as a tip. */
  readonly tip?: string;
}

interface SegmentedProps<T extends string> {
  readonly label: string;
  readonly segments: readonly Segment<T>[];
  /** Null while none applies. */
  readonly value: T | null;
  readonly onChange: (value: T) => void;
}

/** A segmented control of native radio buttons, so that arrow keys and screen readers work. */
export function Segmented<T extends string>({ label, segments, value, onChange }: SegmentedProps<T>) {
  return (
    <fieldset className="segmented">
      <legend className="visually-hidden">{label}</legend>
      {segments.map((segment) => (
        <label
          key={segment.value}
          title={segment.tip}
          className={classNames(
            "segmented-option line soft strong",
            segment.value === value && "is-selected",
          )}
        >
          <input
            type="radio"
            className="visually-hidden"
            name={label}
            value={segment.value}
            checked={segment.value === value}
            onChange={() => onChange(segment.value)}
          />
          {segment.label}
        </label>
      ))}
    </fieldset>
  );
}
