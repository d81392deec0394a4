import { CircleCheck, TriangleAlert } from "lucide-react";
import type { ScheduleOverview } from "../../../shared/app/alerts.js";
import { healthByRetailer } from "../../lib/check-health.js";
import { texts } from "../../lib/texts.js";
import { useNow } from "../../lib/use-now.js";

/** How the last check at each shop went. */
export function CheckList({ checks }: { readonly checks: ScheduleOverview["checks"] }) {
  const health = healthByRetailer(checks, useNow());
  return (
    <ul className="checks" aria-label={texts().product.lastChecks}>
      {health.map(({ retailer, isGood, text, detail }) => (
        <li key={retailer} className="check">
          {isGood ? (
            <CircleCheck size={14} className="is-in" aria-hidden="true" />
          ) : (
            <TriangleAlert size={14} className="is-out" aria-hidden="true" />
          )}
          <span>{retailer}</span>
          <span className={isGood ? "quiet" : "is-out"}>{text}</span>
          {detail && <span className="quiet">{detail}</span>}
        </li>
      ))}
    </ul>
  );
}
