import type { AccountSummary } from "../../../../shared/app/operations.js";
import { formatCount, formatWait } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";
import { Meter } from "./meter.js";

export function RateWindow({ rate }: { readonly rate: AccountSummary["rate"] }) {
  const used = rate.limit - rate.remaining;
  const { account } = texts();
  return (
    <div className="usage">
      <p className="usage-figure">
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
