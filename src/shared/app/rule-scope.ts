import type { RuleTrigger } from "./rules.js";

/** Whether a product's own rule of this kind adds to the rules for all products instead of replacing them. */
export function isAddition(kind: RuleTrigger["kind"]): boolean {
  return kind === "target" || kind === "back_in_stock";
}
