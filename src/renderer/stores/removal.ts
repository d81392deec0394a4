import { maxProductsPerChange } from "../../shared/app/limits.js";
import { chunk } from "../../shared/arrays.js";
import { formatPlural } from "../lib/format.js";
import { keysOf } from "../lib/keys-of.js";
import { texts } from "../lib/texts.js";
import { actInParts, notifyAct, undoable } from "./acts.js";
import { notifyFailure } from "./notices.js";
import { dropViewed, forgetProducts } from "./products.js";
import { hideRows, loadWatchList } from "./watch-list.js";

interface Removed {
  readonly product_key: string;
  readonly title: string;
}

/** Removes products with their history and rules; can be undone. Resolves to whether it succeeded. */
export function removeProducts(products: readonly Removed[]): Promise<boolean> {
  return undoable(() => remove(products));
}

async function remove(products: readonly Removed[]): Promise<boolean> {
  const [first] = products;
  if (first === undefined) return false;
  const keys = keysOf(products);
  hideRows(new Set(keys));
  const parts = chunk(keys, maxProductsPerChange).map((part) => ({ product_keys: part }));
  const { actId, error } = await actInParts("products.remove", parts);
  if (error) notifyFailure(error);
  forgetProducts();
  void loadWatchList();
  if (actId === null) return false;
  const what = products.length === 1 ? first.title : formatPlural("product", products.length);
  const text = texts().acts.kinds["products.remove"](what);
  notifyAct({ topic: "removed products", text, actId, onUndone: dropViewed(keys) });
  return true;
}
