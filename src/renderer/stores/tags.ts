import type { ProductTags } from "../../shared/app/tags.js";
import { chunk } from "../../shared/chunk.js";
import { formatPlural } from "../lib/format.js";
import { texts } from "../lib/texts.js";
import { callOnce } from "./call-engine.js";
import { notify, notifyFailure } from "./notices.js";
import { refreshRows } from "./watch-list.js";

/** The engine's maximum per call. */
const maxPerCall = 1_000;

interface TagChange {
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
}

/** Adds and removes tags of products; can be undone. */
export async function changeTags(productKeys: readonly string[], change: TagChange): Promise<void> {
  const { add = [], remove = [] } = change;
  const before: ProductTags[] = [];
  for (const part of chunk(productKeys, maxPerCall)) {
    const change = { product_keys: [...part], add: [...add], remove: [...remove] };
    const result = await callOnce("tags.change", change);
    if (!result.ok) {
      notifyFailure(result.error);
      break;
    }
    before.push(...result.data.before);
  }
  await refreshRows(productKeys);
  // Completed parts can be undone even if the rest failed.
  if (before.length > 0) offerUndo(before);
}

function offerUndo(before: readonly ProductTags[]): void {
  notify({
    topic: "tags",
    text: texts().watchList.tagsChanged(formatPlural("product", before.length)),
    action: { label: texts().common.undo, isUndo: true, run: () => void putBack(before) },
  });
}

async function putBack(before: readonly ProductTags[]): Promise<void> {
  for (const part of chunk(before, maxPerCall)) {
    const result = await callOnce("tags.put", {
      products: part.map((each) => ({ ...each, tags: [...each.tags] })),
    });
    if (!result.ok) return notifyFailure(result.error);
  }
  await refreshRows(before.map(({ product_key: productKey }) => productKey));
}
