import { describe, expect, it } from "vitest";
import {
  composeMessage,
  messageLines,
  messageLink,
  truncateBytes,
  truncateChars,
} from "../../../../../src/main/engine/domain/channels/message.js";
import type { InboxEntry } from "../../../../../src/shared/app/alerts.js";
import type { ReasonClauses } from "../../../../../src/shared/app/reasons.js";
import { alertWords } from "../../../../../src/shared/texts/alert-words.js";
import { readerOf } from "../../../../../src/shared/texts/language.js";
import { entry } from "../../../main/notifications/entries.js";

function compose(entries: readonly [InboxEntry, ...InboxEntry[]], language: "en" | "de" = "en") {
  return composeMessage(entries, { id: "msg_1", language, words: alertWords(readerOf(language, [])) });
}

function linked(id: number, fields: Partial<InboxEntry["data"]["product"]> = {}): InboxEntry {
  const alert = entry(id);
  const product = { ...alert.data.product, url: `https://shop.example/${id}`, ...fields };
  return { ...alert, data: { ...alert.data, product } };
}

const fell: ReasonClauses = {
  head: { kind: "price", price: 40, currency: "USD", retailer: "shop.example" },
  clauses: [{ kind: "was", price: 50, currency: "USD", percent: 20 }],
};

describe("messages to channels", () => {
  it("one alert carries title, reason, prices, picture and link", () => {
    const message = compose([{ ...linked(1), clauses: fell }]);
    expect(message).toMatchObject({ id: "msg_1", title: "Lamp 1", more: null });
    expect(message.alerts[0].price).toEqual({ current: 40, previous: 50, currency: "USD" });
    expect(messageLines(message)).toEqual(["$40.00 at shop.example, was $50.00 (−20%)"]);
    expect(messageLink(message)).toMatchObject({
      link: "https://shop.example/1",
      image: "https://img.example/lamp.png",
    });
  });

  it("the price before is added where the reason lacks it", () => {
    const clauses: ReasonClauses = { head: fell.head, clauses: [{ kind: "lowest_ever" }] };
    expect(messageLines(compose([{ ...linked(1), clauses }]))).toEqual([
      "$40.00 at shop.example, lowest ever ($50.00 → $40.00)",
    ]);
  });

  it("the prices are those of the reason, also where the event is about another shop", () => {
    const clauses: ReasonClauses = {
      head: { kind: "price", price: 35, currency: "USD", retailer: "other.example" },
      clauses: [],
    };
    const message = compose([{ ...linked(1), clauses }]);
    expect(message.alerts[0].price).toEqual({ current: 35, previous: null, currency: "USD" });
  });

  it("a message is in the channel's language", () => {
    expect(messageLines(compose([{ ...linked(1), clauses: fell }], "de"))[0]).toMatch(
      /^40,00\u00A0\$ bei shop/,
    );
  });

  it("a group lists the first alerts, each with its link, and has none of its own", () => {
    const [first, ...others] = Array.from({ length: 7 }, (_, i) => linked(i + 1));
    const message = compose([first!, ...others]);
    expect(message.title).toBe("7 price alerts");
    const lines = messageLines(message, ({ title, link }) => `<${title} ${link}>`);
    expect(lines).toHaveLength(5);
    expect(lines[0]).toMatch(/^<Lamp 1 https:\/\/shop\.example\/1>: \$40\.00/);
    expect(lines[4]).toBe("and 3 more");
    expect(messageLink(message)).toEqual({ link: null, image: null });
  });

  it("links other than web addresses, and pictures without https, are left out", () => {
    const message = compose([linked(1, { url: "javascript:alert(1)", image: "http://img.example/a.png" })]);
    expect(messageLink(message)).toMatchObject({ link: null, image: null });
  });

  it("an alert about failing checks has no price", () => {
    const alert = linked(1);
    const message = compose([
      { ...alert, type: "checks_failing", data: { ...alert.data, price: null }, reason: "5 checks failed" },
    ]);
    expect(message.alerts[0].price).toBeNull();
    expect(messageLines(message)).toEqual(["5 checks failed"]);
  });

  it("texts are cut between characters", () => {
    expect(truncateChars("😀😀😀", 2)).toBe("😀…");
    expect(truncateBytes("€".repeat(10), 12)).toBe("€€€…");
    expect(truncateBytes("short", 12)).toBe("short");
  });
});
