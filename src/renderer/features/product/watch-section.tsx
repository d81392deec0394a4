import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import type { ScheduleOverview } from "../../../shared/app/alerts.js";
import type { CallError } from "../../../shared/calls.js";
import { Button } from "../../components/button.js";
import { ErrorNote } from "../../components/error-note.js";
import { Section } from "../../components/section.js";
import { Skeleton } from "../../components/skeleton.js";
import { texts } from "../../lib/texts.js";
import { useAnswer } from "../../stores/answers.js";
import { checkNow, unwatch, type WatchWish, watch } from "../../stores/watched.js";
import { CheckList } from "./check-list.js";
import { WatchForm } from "./watch-form.js";
import { WatchState } from "./watch-state.js";
import "./watch-section.css";

interface WatchSectionProps {
  readonly service: string;
}

/** Whether the product is checked regularly, how that goes, and the way to begin, change or end it. */
export function WatchSection({ service }: WatchSectionProps) {
  const overview = useAnswer("schedules.overview", { service });
  return (
    <Section title={texts().product.watching} isTitleHidden>
      {overview.data ? (
        <Watching
          service={service}
          schedule={overview.data.schedules[0] ?? null}
          retailers={overview.data.checkable_retailers}
        />
      ) : overview.error ? (
        <ErrorNote error={overview.error} onRetry={overview.refresh} />
      ) : (
        <Skeleton height={36} />
      )}
    </Section>
  );
}

interface WatchingProps {
  readonly service: string;
  readonly schedule: ScheduleOverview | null;
  /** Where it could be checked. */
  readonly retailers: readonly string[];
}

function Watching({ service, schedule, retailers }: WatchingProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallError | null>(null);
  const run = async (work: Promise<CallError | null>) => {
    setBusy(true);
    setFailure(await work);
    setBusy(false);
  };
  const save = (wish: Omit<WatchWish, "service">) => void run(watch([{ service, ...wish }]));
  return (
    <>
      <div className="watch">
        <span className={schedule ? "watch-icon is-watched" : "watch-icon"}>
          {schedule ? <Eye size={18} aria-hidden="true" /> : <EyeOff size={18} aria-hidden="true" />}
        </span>
        <WatchState schedule={schedule} canBeChecked={retailers.length > 0} />
        <div className="watch-controls">
          <WatchForm
            key={schedule ? `${schedule.schedule} ${schedule.retailer}` : "none"}
            schedule={schedule}
            retailers={retailers}
            isBusy={isBusy}
            onSave={save}
          />
          {schedule && (
            <>
              <Button
                disabled={isBusy || schedule.is_running || retailers.length === 0}
                onClick={() => void checkNow(service)}
              >
                {texts().product.checkNow}
              </Button>
              <Button disabled={isBusy} onClick={() => void run(unwatch([schedule]))}>
                {texts().product.stopWatching}
              </Button>
            </>
          )}
        </div>
      </div>
      {schedule && schedule.checks.length > 0 && <CheckList checks={schedule.checks} />}
      {failure && <ErrorNote error={failure} />}
    </>
  );
}
