import { Eye } from "lucide-react";
import type { CallError } from "../../shared/calls.js";
import { watchedHow } from "../lib/cadence.js";
import { texts } from "../lib/texts.js";
import { useAct } from "../lib/use-act.js";
import { notifyAct } from "../stores/acts.js";
import { ask } from "../stores/call-engine.js";
import { notifyFailure } from "../stores/notices.js";
import { unwatch, type Watched, watch } from "../stores/watched.js";
import "./watch-toggle.css";

interface WatchToggleProps {
  readonly productKey: string;
  readonly title: string;
  /** How it is watched; undefined if it is not. */
  readonly schedule: Watched | undefined;
}

/** Watches a product daily at all shops with one click. The product's page has more options. */
export function WatchToggle({ productKey, title, schedule }: WatchToggleProps) {
  const { isBusy, run } = useAct(notifyFailure);
  const toggle = () => void run(() => (schedule ? unwatch([schedule]) : watchDaily(productKey, title)));
  const { watching, lists } = texts();
  const tip = schedule ? watching.clickToStop(watchedHow(schedule.schedule)) : watching.clickToWatch;
  return (
    <label className="icon-button watch-toggle" title={tip}>
      <input
        type="checkbox"
        className="visually-hidden"
        aria-label={lists.watchWhat(title)}
        aria-description={tip}
        checked={schedule !== undefined}
        disabled={isBusy}
        onChange={toggle}
      />
      <Eye size={17} />
    </label>
  );
}

/** The query is free, and a watch that cannot check anything must not look like a working one. */
async function watchDaily(productKey: string, title: string): Promise<CallError | null> {
  const { actId, error } = await watch([{ product_key: productKey, schedule: "daily", retailer: null }]);
  if (error) return error;
  const look = await ask("schedules.overview", { product_key: productKey });
  const isIdle = look.ok && look.data.checkable_retailers.length === 0;
  const { watching } = texts();
  const text = [watching.nowWatching(title), isIdle ? watching.nobodyToAsk : ""].join(" ").trim();
  notifyAct({ topic: "watched", text, actId });
  return null;
}
