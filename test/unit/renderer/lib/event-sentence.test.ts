import { describe, expect, it } from "vitest";
import {
  alertNotice,
  alertSentence,
  alertTitle,
  eventSentence,
  eventTitle,
  isNewsworthy,
} from "../../../../src/renderer/lib/event-sentence.js";
import type { EventData, EventType } from "../../../../src/shared/contract/webhook.js";
import { alertPrice } from "../../../../src/shared/texts/alert-notices.js";
import { createInboxEntry } from "../../../support/inbox-entry.js";

function told(type: EventType, change: Partial<EventData>) {
  const product = { service: "product/kettle/1", title: "Kettle" };
  return { type, data: { product, retailer: "shop.example", price: null, availability: null, ...change } };
}

function price(current: number | null, previous: number | null) {
  return { current, previous, currency: "USD" };
}

describe("a price drop", () => {
  it("names both prices, the place and the share", () => {
    const event = told("price_drop", { price: price(249.99, 299.99) });
    expect(eventSentence(event)).toBe("$249.99 at shop.example, was $299.99 (−17%)");
    expect(eventTitle(event)).toBe("Price drop");
  });

  it("is told without figures that are not there", () => {
    expect(eventSentence(told("price_drop", { retailer: null }))).toBe("A lower price");
  });
});

describe("a change of stock", () => {
  it("is good news with its price", () => {
    const event = told("availability_change", {
      price: price(20, 20),
      availability: { current: "in", previous: "out" },
    });
    expect(eventSentence(event)).toBe("Back in stock at shop.example for $20.00");
    expect(eventTitle(event)).toBe("Back in stock");
  });

  it("is bad news without", () => {
    const event = told("availability_change", { availability: { current: "out", previous: "in" } });
    expect(eventSentence(event)).toBe("Out of stock at shop.example");
    expect(eventTitle(event)).toBe("Out of stock");
  });
});

describe("a finished check", () => {
  it.each([
    [price(249.99, 259.99), "Checked: best price in stock $249.99, was $259.99 (−4%)"],
    [price(260, 250), "Checked: best price in stock $260.00, was $250.00 (+4%)"],
    [price(250, 250), "Checked: best price in stock $250.00, unchanged"],
    [price(250, null), "Checked: best price in stock $250.00"],
    [price(null, 250), "Checked: no longer in stock anywhere, was $250.00"],
    [null, "Checked: not in stock anywhere"],
  ])("with %j", (found, sentence) => {
    expect(eventSentence(told("schedule_completion", { retailer: null, price: found }))).toBe(sentence);
  });

  it("is worth a message only when something changed", () => {
    const check = (found: EventData["price"]) => told("schedule_completion", { price: found });
    expect(isNewsworthy(check(price(250, 250)))).toBe(false);
    expect(isNewsworthy(check(null))).toBe(false);
    expect(isNewsworthy(check(price(240, 250)))).toBe(true);
    expect(isNewsworthy(told("price_drop", {}))).toBe(true);
  });
});

describe("an alert", () => {
  const entry = (type: EventType, reason: string | null) =>
    createInboxEntry(1, { ...told(type, { price: price(249.99, 299.99) }), reason });

  it("says its reason; without one, what its event says", () => {
    expect(alertSentence(entry("price_drop", "$249.99 at shop.example, lowest ever"))).toBe(
      "$249.99 at shop.example, lowest ever",
    );
    expect(alertSentence(entry("price_drop", null))).toContain("was $299.99");
  });

  it("names its kind once in a notice", () => {
    expect(alertNotice(entry("price_drop", "$249.99 at shop.example"))).toBe(
      "Price drop: Kettle. $249.99 at shop.example.",
    );
    const back = {
      ...entry("availability_change", null).data,
      availability: { current: "in", previous: "out" },
    } as const;
    expect(alertNotice({ ...entry("availability_change", null), data: back })).toBe(
      "Kettle: Back in stock at shop.example for $249.99.",
    );
  });

  it("that a finished check brought to light is more than a check", () => {
    expect(alertTitle(entry("schedule_completion", "$249.99"))).toBe("Price alert");
    expect(alertTitle(entry("schedule_completion", null))).toBe("Checked");
    expect(alertTitle(entry("price_drop", "$249.99"))).toBe("Price drop");
  });
});

describe("the price of an alert", () => {
  it("is that of the event", () => {
    const { data } = told("price_drop", { price: price(20, 25) });
    expect(alertPrice({ data, clauses: null })).toEqual({ current: 20, previous: 25, currency: "USD" });
  });

  it("is that of the reason when the event has none, as when a product comes back at its target", () => {
    const { data } = told("availability_change", { availability: { current: "in", previous: "out" } });
    const head = {
      kind: "back_in_stock",
      price: 20,
      currency: "USD",
      retailer: "shop.example",
    } as const;
    expect(alertPrice({ data, clauses: { head, clauses: [] } })).toEqual({
      current: 20,
      previous: null,
      currency: "USD",
    });
  });

  it("is that of the reason when another shop's price changed at the same time", () => {
    const { data } = told("price_drop", { price: price(49.99, 54.99) });
    const head = { kind: "price", price: 38.9, currency: "USD", retailer: "other.example" } as const;
    const was = { kind: "was", price: 56.9, currency: "USD", percent: 32 } as const;
    expect(alertPrice({ data, clauses: { head, clauses: [was] } })).toEqual({
      current: 38.9,
      previous: 56.9,
      currency: "USD",
    });
    expect(alertPrice({ data, clauses: { head, clauses: [] } })?.previous).toBeNull();
  });

  it("is compared with the best price before, not with the shop's own", () => {
    const { data } = told("price_drop", { price: price(74.95, 84.95) });
    const head = { kind: "price", price: 74.95, currency: "USD", retailer: "shop.example" } as const;
    const was = { kind: "was", price: 79.95, currency: "USD", percent: 6 } as const;
    expect(alertPrice({ data, clauses: { head, clauses: [was] } })?.previous).toBe(79.95);
    expect(alertPrice({ data, clauses: { head, clauses: [] } })?.previous).toBeNull();
  });

  it("is absent when a product sells out", () => {
    const { data } = told("availability_change", { availability: { current: "out", previous: "in" } });
    const head = { kind: "out_of_stock", retailer: "shop.example" } as const;
    expect(alertPrice({ data, clauses: { head, clauses: [] } })).toBeNull();
  });
});
