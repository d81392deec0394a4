import type { Purchase } from "../../shared/app/purchases.js";
import type { CallError, OperationInput } from "../../shared/calls.js";
import { texts } from "../lib/texts.js";
import { act, notifyAct } from "./acts.js";
import { expireAnswers, expirePrices, useAnswer } from "./answers.js";
import { atOnce, notifyFailure } from "./notices.js";
import { loadWatchList } from "./watch-list.js";
import { watch } from "./watched.js";

function refresh(): void {
  void loadWatchList();
  // The verdict on what was bought is about the purchase.
  expirePrices();
  expireAnswers("schedules.overview", "watch.unwatched");
}

/** The purchase that keeps a product's own alerts off; undefined without one. */
export function useOpenPurchase(productKey: string): Purchase | undefined {
  const { data } = useAnswer("purchases.list", { product_key: productKey });
  return data?.purchases.find((each) => each.is_open);
}

/** Marks a product as bought, or changes its purchase; can be undone. Null on success. */
export function savePurchase(bought: OperationInput<"purchases.save">): Promise<CallError | null> {
  const said = texts().acts.kinds["purchases.save"];
  return act("purchases.save", bought, {
    topic: "bought",
    text: ({ purchase }) => said(purchase.title),
    expire: refresh,
  });
}

/** Removes a purchase; can be undone. */
export function removePurchase({ id, title }: Pick<Purchase, "id" | "title">): Promise<void> {
  const text = texts().acts.kinds["purchases.remove"](title);
  return atOnce(act("purchases.remove", { id }, { topic: "bought", text, expire: refresh }));
}

/** Takes what was bought back into the watch list; can be undone. */
export async function watchAgain({ product_key, title }: Purchase): Promise<void> {
  const { actId, error } = await watch([{ product_key, schedule: "daily", retailer: null }]);
  if (error) return notifyFailure(error);
  expirePrices();
  notifyAct({ topic: "bought", text: texts().watching.nowWatching(title), actId });
}
