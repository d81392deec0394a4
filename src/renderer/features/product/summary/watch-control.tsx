import { useState } from "react";
import type { ScheduleOverview } from "../../../../shared/app/alerts.js";
import type { Cadence } from "../../../../shared/contract/schedule.js";
import { MenuButton } from "../../../components/menu-button.js";
import { Switch } from "../../../components/switch.js";
import { cadences } from "../../../lib/cadence.js";
import { healthByRetailer } from "../../../lib/check-health.js";
import { formatUntil } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";
import { useNow } from "../../../lib/use-now.js";
import { notifyFailure } from "../../../stores/notices.js";
import { unwatch, watch } from "../../../stores/watched.js";

interface WatchControlProps {
  readonly productKey: string;
  readonly schedule: ScheduleOverview | null;
  /** Whether it has been found out how it is watched. */
  readonly isKnown: boolean;
  readonly canBeChecked: boolean;
}

/** Watches at one click, at any shop; which shop, and how the checks went, stands further down. */
export function WatchControl({ productKey, schedule, isKnown, canBeChecked }: WatchControlProps) {
  const [isBusy, setBusy] = useState(false);
  const said = texts().product;
  const run = async (work: () => ReturnType<typeof watch>) => {
    if (isBusy || !isKnown) return;
    setBusy(true);
    const error = await work();
    setBusy(false);
    if (error) notifyFailure(error);
  };
  const begin = (cadence: Cadence) =>
    void run(() =>
      watch([{ product_key: productKey, schedule: cadence, retailer: schedule?.retailer ?? null }]),
    );
  const toggle = (isOn: boolean) => {
    if (isOn) begin("daily");
    else if (schedule) void run(() => unwatch([schedule]));
  };
  return (
    <div className="watch-control">
      <Switch
        isOn={schedule !== null}
        onChange={toggle}
        label={said.watch}
        note={<HowItGoes schedule={schedule} canBeChecked={canBeChecked} />}
      />
      <MenuButton<Cadence>
        label={said.howOften}
        choices={cadences()}
        value={schedule?.schedule ?? null}
        placeholder={texts().watching.cadences.daily}
        disabled={isBusy || !isKnown}
        onChoose={begin}
      />
    </div>
  );
}

function HowItGoes({ schedule, canBeChecked }: Pick<WatchControlProps, "schedule" | "canBeChecked">) {
  const nowMs = useNow();
  const { product, watching } = texts();
  if (!canBeChecked) return <span className="is-out">{watching.notCheckable}</span>;
  if (!schedule) return product.beTold;
  if (schedule.is_running) return watching.checkingNow;
  const bad = healthByRetailer(schedule.checks, nowMs).find(({ isGood }) => !isGood);
  if (bad) return <span className="is-out">{`${bad.retailer}: ${bad.text}`}</span>;
  return product.nextCheck(formatUntil(schedule.next_check_at, nowMs));
}
