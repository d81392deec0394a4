import { test } from "vitest";
import type { RuleId } from "../contract/rules.js";

/**
 * A test of the contract suite with the rules that it checks. `docs/contract-coverage.md` is made from these calls, so
 * the ids are written out where the test is.
 */
export function rule(ids: RuleId | readonly RuleId[], behaviour: string, body: () => unknown): void {
  const list = typeof ids === "string" ? [ids] : ids;
  test(`${behaviour} [${list.join("; ")}]`, async () => {
    await body();
  });
}
