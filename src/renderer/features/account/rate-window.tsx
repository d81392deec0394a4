import type { AccountSummary } from "../../../shared/app/operations.js";
import { formatCount, formatWait } from "../../lib/format.js";
import { Meter } from "./meter.js";

export function RateWindow({ rate }: { readonly rate: AccountSummary["rate"] }) {
  const used = rate.limit - rate.remaining;
  return (
    <div className="usage">
      <p className="usage-figure">
        <strong>{formatCount(used)}</strong> of {formatCount(rate.limit)} requests in the last hour
      </p>
      <Meter label="Requests used" value={used} max={rate.limit} />
      <p className="quiet">
        {used === 0
          ? "The window, the API and the command line all count here."
          : `The oldest one stops counting in ${formatWait(rate.reset_seconds)}. The window, the API and the command line all count here.`}
      </p>
    </div>
  );
}
