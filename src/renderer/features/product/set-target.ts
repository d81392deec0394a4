import type { CallError } from "../../../shared/calls.js";
import type { Offer } from "../../../shared/contract/offer.js";
import { isNew } from "../../lib/best-offer.js";
import { saveRule } from "../../stores/rules.js";
import { watch } from "../../stores/watched.js";
import type { TargetRule } from "./target-rule.js";

export interface TargetWish {
  readonly productKey: string;
  readonly currency: string;
  readonly price: number;
  /** The one to move; null makes a new one. */
  readonly target: TargetRule | null;
  readonly offers: readonly Offer[] | null;
}

/** Where new and used ones are sold, a price for a new one is meant. */
export function hasBoth(offers: readonly Offer[] | null): boolean {
  return (offers ?? []).some(isNew) && (offers ?? []).some((offer) => !isNew(offer));
}

/** Names the price at which to be told, or moves it. Null when all went well. */
export function setTarget({
  productKey,
  currency,
  price,
  target,
  offers,
}: TargetWish): Promise<CallError | null> {
  return saveRule({
    ...(target && { id: target.rule.id }),
    product_key: productKey,
    trigger: { kind: "target", price, currency },
    retailer: target?.rule.retailer ?? null,
    condition: target ? target.rule.condition : hasBoth(offers) ? "new" : null,
    is_enabled: true,
  });
}

/** The same, and begins to watch: a target that nobody looks at would be none. */
export async function setTargetAndWatch(wish: TargetWish): Promise<CallError | null> {
  const error = await setTarget(wish);
  return error ?? watch([{ product_key: wish.productKey, schedule: "daily", retailer: null }]);
}
