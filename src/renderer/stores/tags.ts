import { maxProductsPerChange } from "../../shared/app/limits.js";
import { chunk } from "../../shared/chunk.js";
import { formatPlural } from "../lib/format.js";
import { texts } from "../lib/texts.js";
import { actInParts, notifyAct } from "./acts.js";
import { notifyFailure } from "./notices.js";
import { refreshRows } from "./watch-list.js";

interface TagChange {
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
}

/** Adds and removes tags of products; can be undone. */
export async function changeTags(productKeys: readonly string[], change: TagChange): Promise<void> {
  const { add = [], remove = [] } = change;
  const inputs = chunk(productKeys, maxProductsPerChange).map((part) => ({
    product_keys: part,
    add: [...add],
    remove: [...remove],
  }));
  const { actId, results, error } = await actInParts("tags.change", inputs);
  if (error) notifyFailure(error);
  await refreshRows(productKeys);
  const changed = results.reduce((sum, result) => sum + result.changed, 0);
  const text = texts().watchList.tagsChanged(formatPlural("product", changed));
  if (changed > 0) notifyAct({ topic: "tags", text, actId });
}
