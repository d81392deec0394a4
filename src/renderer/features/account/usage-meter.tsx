import type { Usage } from "../../../shared/contract/usage.js";
import { formatCalendarDay, formatCount } from "../../lib/format.js";
import { Meter } from "./meter.js";

const states = {
  active: "Active plan",
  trialing: "Trial",
  past_due: "Payment past due",
} as const;

export function UsageMeter({ usage }: { readonly usage: Usage }) {
  const period = usage.current_period;
  return (
    <div className="usage">
      <p className="usage-figure">
        <strong>{formatCount(period.credits_used)}</strong> of {formatCount(period.credits_limit)} credits
        used
        <span className="usage-state">
          {usage.subscription_status ? states[usage.subscription_status] : "No plan"}
        </span>
      </p>
      <Meter label="Credits used" value={period.credits_used} max={period.credits_limit} />
      <dl className="usage-facts">
        <Fact name="Remaining" value={formatCount(period.credits_remaining)} />
        <Fact name="Requests made" value={formatCount(period.requests_made)} />
        <Fact name="Period starts" value={formatCalendarDay(period.start_date)} />
        <Fact name="Period ends" value={formatCalendarDay(period.end_date)} />
      </dl>
      {usage.subscription_required && (
        <p className="usage-warning" role="alert">
          No active plan is attached, so nothing can be looked up until one is.
        </p>
      )}
    </div>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt className="quiet">{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
