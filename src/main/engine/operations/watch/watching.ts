import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import { mergeTargetId } from "../../db/products/merged-product.js";
import { productIdByKey } from "../../db/products/product.js";
import type { ReadDb } from "../../db/store.js";
import { closePurchases } from "../../db/watch/purchase.js";
import { deleteSchedule, scheduleOfProduct } from "../../db/watch/schedule.js";
import { normaliseHost } from "../../domain/product-url.js";
import { type ActingContext, performAct, subjectOf } from "../acts/perform-act.js";
import { saveSchedule } from "./schedules.js";

/** Watches products, or changes how they are watched. What an upstream knows of them is fetched first. */
export async function putWatched(
  context: ActingContext,
  { product_keys: productKeys, schedule: cadence, retailer, part_of: partOf }: AppRequest<"watch.put">,
): Promise<AppOutput<"watch.put">> {
  const { accountId, clock, effects } = context;
  await effects.fetchMissing({
    caller: { kind: "owner", accountId },
    operation: "schedules.put",
    input: () => ({ ids: productKeys, schedule: cadence }),
    isForwarded: () => false,
  });
  const shop = retailer === null ? null : normaliseHost(retailer);
  const about = { subject: (tx: ReadDb) => subjectOf(tx, productKeys), partOf };
  const put = performAct(context, "watch.put", about, (tx) => {
    const productIds = new Set(
      productKeys.flatMap((key) => productIdByKey(tx, key) ?? mergeTargetId(tx, key) ?? []),
    );
    for (const productId of productIds) {
      saveSchedule(tx, { accountId, productId, cadence, retailer: shop }, clock.now());
      closePurchases(tx, { accountId, productId });
    }
    return { watched: productIds.size };
  });
  effects.wakeWorker("schedules");
  // The price may already be what a rule waits for.
  effects.wakeWorker("alerts");
  return put;
}

/** Stops watching products; those that are not watched are left out. */
export function stopWatching(
  context: ActingContext,
  { product_keys: productKeys, part_of: partOf }: AppRequest<"watch.stop">,
): AppOutput<"watch.stop"> {
  const { accountId, effects } = context;
  const keys = [...new Set(productKeys)];
  const about = { subject: (tx: ReadDb) => subjectOf(tx, keys), partOf };
  const result = performAct(context, "watch.stop", about, (tx) => {
    const watched = keys.flatMap((productKey) => {
      const productId = productIdByKey(tx, productKey);
      return productId !== undefined && scheduleOfProduct(tx, accountId, productId) ? [productId] : [];
    });
    for (const productId of watched) deleteSchedule(tx, accountId, productId);
    return { stopped: watched.length };
  });
  effects.wakeWorker("schedules");
  return result;
}
