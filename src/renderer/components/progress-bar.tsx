import { Progress as Radix } from "radix-ui";
import { classNames } from "../lib/class-names.js";
import "./progress-bar.css";

interface ProgressBarProps {
  readonly label: string;
  /** Null if the total is unknown. */
  readonly done: number | null;
  readonly total: number;
  /** Text for screen readers: "120 of 400 products". */
  readonly text: string;
}

export function ProgressBar({ label, done, total, text }: ProgressBarProps) {
  const share = done === null || total <= 0 ? null : Math.min(1, done / total);
  return (
    <Radix.Root
      className={classNames("progress-bar", share === null && "is-open")}
      aria-label={label}
      value={share === null ? null : Math.round(share * 100)}
      getValueLabel={() => text}
    >
      <Radix.Indicator
        className="progress-bar-done"
        style={share === null ? undefined : { width: `${share * 100}%` }}
      />
    </Radix.Root>
  );
}
