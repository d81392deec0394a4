import { expect, it } from "vitest";
import { channelsText, filterText, ruleText } from "../../../../src/renderer/lib/rule-text.js";
import type { ChannelSummary } from "../../../../src/shared/app/channels.js";
import type { RuleTrigger } from "../../../../src/shared/app/rules.js";

it.each<[RuleTrigger, string]>([
  [{ kind: "target", price: 249.99, currency: "USD" }, "Target price $249.99"],
  [{ kind: "target", price: 20, currency: "EUR" }, "Target price €20.00"],
  [{ kind: "price_drop", percent: 5 }, "Price drops worth knowing, from 5%"],
  [{ kind: "percent_below", base: "last", percent: 0 }, "Every price drop of any shop"],
  [{ kind: "percent_below", base: "last", percent: 10 }, "Price drop of 10% or more"],
  [{ kind: "percent_below", base: "median30", percent: 15 }, "15% or more under its 30-day median"],
  [{ kind: "percent_below", base: "highest", percent: 0 }, "Price under its highest price"],
  [{ kind: "new_low", days: null }, "New lowest price ever"],
  [{ kind: "new_low", days: 1 }, "New lowest price in 1 day"],
  [{ kind: "any_change" }, "Any change of price or stock"],
  [{ kind: "back_in_stock" }, "Back in stock"],
])("%j in words", (trigger, words) => {
  expect(ruleText({ trigger, retailer: null, condition: null })).toBe(words);
});

it("says which offers count, where not all do", () => {
  const rule = { trigger: { kind: "back_in_stock" }, retailer: "shop.example", condition: "used" } as const;
  expect(ruleText(rule)).toBe("Back in stock at shop.example, used only");
  expect(filterText({ retailer: null, condition: "new" })).toBe("new only");
  expect(filterText({ retailer: null, condition: null })).toBe("");
});

it("says where alerts are sent, where not to all channels", () => {
  const channels = [
    { id: 1, name: "Phone" },
    { id: 2, name: "Mail" },
  ] as ChannelSummary[];
  expect(channelsText({ channels: null }, channels)).toBe("");
  expect(channelsText({ channels: [2] }, channels)).toBe("sent to Mail");
  expect(channelsText({ channels: [2, 1] }, channels)).toBe("sent to Phone, Mail");
  expect(channelsText({ channels: [] }, channels)).toBe("only here");
  expect(channelsText({ channels: [] }, [])).toBe("");
});
