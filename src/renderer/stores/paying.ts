import type { OperationInput } from "../../shared/calls.js";
import { texts } from "../lib/texts.js";
import { act } from "./acts.js";
import { expireAnswers } from "./answers.js";
import { expireHistory } from "./hand-edits.js";
import { atOnce } from "./notices.js";

/** Counts a price with a condition, or shipping, for the shopper, or no longer; can be undone. */
export function countTerm(term: OperationInput<"paying.count">["term"], counts: boolean): Promise<void> {
  const expire = () => {
    expireAnswers("paying.read");
    expireHistory();
  };
  const text = texts().paying[counts ? "counted" : "uncounted"];
  return atOnce(act("paying.count", { term, counts }, { topic: "paying", text, expire }));
}
