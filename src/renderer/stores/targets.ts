import type { CallError, OperationResult } from "../../shared/calls.js";
import { chunk } from "../lib/chunk.js";
import { formatCount, formatPlural } from "../lib/format.js";
import { texts } from "../lib/texts.js";
import { expireAnswers } from "./answers.js";
import { callOnce } from "./call-engine.js";
import { notify, notifyFailure } from "./notices.js";
import { refreshRows } from "./watch-list.js";

/** The engine takes so many in one call. */
const mostPerCall = 1_000;

type Made = OperationResult<"rules.save_many">;

/** What happened to those that got no target: a product that nobody has in stock has no price to go by. */
function skippedText(skipped: Made["skipped"]): string {
  const { watchList } = texts();
  const priceless = skipped.filter(({ why }) => why === "no_price").length;
  const others = skipped.length - priceless;
  return [
    priceless > 0 ? watchList.targetsPriceless(formatPlural("product", priceless)) : "",
    others > 0 ? watchList.targetsThere(formatPlural("product", others)) : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** Gives each product a target so many percent under its price of now; it can be undone. Null when all went well. */
export async function setTargets(productKeys: readonly string[], percent: number): Promise<CallError | null> {
  const parts: Made[] = [];
  let error: CallError | null = null;
  for (const part of chunk(productKeys, mostPerCall)) {
    const trigger = { kind: "target_percent", percent } as const;
    const result = await callOnce("rules.save_many", { product_keys: [...part], trigger });
    if (!result.ok) {
      error = result.error;
      break;
    }
    parts.push(result.data);
  }
  await show(productKeys);
  const made = parts.reduce((sum, part) => sum + part.made, 0);
  const ids = parts.flatMap((part) => part.ids);
  const skipped = parts.flatMap((part) => part.skipped);
  const text = [texts().watchList.targetsSet(made, formatCount(made)), skippedText(skipped)].join(" ").trim();
  const undo = {
    label: texts().common.undo,
    isUndo: true,
    run: () => void takeBack(productKeys, ids),
  } as const;
  // What is done can be undone, also where the rest failed.
  if (parts.length > 0) notify({ topic: "targets", text, ...(made > 0 && { action: undo }) });
  return error;
}

async function takeBack(productKeys: readonly string[], ids: readonly number[]): Promise<void> {
  for (const part of chunk(ids, mostPerCall)) {
    const result = await callOnce("rules.remove", { ids: [...part] });
    if (!result.ok) notifyFailure(result.error);
  }
  await show(productKeys);
}

async function show(productKeys: readonly string[]): Promise<void> {
  expireAnswers("rules.list");
  await refreshRows(productKeys);
}
