import { X } from "lucide-react";
import { useState } from "react";
import type { ScheduleOverview } from "../../../shared/app/alerts.js";
import type { AlertRule } from "../../../shared/app/rules.js";
import type { Cadence } from "../../../shared/contract/schedule.js";
import { IconButton } from "../../components/button.js";
import { MenuButton } from "../../components/menu-button.js";
import { ProductImage } from "../../components/product-image.js";
import { cadences } from "../../lib/cadence.js";
import { scheduleHealth } from "../../lib/check-health.js";
import { classNames } from "../../lib/class-names.js";
import { formatDateTime, formatMoney, formatUntil } from "../../lib/format.js";
import { leaveRow } from "../../lib/use-row-keys.js";
import { go } from "../../stores/navigation.js";
import { changeCadence, stopWatching } from "./watch-actions.js";
import { toggleChosen } from "./watch-state.js";

interface WatchRowProps {
  readonly schedule: ScheduleOverview;
  readonly isChosen: boolean;
  readonly nowMs: number;
  /** The rule with the price that the shopper waits for, where there is one. */
  readonly target: AlertRule | undefined;
}

export function WatchRow({ schedule, isChosen, nowMs, target }: WatchRowProps) {
  const [isBusy, setBusy] = useState(false);
  const { service, title } = schedule;
  const change = async (cadence: Cadence) => {
    setBusy(true);
    await changeCadence([schedule], cadence);
    setBusy(false);
  };
  return (
    <>
      <label className="watch-choose">
        <input
          type="checkbox"
          aria-label={`Choose ${title}`}
          checked={isChosen}
          onChange={() => toggleChosen(service)}
        />
      </label>
      <button
        type="button"
        data-row={service}
        className="row"
        onClick={() => go({ view: "product", service })}
      >
        <ProductImage
          title={title}
          category={schedule.category ?? undefined}
          source={schedule.image ?? undefined}
          size="small"
        />
        <span className="row-text">
          <span className="row-title truncate">{title}</span>
          <Health schedule={schedule} nowMs={nowMs} target={target} />
        </span>
        <BestPrice best={schedule.best} />
        <NextCheck schedule={schedule} nowMs={nowMs} />
      </button>
      <MenuButton
        label={`How often ${title} is checked`}
        choices={cadences()}
        value={schedule.schedule}
        note="A change costs 1 credit."
        disabled={isBusy}
        onChoose={(cadence) => void change(cadence)}
      />
      <IconButton
        label={`Stop watching ${title}`}
        onClick={({ currentTarget }) => {
          leaveRow(currentTarget);
          void stopWatching([schedule]);
        }}
      >
        <X size={16} aria-hidden="true" />
      </IconButton>
    </>
  );
}

function Health({ schedule, nowMs, target }: Omit<WatchRowProps, "isChosen">) {
  const { tone, text } = scheduleHealth(schedule, nowMs);
  const where = schedule.retailer ?? "All shops";
  return (
    <span className="quiet truncate">
      {target?.trigger.kind === "target" && (
        <span className="watch-target">
          Target {formatMoney(target.trigger.price, target.trigger.currency)} ·{" "}
        </span>
      )}
      {where} · <span className={classNames(tone === "warn" && "watch-trouble")}>{text}</span>
    </span>
  );
}

function BestPrice({ best }: Pick<ScheduleOverview, "best">) {
  return (
    <span className="watch-price">
      {best ? (
        <>
          <strong>{formatMoney(best.price, best.currency)}</strong>
          <span className="quiet truncate">{best.retailer}</span>
        </>
      ) : (
        <span className="quiet">Out of stock</span>
      )}
    </span>
  );
}

function NextCheck({ schedule, nowMs }: Pick<WatchRowProps, "schedule" | "nowMs">) {
  // The space stays, so that prices stand under each other.
  if (schedule.checked_retailers.length === 0) return <span className="watch-next" />;
  return (
    <span className="watch-next" title={formatDateTime(schedule.next_check_at)}>
      <span className="quiet">Next check</span>
      <span>{schedule.is_running ? "now" : formatUntil(schedule.next_check_at, nowMs)}</span>
    </span>
  );
}
