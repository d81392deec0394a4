import type { Ordering } from "../../../../shared/app/pages.js";
import type { WatchRow } from "../../../../shared/app/watch.js";
import type { StoredRule } from "../../db/alerts/alert-rule.js";
import type { StoredOffer } from "../../db/prices/offer.js";
import type { WatchedProduct } from "../../db/watch/watch-list.js";
import { isoOrNull } from "../../domain/clock.js";
import { fromMinor } from "../../domain/money.js";
import { decisiveTarget } from "../../domain/verdict.js";
import { isTargetFor, toBestPrice } from "../products/best-offer.js";

/** The decisive target in the best price's currency. Without any of those, or without a price, the highest target. */
export function targetOf(
  rules: readonly Pick<StoredRule, "trigger" | "condition">[],
  best: Pick<StoredOffer, "priceMinor" | "currency" | "condition"> | undefined,
): WatchRow["target"] {
  const all = rules.flatMap(({ trigger, condition }) =>
    trigger.kind === "target" && isTargetFor({ condition }, best) ? [trigger] : [],
  );
  const own = all.filter(({ currency }) => currency === best?.currency);
  const targets = own.length > 0 ? own : all;
  const decisive = decisiveTarget(
    targets.map(({ priceMinor }) => priceMinor),
    own.length > 0 ? (best?.priceMinor ?? null) : null,
  );
  const target = targets.find(({ priceMinor }) => priceMinor === decisive);
  return target === undefined ? null : { price: fromMinor(target.priceMinor), currency: target.currency };
}

/** The fields of a schedule and of its run. */
export function scheduleFields(schedule: WatchedProduct["schedule"]) {
  return {
    schedule: schedule.cadence,
    retailer: schedule.retailer,
    next_check_at: new Date(schedule.dueMs).toISOString(),
    last_check_at: isoOrNull(schedule.lastRunMs),
    is_running: schedule.runStartedMs !== null,
  };
}

/** What is known of a product, beside its schedule. */
interface Known {
  readonly best: StoredOffer | undefined;
  readonly elsewhere: StoredOffer | undefined;
  /** Percent since the product was added. */
  readonly changeElsewhere: number | null;
  /** Whether the shopper entered the best price. */
  readonly isEntered: boolean;
  /** Whether the shopper's browser has shown the best price since the last check. */
  readonly isVisited: boolean;
  /** How the best price can be ordered, if not as usual. */
  readonly ordering: Ordering | undefined;
  readonly rules: readonly StoredRule[];
}

/** The fields of a row that come from the product, its schedule, its best offer and its rules. */
export function ownFields(
  { schedule, snoozedUntilMs, ...product }: WatchedProduct,
  { best, elsewhere, changeElsewhere, isEntered, isVisited, ordering, rules }: Known,
) {
  return {
    product_key: product.productKey,
    title: product.title,
    image: product.image,
    category: product.category,
    brand: product.brand,
    best: best ? toBestPrice(best, ordering) : null,
    is_in_stock: best !== undefined,
    elsewhere: elsewhere ? { ...toBestPrice(elsewhere), change_since_added: changeElsewhere } : null,
    entered_at: best && isEntered ? new Date(best.seenMs).toISOString() : null,
    visited_at: best && isVisited ? new Date(best.seenMs).toISOString() : null,
    target: targetOf(rules, best),
    ...scheduleFields(schedule),
    added_at: new Date(schedule.createdMs).toISOString(),
    snoozed_until: isoOrNull(snoozedUntilMs),
  };
}
