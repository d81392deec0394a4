import type { ProductTags } from "../../shared/app/tags.js";
import { callOnce } from "../lib/call-engine.js";
import { formatPlural } from "../lib/format.js";
import { texts } from "../lib/texts.js";
import { notify, notifyFailure } from "./notices.js";
import { refreshRows } from "./watch-list.js";

interface TagChange {
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
}

/** Gives products tags and takes some away; it can be undone. */
export async function changeTags(services: readonly string[], change: TagChange): Promise<void> {
  const { add = [], remove = [] } = change;
  const result = await callOnce("tags.change", {
    services: [...services],
    add: [...add],
    remove: [...remove],
  });
  if (!result.ok) return notifyFailure(result.error);
  await refreshRows(services);
  const { changed, before } = result.data;
  if (changed > 0) offerUndo(before);
}

function offerUndo(before: readonly ProductTags[]): void {
  notify({
    topic: "tags",
    text: texts().watchList.tagsChanged(formatPlural("product", before.length)),
    action: { label: texts().common.undo, isUndo: true, run: () => void putBack(before) },
  });
}

async function putBack(before: readonly ProductTags[]): Promise<void> {
  const result = await callOnce("tags.put", {
    products: before.map((each) => ({ ...each, tags: [...each.tags] })),
  });
  if (!result.ok) return notifyFailure(result.error);
  await refreshRows(before.map(({ service }) => service));
}
