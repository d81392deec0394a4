import { useState } from "react";
import type { ScheduleOverview } from "../../../../shared/app/alerts.js";
import type { CallError } from "../../../../shared/calls.js";
import type { Offer } from "../../../../shared/contract/offer.js";
import { Button } from "../../../components/button.js";
import { ErrorNote } from "../../../components/error-note.js";
import { Section } from "../../../components/section.js";
import { Skeleton } from "../../../components/skeleton.js";
import { texts } from "../../../lib/texts.js";
import { useAnswer } from "../../../stores/answers.js";
import { checkNow, unwatch, type WatchWish, watch } from "../../../stores/watched.js";
import { CheckList } from "./check-list.js";
import { WatchForm } from "./watch-form.js";
import { WatchState } from "./watch-state.js";
import "./watch-section.css";

interface WatchSectionProps {
  readonly productKey: string;
  readonly offers: readonly Offer[];
}

/** Whether the product is checked regularly, how that goes, and the way to begin, change or end it. */
export function WatchSection({ productKey, offers }: WatchSectionProps) {
  const overview = useAnswer("schedules.overview", { product_key: productKey });
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallError | null>(null);
  const run = async (work: Promise<CallError | null>) => {
    setBusy(true);
    setFailure(await work);
    setBusy(false);
  };
  const schedule = overview.data?.schedules[0] ?? null;
  const retailers = overview.data?.checkable_retailers ?? [];
  const save = (wish: Omit<WatchWish, "product_key">) =>
    void run(watch([{ product_key: productKey, ...wish }]));
  const actions = schedule && (
    <WatchActions
      schedule={schedule}
      canBeChecked={retailers.length > 0}
      isBusy={isBusy}
      onStop={() => void run(unwatch([schedule]))}
    />
  );
  return (
    <Section title={texts().product.watching} actions={actions}>
      {overview.data ? (
        <>
          <WatchState schedule={schedule} canBeChecked={retailers.length > 0} />
          <WatchForm
            key={schedule ? `${schedule.schedule} ${schedule.retailer}` : "none"}
            schedule={schedule}
            retailers={retailers}
            isBusy={isBusy}
            onSave={save}
          />
          {schedule && schedule.checks.length > 0 && <CheckList schedule={schedule} offers={offers} />}
          {failure && <ErrorNote error={failure} />}
        </>
      ) : overview.error ? (
        <ErrorNote error={overview.error} onRetry={overview.refresh} />
      ) : (
        <Skeleton height={84} />
      )}
    </Section>
  );
}

interface WatchActionsProps {
  readonly schedule: ScheduleOverview;
  readonly canBeChecked: boolean;
  readonly isBusy: boolean;
  readonly onStop: () => void;
}

function WatchActions({ schedule, canBeChecked, isBusy, onStop }: WatchActionsProps) {
  const { product } = texts();
  return (
    <>
      <Button
        disabled={isBusy || schedule.is_running || !canBeChecked}
        onClick={() => void checkNow(schedule.product_key)}
      >
        {product.checkNow}
      </Button>
      <Button disabled={isBusy} onClick={onStop}>
        {product.stopWatching}
      </Button>
    </>
  );
}
