import type { OperationInput } from "../../shared/calls.js";
import { texts } from "../lib/texts.js";
import { notifyAct } from "./acts.js";
import { expireAnswers } from "./answers.js";
import { callOnce } from "./call-engine.js";
import { expireHistory } from "./hand-edits.js";
import { notifyFailure } from "./notices.js";

/** Counts a price with a condition, or shipping, for the shopper, or no longer; can be undone. */
export async function countTerm(
  term: OperationInput<"paying.count">["term"],
  counts: boolean,
): Promise<void> {
  const result = await callOnce("paying.count", { term, counts });
  if (!result.ok) return notifyFailure(result.error);
  expireAnswers("paying.read", "products.figures");
  expireHistory();
  const text = texts().paying[counts ? "counted" : "uncounted"];
  notifyAct({ topic: "paying", text, actId: result.data.act_id });
}
