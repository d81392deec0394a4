import type { ScheduleOverview } from "../../../../shared/app/alerts.js";
import { watchedHow } from "../../../lib/cadence.js";
import { formatAge, formatDateTime, formatUntil } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";
import { useNow } from "../../../lib/use-now.js";

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
        {schedule ? watchedWhere(schedule) : texts().product.notWatched}
      </p>
      <p className="quiet">
        {!canBeChecked ? (
          texts().watching.nobodyToAsk
        ) : schedule ? (
          <NextCheck schedule={schedule} nowMs={nowMs} />
        ) : (
          texts().product.beTold
        )}
      </p>
    </div>
  );
}

function watchedWhere({ schedule, retailer }: ScheduleOverview): string {
  const how = watchedHow(schedule);
  return retailer ? `${how} ${texts().rules.atShop(retailer)}` : how;
}

function NextCheck({ schedule, nowMs }: { readonly schedule: ScheduleOverview; readonly nowMs: number }) {
  const { is_running, next_check_at, last_check_at } = schedule;
  const { product, watching } = texts();
  const last =
    last_check_at === null ? product.neverChecked : product.lastChecked(formatAge(last_check_at, nowMs));
  return (
    <>
      <span title={formatDateTime(next_check_at)}>
        {is_running ? watching.checkingNow : product.nextCheck(formatUntil(next_check_at, nowMs))}
      </span>
      {" · "}
      {last}
    </>
  );
}
