import { usualCurrencyFor } from "../../shared/texts/language.js";
import { texts } from "../lib/texts.js";
import { ask, callOnce } from "./call-engine.js";
import { useReader } from "./language.js";
import { go, visitNow } from "./navigation.js";
import { notify, notifyFailure } from "./notices.js";
import { forgetCatalogue } from "./products.js";
import { loadWatchList } from "./watch-list.js";
import { watch } from "./watched.js";

export async function loadSample() {
  const result = await callOnce("sample.load", { currency: usualCurrencyFor(useReader.getState().language) });
  if (result.ok) forgetCatalogue();
  return result;
}

export async function removeSample() {
  const result = await callOnce("sample.remove", {});
  if (result.ok) forgetCatalogue();
  return result;
}

/** Sets a target that the price has reached, and checks it, so that it alerts. */
async function reachTarget(productKey: string, target: { price: number; currency: string }): Promise<void> {
  await callOnce("rules.save_many", { product_keys: [productKey], trigger: { kind: "target", ...target } });
  const checked = await callOnce("products.check", { product_key: productKey });
  if (!checked.ok) notifyFailure(checked.error);
}

/** Watches some sample products, one of them with a target, and opens a bargain. */
export async function lookAroundSample(): Promise<void> {
  const visit = visitNow();
  const loaded = await loadSample();
  const tour = loaded.ok ? await ask("sample.tour", {}) : loaded;
  if (!tour.ok) return notifyFailure(tour.error);
  const { product_keys: keys, target } = tour.data;
  const [first, second] = keys;
  if (first === undefined) return;
  const { error } = await watch(keys.map((key) => ({ product_key: key, schedule: "daily", retailer: null })));
  if (error) notifyFailure(error);
  if (second && target) await reachTarget(second, target);
  // The shopper may have gone elsewhere meanwhile.
  if (visit === visitNow()) go({ view: "product", productKey: first });
}

/** Removes the sample market; the shopper's own products stay. */
export async function leaveSample(): Promise<void> {
  const result = await removeSample();
  if (!result.ok) return notifyFailure(result.error);
  void loadWatchList();
  go({ view: "watch" });
  notify({ topic: "sample", text: texts().app.sampleGone });
}
