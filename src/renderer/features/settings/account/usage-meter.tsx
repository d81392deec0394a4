import type { Usage } from "../../../../shared/contract/usage.js";
import { Fact } from "../../../components/fact.js";
import { formatCalendarDay, formatCount } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";
import { Meter } from "./meter.js";

export function UsageMeter({ usage }: { readonly usage: Usage }) {
  const period = usage.current_period;
  const { account } = texts();
  return (
    <div className="usage">
      <p className="usage-figure">
        <strong>{formatCount(period.credits_used)}</strong>{" "}
        {account.ofCreditsUsed(formatCount(period.credits_limit))}
        <span className="usage-state">
          {usage.subscription_status ? account.states[usage.subscription_status] : account.noPlan}
        </span>
      </p>
      <Meter label={account.creditsUsed} value={period.credits_used} max={period.credits_limit} />
      <dl className="usage-facts">
        <Fact name={account.remaining} value={formatCount(period.credits_remaining)} />
        <Fact name={account.requestsMade} value={formatCount(period.requests_made)} />
        <Fact name={account.periodStarts} value={formatCalendarDay(period.start_date)} />
        <Fact name={account.periodEnds} value={formatCalendarDay(period.end_date)} />
      </dl>
      {usage.subscription_required && (
        <p className="usage-warning" role="alert">
          {account.planNeeded}
        </p>
      )}
    </div>
  );
}
