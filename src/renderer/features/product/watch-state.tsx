import type { ScheduleOverview } from "../../../shared/app/alerts.js";
import { watchedHow } from "../../lib/cadence.js";
import { formatAge, formatDateTime, formatUntil } from "../../lib/format.js";
import { useNow } from "../../lib/use-now.js";

interface WatchStateProps {
  readonly schedule: ScheduleOverview | null;
  readonly canBeChecked: boolean;
}

/** In two lines: is it watched, and what that means. */
export function WatchState({ schedule, canBeChecked }: WatchStateProps) {
  const nowMs = useNow();
  return (
    <div className="watch-state">
      <p className="watch-title" role="status">
        {schedule
          ? `${watchedHow(schedule.schedule)}${schedule.retailer ? ` at ${schedule.retailer}` : ""}`
          : "Not watched"}
      </p>
      <p className="quiet">
        {!canBeChecked ? (
          "No shop that sells it can be checked; prices still update when Tidemark sees them."
        ) : schedule ? (
          <NextCheck schedule={schedule} nowMs={nowMs} />
        ) : (
          "Be told when its price drops; the checks are free."
        )}
      </p>
    </div>
  );
}

function NextCheck({ schedule, nowMs }: { readonly schedule: ScheduleOverview; readonly nowMs: number }) {
  const { is_running, next_check_at, last_check_at } = schedule;
  const last = last_check_at === null ? "not checked yet" : `last checked ${formatAge(last_check_at, nowMs)}`;
  return (
    <>
      <span title={formatDateTime(next_check_at)}>
        {is_running ? "Checking now" : `Next check ${formatUntil(next_check_at, nowMs)}`}
      </span>
      {" · "}
      {last}
    </>
  );
}
