import { usualCurrencyFor } from "../../shared/texts/language.js";
import { texts } from "../lib/texts.js";
import { ask, callOnce } from "./call-engine.js";
import { forgetCatalogue } from "./catalogue.js";
import { useReader } from "./language.js";
import { go, visitNow } from "./navigation.js";
import { notify, notifyFailure } from "./notices.js";
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

async function loadIfAbsent(): Promise<boolean> {
  const info = await ask("app.info", {});
  if (info.ok && info.data.has_sample) return true;
  const result = await loadSample();
  if (!result.ok) notifyFailure(result.error);
  return result.ok;
}

/** Sets a target that the price has reached, and checks it, so that it alerts. */
async function reachTarget(productKey: string, target: { price: number; currency: string }): Promise<void> {
  const trigger = { kind: "target", ...target } as const;
  const saved = await callOnce("rules.save_many", { product_keys: [productKey], trigger });
  const checked = saved.ok ? await callOnce("products.check", { product_key: productKey }) : saved;
  if (!checked.ok) notifyFailure(checked.error);
}

/** Watches some sample products, one with a target, and opens the one furthest below its usual price. */
export async function lookAroundSample(): Promise<void> {
  const visit = visitNow();
  if (!(await loadIfAbsent())) return;
  const tour = await ask("sample.tour", {});
  if (!tour.ok) return notifyFailure(tour.error);
  const { products } = tour.data;
  const [first] = products;
  if (first === undefined) return;
  const error = await watch(
    products.map(({ product_key }) => ({ product_key, schedule: "daily", retailer: null })),
  );
  if (error) notifyFailure(error);
  for (const { product_key, target } of products) if (target) await reachTarget(product_key, target);
  // The shopper may have gone elsewhere meanwhile.
  if (visit === visitNow()) go({ view: "product", productKey: first.product_key });
}

/** Removes the sample market; the shopper's own products stay. */
export async function leaveSample(): Promise<void> {
  const result = await removeSample();
  if (!result.ok) return notifyFailure(result.error);
  void loadWatchList();
  go({ view: "watch" });
  notify({ topic: "sample", text: texts().app.sampleGone });
}
