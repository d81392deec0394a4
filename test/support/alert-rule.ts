import type { AlertRule } from "../../src/shared/app/rules.js";

/** A rule for all products with default values. */
export function createAlertRule(patch: Partial<AlertRule> = {}): AlertRule {
  return {
    id: 1,
    product_key: null,
    title: null,
    trigger: { kind: "any_change" },
    retailer: null,
    condition: null,
    is_enabled: true,
    channels: null,
    created_at: "2026-06-15T10:00:00.000Z",
    ...patch,
  };
}
