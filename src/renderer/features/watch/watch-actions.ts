import type { ScheduleOverview } from "../../../shared/app/alerts.js";
import type { Cadence } from "../../../shared/contract/schedule.js";
import { notifyFailure } from "../../stores/notices.js";
import { unwatch, watch } from "../../stores/watched.js";

/** The shop that a schedule is limited to stays. What is checked as often already is not paid for again. */
export async function changeCadence(schedules: readonly ScheduleOverview[], cadence: Cadence): Promise<void> {
  const error = await watch(
    schedulesToChange(schedules, cadence).map((schedule) => ({ ...schedule, schedule: cadence })),
  );
  if (error) notifyFailure(error);
}

export function schedulesToChange(
  schedules: readonly ScheduleOverview[],
  cadence: Cadence,
): readonly ScheduleOverview[] {
  return schedules.filter(({ schedule }) => schedule !== cadence);
}

export async function stopWatching(schedules: readonly ScheduleOverview[]): Promise<void> {
  const error = await unwatch(schedules);
  if (error) notifyFailure(error);
}
