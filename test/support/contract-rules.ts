import { test } from "vitest";
import type { RuleId } from "../contract/rules.js";

/**
 * Declares a contract test with the rules that it checks. `docs/contract-coverage.md` is generated from the source of
 * these calls, so the ids must be literals.
 */
export function rule(ids: RuleId | readonly RuleId[], behaviour: string, body: () => unknown): void {
  const list = typeof ids === "string" ? [ids] : ids;
  test(`${behaviour} [${list.join("; ")}]`, async () => {
    await body();
  });
}
