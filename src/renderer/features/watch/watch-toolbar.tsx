import type { ScheduleOverview } from "../../../shared/app/alerts.js";
import { Button } from "../../components/button.js";
import { MenuButton } from "../../components/menu-button.js";
import { Segmented } from "../../components/segmented.js";
import { cadences } from "../../lib/cadence.js";
import { formatPlural } from "../../lib/format.js";
import { changeCadence, stopWatching } from "./watch-actions.js";
import { choose, filterBy, sortBy, useWatchView } from "./watch-state.js";

const sorts = [
  { value: "next", label: "Next check", tip: "The one that is checked next first" },
  { value: "title", label: "Title", tip: "By title, A to Z" },
  { value: "trouble", label: "Trouble", tip: "The ones whose checks fail first" },
] as const;

interface WatchToolbarProps {
  readonly shown: readonly ScheduleOverview[];
  /** Of those shown. */
  readonly chosen: readonly ScheduleOverview[];
}

export function WatchToolbar({ shown, chosen }: WatchToolbarProps) {
  const { sort, filter } = useWatchView();
  const isAll = chosen.length > 0 && chosen.length === shown.length;
  return (
    <div className="watch-toolbar">
      <label className="watch-choose">
        <input
          type="checkbox"
          aria-label="Choose all"
          checked={isAll}
          ref={(box) => {
            if (box) box.indeterminate = chosen.length > 0 && !isAll;
          }}
          onChange={() => choose(isAll ? [] : shown.map(({ service }) => service))}
        />
      </label>
      {chosen.length > 0 ? (
        <ChosenActions chosen={chosen} />
      ) : (
        <>
          <Segmented label="Sort by" segments={sorts} value={sort} onChange={sortBy} />
          <input
            className="field"
            type="search"
            aria-label="Filter by title or shop"
            placeholder="Filter"
            value={filter}
            onChange={(event) => filterBy(event.target.value)}
          />
        </>
      )}
    </div>
  );
}

function ChosenActions({ chosen }: { readonly chosen: readonly ScheduleOverview[] }) {
  return (
    <>
      <span className="watch-count" role="status">
        {chosen.length} chosen
      </span>
      <MenuButton
        label="How often the chosen are checked"
        choices={cadences()}
        value={null}
        placeholder="Check…"
        note={`Costs 1 credit for each that changes, ${formatPlural("credit", chosen.length)} at most.`}
        onChoose={(cadence) => void changeCadence(chosen, cadence)}
      />
      <Button variant="danger" onClick={() => void stopWatching(chosen)}>
        Stop watching
      </Button>
      <Button variant="quiet" onClick={() => choose([])}>
        Choose none
      </Button>
    </>
  );
}
