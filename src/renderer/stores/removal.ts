import { formatPlural } from "../lib/format.js";
import { texts } from "../lib/texts.js";
import { callOnce } from "./call-engine.js";
import { forgetCatalogue } from "./catalogue.js";
import { notify, notifyFailure, undoable } from "./notices.js";
import { hideRows, loadWatchList } from "./watch-list.js";

interface Removed {
  readonly product_key: string;
  readonly title: string;
}

function showChange(): void {
  forgetCatalogue();
  void loadWatchList();
}

/** Removes products with their history and rules; undo restores them exactly. Resolves to whether it succeeded. */
export function removeProducts(products: readonly Removed[]): Promise<boolean> {
  return undoable(() => remove(products));
}

async function remove(products: readonly Removed[]): Promise<boolean> {
  const [first] = products;
  if (first === undefined) return false;
  const keys = products.map(({ product_key: productKey }) => productKey);
  hideRows(new Set(keys));
  const result = await callOnce("products.remove", { product_keys: keys });
  showChange();
  if (!result.ok) {
    notifyFailure(result.error);
    return false;
  }
  const { watchList, common } = texts();
  notify({
    topic: "removed products",
    text: watchList.removed(products.length === 1 ? first.title : formatPlural("product", products.length)),
    action: { label: common.undo, isUndo: true, run: () => void restore(result.data.removed_ids) },
  });
  return true;
}

async function restore(removedIds: readonly number[]): Promise<void> {
  const result = await callOnce("products.restore", { removed_ids: [...removedIds] });
  showChange();
  if (!result.ok) notifyFailure(result.error);
}
