import { describe, expect, it } from "vitest";
import { parseRules } from "../../../../src/main/engine/cli/commands/rules.js";

const rule = {
  product_key: "product/lantern/1",
  trigger: { kind: "target", price: 45, currency: "USD" },
  retailer: null,
  condition: null,
  is_enabled: true,
};

describe("a file of rules", () => {
  it("is parsed rule by rule, with a reason for each that is invalid", () => {
    const text = JSON.stringify({
      rules: [rule, { ...rule, trigger: { kind: "target", price: "45" } }, 7, { trigger: rule.trigger }],
    });
    expect(parseRules(`\uFEFF${text}`)).toEqual([
      rule,
      expect.stringContaining("trigger.price"),
      "It must be an object.",
      expect.stringContaining("product_key"),
    ]);
  });

  it.each(["", "{", "[]", "null", '{"rules":{}}', '{"type":"product"}'])(
    "is refused with the next step if it holds no rules: %s",
    (text) => {
      expect(() => parseRules(text)).toThrow("tidemark rules export");
    },
  );
});
