import { classNames } from "../../../lib/class-names.js";

interface MeterProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
}

/** Above this share, the bar warns. */
const warnShare = 0.9;

export function Meter({ label, value, max }: MeterProps) {
  const share = max > 0 ? Math.min(1, value / max) : 0;
  return (
    <>
      <meter className="visually-hidden" aria-label={label} value={value} min={0} max={max} />
      <div className="meter" aria-hidden="true">
        <span
          className={classNames("meter-fill", share >= warnShare && "is-high")}
          style={{ width: `${share * 100}%` }}
        />
      </div>
    </>
  );
}
