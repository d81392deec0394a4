import type { ConditionKind } from "../../shared/app/paying.js";
import { texts } from "../lib/texts.js";
import { notifyAct } from "./acts.js";
import { expireAnswers } from "./answers.js";
import { callOnce } from "./call-engine.js";
import { expireHistory } from "./hand-edits.js";
import { notifyFailure } from "./notices.js";

interface Counted {
  readonly act_id: number | null;
}

function announce({ act_id: actId }: Counted, text: string): void {
  expireAnswers("paying.read", "products.figures");
  expireHistory();
  notifyAct({ topic: "paying", text, actId });
}

/** Counts a shop's prices with a condition for the shopper, or no longer; can be undone. */
export async function countCondition(retailer: string, kind: ConditionKind, counts: boolean): Promise<void> {
  const result = await callOnce("paying.count_condition", { retailer, kind, counts });
  if (!result.ok) return notifyFailure(result.error);
  const { paying } = texts();
  announce(result.data, (counts ? paying.counted : paying.uncounted)(paying.kinds[kind], retailer));
}

/** Counts shipping in every price, or no longer; can be undone. */
export async function countShipping(counts: boolean): Promise<void> {
  const result = await callOnce("paying.count_shipping", { counts });
  if (!result.ok) return notifyFailure(result.error);
  const { paying } = texts();
  announce(result.data, counts ? paying.shippingCounted : paying.shippingUncounted);
}
