import { useEffect } from "react";
import type { CallError } from "../../shared/calls.js";
import { saveShops } from "../lib/shop-name.js";
import { texts } from "../lib/texts.js";
import { notifyAct } from "./acts.js";
import { expireAnswers, useAnswer } from "./answers.js";
import { callOnce } from "./call-engine.js";

/** Follows the names of shops, for the whole window. */
export function useShopNames(): void {
  const { data } = useAnswer("shops.list", {});
  useEffect(() => {
    if (data) saveShops(data.shops);
  }, [data]);
}

/** Names a shop; an empty name goes back to that of its pages. Can be undone. Null on success. */
export async function renameShop(host: string, typed: string): Promise<CallError | null> {
  const name = typed.trim() || null;
  const result = await callOnce("shops.rename", { host, name });
  if (!result.ok) return result.error;
  expireAnswers("shops.list");
  const { act_id: actId } = result.data;
  const { shops } = texts();
  const text = name === null ? shops.ownNameRemoved(host) : shops.renamed(host, name);
  if (actId !== null) notifyAct({ topic: "shop renamed", text, actId });
  return null;
}
