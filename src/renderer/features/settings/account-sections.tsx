import { useEffect } from "react";
import type { AccountSummary } from "../../../shared/app/operations.js";
import type { Usage } from "../../../shared/contract/usage.js";
import { Fact, Section } from "../../components/section.js";
import { ErrorNote, Skeleton } from "../../components/states.js";
import { Tag } from "../../components/tag.js";
import { classNames } from "../../lib/class-names.js";
import { formatCalendarDay, formatCount, formatWait } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { expireAnswers, useAnswer } from "../../stores/answers.js";
import "./programs.css";

const refreshMs = 3_000;

/** Above this share of the limit, a meter warns. */
const warningShare = 0.9;

/** The usage and limits of programs with an API key. */
export function AccountSections() {
  const usage = useAnswer("usage.get", {});
  const account = useAnswer("account.show", {});
  // Refreshes, because programs send requests meanwhile.
  useEffect(() => {
    const timer = setInterval(() => expireAnswers("usage.get", "account.show"), refreshMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      <Section title={texts().account.creditsTitle}>
        {usage.data ? (
          <Credits usage={usage.data.data} />
        ) : usage.error ? (
          <ErrorNote error={usage.error} onRetry={usage.refresh} />
        ) : (
          <Skeleton height={104} />
        )}
      </Section>
      <Section title={texts().account.requestsTitle}>
        {account.data ? (
          <RequestRate rate={account.data.rate} />
        ) : account.error ? (
          <ErrorNote error={account.error} onRetry={account.refresh} />
        ) : (
          <Skeleton height={48} />
        )}
      </Section>
    </>
  );
}

function Credits({ usage }: { readonly usage: Usage }) {
  const period = usage.current_period;
  const { account } = texts();
  return (
    <div className="usage stack">
      <p className="usage-figure line wraps">
        <strong>{formatCount(period.credits_used)}</strong>{" "}
        {account.ofCreditsUsed(formatCount(period.credits_limit))}
        <span className="push">
          <Tag>{usage.subscription_status ? account.states[usage.subscription_status] : account.noPlan}</Tag>
        </span>
      </p>
      <Meter label={account.creditsUsed} value={period.credits_used} max={period.credits_limit} />
      <dl className="facts">
        <Fact name={account.remaining} value={formatCount(period.credits_remaining)} />
        <Fact name={account.requestsMade} value={formatCount(period.requests_made)} />
        <Fact name={account.periodStarts} value={formatCalendarDay(period.start_date)} />
        <Fact name={account.periodEnds} value={formatCalendarDay(period.end_date)} />
      </dl>
      {usage.subscription_required && (
        <p className="bad" role="alert">
          {account.planNeeded}
        </p>
      )}
    </div>
  );
}

function RequestRate({ rate }: { readonly rate: AccountSummary["rate"] }) {
  const used = rate.limit - rate.remaining;
  const { account } = texts();
  return (
    <div className="usage stack">
      <p className="usage-figure line wraps">
        <strong>{formatCount(used)}</strong> {account.ofRequests(formatCount(rate.limit))}
      </p>
      <Meter label={account.requestsUsed} value={used} max={rate.limit} />
      <p className="quiet">
        {used > 0 && `${account.oldestStops(formatWait(rate.reset_seconds))} `}
        {account.allCount}
      </p>
    </div>
  );
}

interface MeterProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
}

function Meter({ label, value, max }: MeterProps) {
  const share = max > 0 ? Math.min(1, value / max) : 0;
  return (
    <>
      <meter className="visually-hidden" aria-label={label} value={value} min={0} max={max} />
      <div className="meter" aria-hidden="true">
        <span
          className={classNames("meter-fill", share >= warningShare && "is-high")}
          style={{ width: `${share * 100}%` }}
        />
      </div>
    </>
  );
}
