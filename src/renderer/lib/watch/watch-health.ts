import type { WatchRow } from "../../../shared/app/watch.js";
import { formatAge, formatPlural } from "../format.js";
import { outcomeText } from "../outcome-text.js";
import { texts } from "../texts.js";

/** Checks that go wrong, or that cannot be made. One that has not been made yet is no trouble. */
export function isTrouble({ health }: WatchRow): boolean {
  return health.state === "failing" || health.state === "blocked" || health.state === "unwatchable";
}

/** How its checks go, in a few words: `Checked 2 h ago`, `shop.example: 3 failures since 1 day ago: blocked`. */
export function healthText(row: WatchRow, nowMs: number): string {
  const { health, is_running, last_check_at } = row;
  const { watching } = texts();
  if (health.state === "unwatchable") return watching.notCheckable;
  if (is_running) return watching.checkingNow;
  if (isTrouble(row)) return troubleText(row, nowMs);
  return last_check_at === null
    ? watching.notCheckedYet
    : watching.checkedAt(formatAge(last_check_at, nowMs));
}

function troubleText({ health }: WatchRow, nowMs: number): string {
  const { watching } = texts();
  const count = formatPlural("failure", health.failures);
  const outcome = outcomeText(health.outcome ?? "");
  const text =
    health.last_good_at === null
      ? watching.noneWentWell(count, outcome)
      : watching.failingSince(count, formatAge(health.last_good_at, nowMs), outcome);
  return health.retailer === null ? text : `${health.retailer}: ${text}`;
}
