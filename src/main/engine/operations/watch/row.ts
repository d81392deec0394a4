import type { Ordering } from "../../../../shared/app/pages.js";
import type { WatchRow } from "../../../../shared/app/watch.js";
import type { StoredRule } from "../../db/alerts/alert-rule.js";
import type { StoredOffer } from "../../db/prices/offer.js";
import type { WatchedProduct } from "../../db/watch/watch-list.js";
import { isoOrNull } from "../../domain/clock.js";
import { fromMinor } from "../../domain/money.js";
import { toBestPrice } from "../products/best-offer.js";

/**
 * The target closest to the best price, among targets in its currency. Without any of those, or without a
 * price, the highest target.
 */
export function nearestTarget(
  rules: readonly Pick<StoredRule, "trigger">[],
  best: Pick<StoredOffer, "priceMinor" | "currency"> | undefined,
): WatchRow["target"] {
  const targets = rules.flatMap(({ trigger }) => (trigger.kind === "target" ? [trigger] : []));
  const own = targets.filter(({ currency }) => currency === best?.currency);
  const referencePriceMinor =
    own.length > 0 && best !== undefined ? best.priceMinor : Number.POSITIVE_INFINITY;
  const distance = ({ priceMinor }: { readonly priceMinor: number }) =>
    referencePriceMinor === Number.POSITIVE_INFINITY
      ? -priceMinor
      : Math.abs(referencePriceMinor - priceMinor);
  const [nearest] = (own.length > 0 ? own : targets).sort((a, b) => distance(a) - distance(b));
  return nearest === undefined ? null : { price: fromMinor(nearest.priceMinor), currency: nearest.currency };
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

/** The fields that come from the product, its schedule, its best offer and its rules. */
function ownFields(
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
    target: nearestTarget(rules, best),
    schedule: schedule.cadence,
    retailer: schedule.retailer,
    next_check_at: new Date(schedule.dueMs).toISOString(),
    last_check_at: isoOrNull(schedule.lastRunMs),
    is_running: schedule.runStartedMs !== null,
    added_at: new Date(schedule.createdMs).toISOString(),
    snoozed_until: isoOrNull(snoozedUntilMs),
  };
}

/** The remaining fields of a row, and what its own fields are made from. */
export interface RowDetails extends Omit<WatchRow, keyof ReturnType<typeof ownFields>>, Known {}

export function toRow(
  product: WatchedProduct,
  { best, elsewhere, changeElsewhere, isEntered, isVisited, ordering, rules, ...figures }: RowDetails,
): WatchRow {
  return {
    ...figures,
    ...ownFields(product, { best, elsewhere, changeElsewhere, isEntered, isVisited, ordering, rules }),
  };
}
