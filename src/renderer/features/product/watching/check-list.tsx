import { CircleCheck, TriangleAlert } from "lucide-react";
import type { ScheduleOverview } from "../../../../shared/app/alerts.js";
import type { Offer } from "../../../../shared/contract/offer.js";
import { healthByRetailer, type RetailerHealth } from "../../../lib/check-health.js";
import { texts } from "../../../lib/texts.js";
import { useNow } from "../../../lib/use-now.js";
import { NextStep } from "./next-step.js";

interface CheckListProps {
  readonly schedule: ScheduleOverview;
  readonly offers: readonly Offer[];
}

/** How the last check at each shop went, and what can be done about one that did not. */
export function CheckList({ schedule, offers }: CheckListProps) {
  const health = healthByRetailer(schedule.checks, useNow());
  return (
    <ul className="checks" aria-label={texts().product.lastChecks}>
      {health.map((each) => (
        <Check key={each.retailer} health={each} schedule={schedule} offers={offers} />
      ))}
    </ul>
  );
}

function Check({ health, ...rest }: CheckListProps & { readonly health: RetailerHealth }) {
  const { retailer, isGood, text, outcome, detail } = health;
  // The engine's own sentence is English: other readers have the outcome in their words, which may stand there already.
  const problem = detail === null ? "" : texts().reasons.problem(outcome, detail);
  const said = text.includes(problem) ? "" : problem;
  return (
    <li className="check">
      {isGood ? (
        <CircleCheck size={15} className="is-in" aria-hidden="true" />
      ) : (
        <TriangleAlert size={15} className="is-out" aria-hidden="true" />
      )}
      <div className="check-text">
        <p className="check-line">
          <span>{retailer}</span>
          <span className={isGood ? "quiet" : "is-out"}>{text}</span>
        </p>
        {said && <p className="quiet">{said}</p>}
        {!isGood && <NextStep health={health} {...rest} />}
      </div>
    </li>
  );
}
