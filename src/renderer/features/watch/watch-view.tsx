import { Eye } from "lucide-react";
import type { ScheduleOverview } from "../../../shared/app/alerts.js";
import { Button } from "../../components/button.js";
import { EmptyState } from "../../components/empty-state.js";
import { ErrorNote } from "../../components/error-note.js";
import { SkeletonRows } from "../../components/skeleton.js";
import { formatPlural } from "../../lib/format.js";
import { focusLookup } from "../../stores/lookup.js";
import { go } from "../../stores/navigation.js";
import { checkNow, useWatched } from "../../stores/watched.js";
import { WatchList } from "./watch-list.js";
import { filterWatched, sortWatched } from "./watch-sort.js";
import { filterBy, useWatchView } from "./watch-state.js";
import { WatchToolbar } from "./watch-toolbar.js";
import "./watch-view.css";

/** All that is checked regularly. */
export function WatchView() {
  const { schedules, answer } = useWatched();
  if (schedules?.length === 0) return <NothingWatched />;
  return (
    <div className="page">
      <header className="page-header">
        <h1>Watched</h1>
        <div className="watch-heading">
          <p className="quiet" role="status">
            {schedules ? formatPlural("product", schedules.length) : ""}
          </p>
          <Button onClick={() => void checkNow()}>Check all now</Button>
        </div>
      </header>
      {answer.error && <ErrorNote error={answer.error} onRetry={answer.refresh} />}
      {schedules ? (
        <Schedules schedules={schedules} />
      ) : (
        answer.isLoading && (
          <div className="list-card">
            <SkeletonRows count={6} label="Loading what is watched" />
          </div>
        )
      )}
    </div>
  );
}

function Schedules({ schedules }: { readonly schedules: readonly ScheduleOverview[] }) {
  const { sort, filter, chosen } = useWatchView();
  const shown = sortWatched(filterWatched(schedules, filter), sort);
  // What is hidden by the filter is not meant by what is done to the chosen.
  const chosenShown = shown.filter(({ service }) => chosen.has(service));
  return (
    <>
      <WatchToolbar shown={shown} chosen={chosenShown} />
      {shown.length > 0 ? (
        <WatchList schedules={shown} chosen={chosen} />
      ) : (
        <EmptyState icon={<Eye size={22} />} title={`Nothing watched matches “${filter}”`}>
          <Button variant="primary" onClick={() => filterBy("")}>
            Show all
          </Button>
        </EmptyState>
      )}
      <p className="quiet key-hint">
        <kbd>↑</kbd> <kbd>↓</kbd> move, <kbd>Enter</kbd> opens, <kbd>X</kbd> chooses, <kbd>Delete</kbd> stops
        watching
      </p>
    </>
  );
}

function NothingWatched() {
  return (
    <EmptyState icon={<Eye size={22} />} title="Nothing is watched yet" isPage>
      <p>
        Watch a product, and Tidemark checks its prices every hour, day or week, and tells you when one drops
        or it is back in stock. It costs 1 credit a product; the checks are free.
      </p>
      <div className="empty-actions">
        <Button variant="primary" onClick={focusLookup}>
          Find a product
        </Button>
        <Button onClick={() => go({ view: "deals" })}>Browse the deals</Button>
      </div>
    </EmptyState>
  );
}
