import type { ProductFigures } from "../../shared/app/search.js";
import { usualCurrencyFor } from "../../shared/texts/language.js";
import { texts } from "../lib/texts.js";
import { ask, callOnce } from "./call-engine.js";
import { forgetCatalogue } from "./catalogue.js";
import { useReader } from "./language.js";
import { go, visitNow } from "./navigation.js";
import { notify, notifyFailure } from "./notices.js";
import { loadWatchList } from "./watch-list.js";
import { watch } from "./watched.js";

/** Kinds of sample products; a few of each make a good watch list. */
const kinds = ["headphones", "coffee", "camera", "lamp", "kettle"] as const;
const productsPerKind = 4;
const maxWatched = 9;

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

async function figuresOfSome(): Promise<readonly ProductFigures[]> {
  const found = await Promise.all(
    kinds.map((q) => ask("products.search", { q, limit: productsPerKind, local_only: true })),
  );
  const keys = found.flatMap((result) => (result.ok ? result.data.data.map(({ service }) => service) : []));
  const result = await ask("products.figures", { product_keys: [...new Set(keys)] });
  return result.ok ? result.data.figures : [];
}

/** The sample products that can be checked. */
async function checkable(products: readonly ProductFigures[]): Promise<readonly ProductFigures[]> {
  const overviews = await Promise.all(
    products.map(({ product_key }) => ask("schedules.overview", { product_key })),
  );
  return products.filter((_product, i) => {
    const overview = overviews[i];
    return overview?.ok === true && overview.data.checkable_retailers.length > 0;
  });
}

/** Watches some sample products, and opens the one furthest below its usual price. */
export async function lookAroundSample(): Promise<void> {
  const visit = visitNow();
  if (!(await loadIfAbsent())) return;
  const byBargain = (await checkable(await figuresOfSome())).toSorted(
    (one, other) => (other.below_median30 ?? 0) - (one.below_median30 ?? 0),
  );
  const chosen = byBargain.filter(({ best }) => best !== null).slice(0, maxWatched);
  const [first] = chosen;
  if (first === undefined) return;
  const error = await watch(
    chosen.map(({ product_key }) => ({ product_key, schedule: "daily", retailer: null })),
  );
  if (error) notifyFailure(error);
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
