import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sentenceFormats } from "../../../../src/renderer/lib/event-sentence.js";
import { filterText } from "../../../../src/renderer/lib/rule-text.js";
import { saveShops, shopName } from "../../../../src/renderer/lib/shop-name.js";
import { texts } from "../../../../src/renderer/lib/texts.js";
import { healthText } from "../../../../src/renderer/lib/watch/watch-health.js";
import { toWatchItem } from "../../../../src/renderer/lib/watch/watch-item.js";
import type { ReasonClauses } from "../../../../src/shared/app/reasons.js";
import { reasonSentence } from "../../../../src/shared/texts/sentences.js";
import { createWatchRow } from "../../../support/watch-row.js";

const host = "shop.example";

describe("the name of a shop", () => {
  beforeEach(() => saveShops([{ host, name: "Corner Shop", is_own_name: false, icon: null }]));
  afterEach(() => saveShops([]));

  it("takes the place of its host, which stays for shops without a name", () => {
    expect([host, "other.example"].map(shopName)).toEqual(["Corner Shop", "other.example"]);
  });

  it("stands in the reasons of alerts", () => {
    const price = { price: 40, currency: "USD" };
    const reason: ReasonClauses = {
      head: { kind: "price", ...price, retailer: host },
      clauses: [{ kind: "next_best_at", ...price, retailer: "other.example" }],
    };
    const sentence = reasonSentence(reason, texts().reasons, sentenceFormats);
    expect(sentence).toMatch(/^\$40\.00 at Corner Shop, .*\$40\.00 at other\.example/);
  });

  it("stands in rules and in the health of checks", () => {
    expect(filterText({ retailer: host, condition: null })).toBe("at Corner Shop");
    const health = {
      ...createWatchRow().health,
      state: "failing",
      outcome: "network",
      retailer: host,
    } as const;
    const row = createWatchRow({ health: { ...health, failures: 2, is_everywhere: true } });
    expect(healthText(row, Date.now())).toContain("Corner Shop: ");
  });

  it("finds its products in the list, as its host does", () => {
    const { haystack } = toWatchItem(createWatchRow());
    expect(haystack).toContain("corner shop");
    expect(haystack).toContain(host);
  });
});
