import { isUnreached } from "../../../shared/app/unreached.js";
import type { WatchRow } from "../../../shared/app/watch.js";
import { outcomeText } from "../check-health.js";
import { formatAge, formatMoney, formatUntil } from "../format.js";
import { shopName } from "../shop-name.js";
import { texts } from "../texts.js";

/**
 * Failing or impossible checks. A pending first check is no trouble, nor is a brief outage, nor the lack of a shop to check
 * where the shopper has entered the price.
 */
export function isTrouble({ health: { state }, entered_at }: WatchRow): boolean {
  if (state === "unwatchable") return entered_at === null;
  return state === "failing" || state === "blocked";
}

/** Whether the last checks reached none of several shops, as without a network. */
export function isNoShopReached(rows: readonly WatchRow[]): boolean {
  const checked = rows.filter(({ health }) => health.state !== "unwatchable");
  const shops = new Set(checked.map(({ health }) => health.retailer));
  return (
    shops.size > 1 && checked.every(({ health }) => health.is_everywhere && isUnreached(health.outcome ?? ""))
  );
}

/** Whether checks fail only at other shops than the one with the shown price: that one was checked. */
export function isElsewhere({ health, best }: WatchRow): boolean {
  const { retailer, failures, is_everywhere: isEverywhere } = health;
  return best !== null && failures > 0 && retailer !== null && retailer !== best.retailer && !isEverywhere;
}

/** The health of its checks in a few words: `Checked 2 h ago`, `shop.example: blocked. Next try in 3 h.`. */
export function healthText(row: WatchRow, nowMs: number): string {
  const { health, is_running, entered_at, visited_at, last_check_at } = row;
  const { watching, product } = texts();
  if (is_running) return watching.checkingNow;
  if (entered_at !== null && (!isTrouble(row) || isElsewhere(row)))
    return product.enteredAt(formatAge(entered_at, nowMs));
  if (visited_at !== null) return visitedText(row, formatAge(visited_at, nowMs));
  if (health.state === "unwatchable") return watching.notCheckable;
  if ((isTrouble(row) || health.state === "retrying") && !isElsewhere(row)) return troubleText(row, nowMs);
  return last_check_at === null
    ? watching.addedAt(formatAge(row.added_at, nowMs))
    : watching.checkedAt(formatAge(last_check_at, nowMs));
}

/** The price that is not confirmed yet, in words; null without one. */
export function heldText({ best, held_price: held }: WatchRow): string | null {
  return best === null || held === null ? null : texts().offers.heldShort(formatMoney(held, best.currency));
}

/** A page that the browser has shown, and what checks of it find. */
function visitedText(row: WatchRow, age: string): string {
  const { product, watching } = texts();
  const { retailer, outcome } = row.health;
  return isTrouble(row) && retailer !== null
    ? watching.failingVisited(shopName(retailer), outcomeText(outcome ?? ""), age)
    : product.visitedAt(age);
}

function troubleText({ health, next_check_at, entered_at }: WatchRow, nowMs: number): string {
  const { watching } = texts();
  const outcome = outcomeText(health.outcome ?? "");
  if (health.retailer !== null && entered_at !== null)
    return watching.failingEntered(shopName(health.retailer), outcome, formatAge(entered_at, nowMs));
  const next = formatUntil(next_check_at, nowMs);
  return health.retailer === null
    ? watching.failing(outcome, next)
    : watching.failingAt(shopName(health.retailer), outcome, next);
}
