import { mergeTargetId } from "../../db/products/merged-product.js";
import { productIdByKey } from "../../db/products/product.js";
import { closePurchases } from "../../db/watch/purchase.js";
import { deleteSchedule } from "../../db/watch/schedule.js";
import { normaliseHost } from "../../domain/product-url.js";
import { type ActingContext, aboutProducts, act } from "../acts/perform-act.js";
import type { AsyncOperation } from "../request/operation.js";
import { saveSchedule } from "./schedules.js";

const put = act("watch.put", aboutProducts, (tx, { accountId, nowMs }, request) => {
  const { product_keys: keys, schedule: cadence } = request;
  const retailer = request.retailer === null ? null : normaliseHost(request.retailer);
  const productIds = new Set(keys.flatMap((key) => productIdByKey(tx, key) ?? mergeTargetId(tx, key) ?? []));
  for (const productId of productIds) {
    saveSchedule(tx, { accountId, productId, cadence, retailer }, nowMs);
    closePurchases(tx, { accountId, productId });
  }
  return { watched: productIds.size };
});

/** Watches products, or changes how they are watched. What an upstream knows of them is fetched first. */
export const putWatched: AsyncOperation<"watch.put", ActingContext> = async (context, request) => {
  const { product_keys: ids, schedule } = request;
  await context.effects.fetchMissing({
    caller: { kind: "owner", accountId: context.accountId },
    operation: "schedules.put",
    input: () => ({ ids, schedule }),
    isForwarded: () => false,
  });
  return put(context, request);
};

/** Stops watching products; those that are not watched are left out. */
export const stopWatching = act("watch.stop", aboutProducts, (tx, { accountId }, { product_keys: keys }) => {
  const ids = new Set(keys.flatMap((key) => productIdByKey(tx, key) ?? []));
  return { stopped: [...ids].filter((productId) => deleteSchedule(tx, accountId, productId)).length };
});
