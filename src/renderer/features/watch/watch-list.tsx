import type { KeyboardEvent } from "react";
import type { ScheduleOverview } from "../../../shared/app/alerts.js";
import { useNow } from "../../lib/use-now.js";
import { leaveRow, useRowKeys } from "../../lib/use-row-keys.js";
import { useTargets } from "../../stores/rules.js";
import { stopWatching } from "./watch-actions.js";
import { WatchRow } from "./watch-row.js";
import { toggleChosen } from "./watch-state.js";

interface WatchListProps {
  readonly schedules: readonly ScheduleOverview[];
  readonly chosen: ReadonlySet<string>;
}

export function WatchList({ schedules, chosen }: WatchListProps) {
  const nowMs = useNow();
  const keys = useRowKeys();
  const targets = useTargets();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const row = document.activeElement;
    const service = row?.getAttribute("data-row");
    const schedule = schedules.find((candidate) => candidate.service === service);
    if (row && schedule && event.key === "Delete") {
      leaveRow(row);
      void stopWatching([schedule]);
    } else if (schedule && event.key.toLowerCase() === "x" && !event.ctrlKey && !event.metaKey) {
      toggleChosen(schedule.service);
    } else keys.onKeyDown(event);
  };
  return (
    <ul className="list-card" aria-label="Watched products" onKeyDown={onKeyDown}>
      {schedules.map((schedule) => (
        <li key={schedule.service} className="row-with-side watch-item">
          <WatchRow
            schedule={schedule}
            isChosen={chosen.has(schedule.service)}
            nowMs={nowMs}
            target={targets.get(schedule.service)}
          />
        </li>
      ))}
    </ul>
  );
}
