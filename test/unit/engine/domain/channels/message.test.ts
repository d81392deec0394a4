import fc from "fast-check";
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
import { createInboxEntry as entry } from "../../../../support/inbox-entry.js";

function compose(entries: readonly [InboxEntry, ...InboxEntry[]], language: "en" | "de" = "en") {
  return composeMessage(entries, {
    id: "msg_1",
    createdMs: Date.parse("2026-05-04T18:00:00.000Z"),
    language,
    words: alertWords(readerOf(language, []), (host) => host),
  });
}

function linked(id: number, fields: Partial<InboxEntry["data"]["product"]> = {}): InboxEntry {
  const alert = entry(id);
  const product = { ...alert.data.product, url: `https://shop.example/${id}`, ...fields };
  return { ...alert, data: { ...alert.data, product } };
}

function lamps(count: number): [InboxEntry, ...InboxEntry[]] {
  return [linked(1), ...Array.from({ length: count - 1 }, (_, i) => linked(i + 2))];
}

/** An alert of a product to a price of $40.00. */
function alertOf(id: number, previous: number, ...clauses: ReasonClauses["clauses"]): InboxEntry {
  const was = { kind: "was", price: previous, currency: "USD", percent: 0 } as const;
  return { ...linked(id), clauses: { head: fell.head, clauses: [...clauses, was] } };
}

const fell: ReasonClauses = {
  head: { kind: "price", price: 40, currency: "USD", retailer: "shop.example" },
  clauses: [{ kind: "was", price: 50, currency: "USD", percent: 20 }],
};

describe("messages to channels", () => {
  it("one alert carries title, reason, prices, picture and link", () => {
    const message = compose([{ ...linked(1), clauses: fell }]);
    expect(message).toMatchObject({ id: "msg_1", title: "Lamp 1", unlisted: 0 });
    expect(message.alerts[0].price).toEqual({ current: 40, previous: 50, currency: "USD" });
    expect(messageLines(message)).toEqual(["$40.00 at shop.example, was $50.00 (−20%)"]);
    expect(messageLink(message)).toMatchObject({
      link: "https://shop.example/1",
      image: "https://img.example/lamp.png",
    });
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
    const message = compose(lamps(23));
    expect(message.title).toBe("23 price alerts");
    const lines = messageLines(message, { writeTitle: ({ title, link }) => `<${title} ${link}>` });
    expect(lines).toHaveLength(21);
    expect(lines[0]).toMatch(/^<Lamp 1 https:\/\/shop\.example\/1>: \$40\.00/);
    expect(lines[20]).toBe("and 3 more");
    expect(messageLink(message)).toEqual({ link: null, image: null });
  });

  it("the best alert comes first: a target reached, then the lowest price ever, then the largest drop", () => {
    const target = { kind: "target", price: 45, currency: "USD", is_under: true } as const;
    const failing = {
      ...linked(1),
      type: "checks_failing" as const,
      data: { ...linked(1).data, price: null },
    };
    const { alerts } = compose([
      failing,
      alertOf(2, 35),
      alertOf(3, 50),
      alertOf(4, 80),
      alertOf(5, 41, { kind: "lowest_ever" }),
      alertOf(6, 41, target),
      alertOf(7, 90, target, { kind: "lowest_ever" }),
    ]);
    const titles = [7, 6, 5, 4, 3, 2, 1].map((id) => `Lamp ${id}`);
    expect(alerts.map(({ title }) => title)).toEqual(titles);
  });

  it("of several alerts about a product's price the newest is listed, beside one about its checks", () => {
    const earlier = alertOf(1, 90);
    const later = { ...alertOf(1, 50), event_id: "evt_later" };
    const failing = { ...linked(1), event_id: "evt_failing", type: "checks_failing" as const };
    expect(compose([earlier, later, failing]).alerts.map(({ id }) => id)).toEqual([
      "evt_later",
      "evt_failing",
    ]);
    expect(compose([earlier, later])).toMatchObject({ title: "Lamp 1", alerts: [{ id: "evt_later" }] });
  });

  it("lists as many alerts as fit, and counts the others", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 40 }), fc.integer({ min: 0, max: 2_500 }), (count, max) => {
        const message = compose(lamps(count));
        const all = messageLines(message).join("\n");
        const lines = messageLines(message, { cut: (text) => text.slice(0, max) });
        const listed = lines.filter((line) => line.startsWith("Lamp")).length;
        expect(listed).toBeGreaterThan(0);
        expect(lines.at(-1)).toMatch(listed === count ? /^Lamp/ : new RegExp(`^and ${count - listed} more$`));
        if (listed > 1) expect(lines.join("\n").length).toBeLessThanOrEqual(max);
        if (all.length <= max) expect(lines.join("\n")).toBe(all);
      }),
    );
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
