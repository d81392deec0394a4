import { describe, expect, it } from "vitest";
import { canAffect, decideAlerts } from "../../../../../src/main/engine/domain/alerts/decide.js";
import type { Rule, Trigger } from "../../../../../src/main/engine/domain/alerts/rule.js";
import { completion, decide, drop, event, facts, nowMs, past, quote, rule, target } from "./facts.js";

const below = (base: "median30" | "highest", percent: number): Trigger => ({
  kind: "percent_below",
  base,
  percent,
});
const low = (days: number | null): Trigger => ({ kind: "new_low", days });
const told = (priceMinor: number, change = {}) => ({
  atMs: nowMs,
  priceMinor,
  retailer: "shop.example",
  ...change,
});

describe("a rule about a level", () => {
  const history = past([60, 30_000], [20, 40_000], [10, 30_000]);
  it.each<[string, Trigger, number, boolean]>([
    ["target above", target(25_001), 25_000, true],
    ["target reached", target(25_000), 25_000, true],
    ["target missed by a cent", target(24_999), 25_000, false],
    ["20% under the median", below("median30", 20), 32_000, true],
    ["not quite 20% under the median", below("median30", 20), 32_001, false],
    ["0% under the median is not at the median", below("median30", 0), 40_000, false],
    ["0% under the median is under it", below("median30", 0), 39_999, true],
    ["half of the highest", below("highest", 50), 20_000, true],
    ["not quite half of the highest", below("highest", 50), 20_001, false],
    ["lowest ever", low(null), 29_999, true],
    ["as low as ever", low(null), 30_000, false],
    ["lowest in 5 days", low(5), 29_999, true],
  ])("%s", (_what, trigger, best, expected) => {
    expect(decide(rule(trigger), facts(event(best), { past: history })).fires).toBe(expected);
  });

  it("counts for the days that it names only", () => {
    const known = facts(event(35_000), { past: past([20, 30_000], [10, 40_000]) });
    expect(decide(rule(low(9)), known).fires).toBe(true);
    expect(decide(rule(low(11)), known).fires).toBe(false);
  });

  it.each([below("median30", 10), below("highest", 10), low(30), low(null)])(
    "has nothing to compare with without history: %j",
    (trigger) => expect(decide(rule(trigger), facts(event(1))).fires).toBe(false),
  );

  it("does not take the first price that is known for a new low, nor the present run of it", () => {
    expect(decide(rule(low(null)), facts(event(25_000), { past: past([90, 25_000]) })).fires).toBe(false);
    expect(
      decide(rule(low(null)), facts(event(25_000), { past: past([90, 30_000], [2, 25_000]) })).fires,
    ).toBe(true);
  });

  it("looks at the best that one could buy, also when another offer changed", () => {
    const quotes = [quote(30_000), quote(24_000, { retailer: "b.example", availability: 2 })];
    expect(decide(rule(target(25_000)), facts(event(30_000), { quotes })).fires).toBe(false);
    const better = [...quotes, quote(24_500, { retailer: "c.example", availability: 0 })];
    expect(
      decide(rule(target(25_000)), facts(event(30_000), { quotes: better })).firing?.quote,
    ).toMatchObject({
      retailer: "c.example",
      priceMinor: 24_500,
    });
  });

  it.each<[string, Partial<Rule>, boolean]>([
    ["its retailer", { retailer: "shop.example" }, true],
    ["another retailer", { retailer: "b.example" }, false],
    ["new, where the shop does not say", { condition: "new" }, true],
    ["used", { condition: "used" }, false],
  ])("counts offers of %s", (_what, filter, expected) => {
    expect(decide(rule(target(25_000), filter), facts(event(25_000))).fires).toBe(expected);
  });

  it("compares within its own currency only", () => {
    const euro = event(20_000, { currency: "EUR" });
    expect(decide(rule(target(25_000)), facts(euro)).fires).toBe(false);
    expect(decide(rule(target(25_000, "EUR")), facts(euro)).fires).toBe(true);
  });

  it("fires at a finished check, too: then a snooze may have ended or a rule be new", () => {
    expect(decide(rule(target(25_000)), facts(completion, { quotes: [quote(24_000)] })).fires).toBe(true);
  });

  it("is told once while it holds, and again when it was left, whoever was told of that", () => {
    const first = decide(rule(target(25_000)), facts(event(24_000)));
    expect(first).toMatchObject({ fires: true, memory: told(25_000) });
    const later = nowMs + 1_000;
    const held = { nowMs: later, past: [{ fromMs: nowMs, toMs: later, priceMinor: 24_000 }] };
    expect(decide(rule(target(25_000)), facts(event(23_000), held), first.memory)).toMatchObject({
      fires: false,
      memory: first.memory,
    });
    const risen = facts(completion, { ...held, quotes: [quote(26_000)] });
    expect(decide(rule(target(25_000)), risen, first.memory)).toMatchObject({ fires: false, memory: null });
    // Nobody has told that it rose and fell again, or was sold out for a while.
    const left = [{ fromMs: nowMs, toMs: nowMs + 400, priceMinor: 24_000 }];
    const back = [...left, { fromMs: nowMs + 400, toMs: later, priceMinor: 26_000 }];
    for (const spans of [left, back])
      expect(
        decide(rule(target(25_000)), facts(event(24_000), { ...held, past: spans }), first.memory).fires,
      ).toBe(true);
  });

  it("that is about lows fires at each lower one", () => {
    const known = (best: number) => facts(event(best), { past: past([30, 30_000], [1, best]) });
    const first = decide(rule(low(null)), known(25_000));
    expect(decide(rule(low(null)), known(25_000), { ...first.memory!, atMs: nowMs - 1_000 }).fires).toBe(
      false,
    );
    expect(decide(rule(low(null)), known(24_000), first.memory).fires).toBe(true);
  });

  it("keeps still while the product is snoozed, and is told afterwards", () => {
    const snoozed = decide(rule(target(25_000)), facts(event(24_000), { isSnoozed: true }));
    expect(snoozed).toMatchObject({ fires: false, memory: null });
    const after = facts(completion, { quotes: [quote(24_000)] });
    expect(decide(rule(target(25_000)), after, snoozed.memory).fires).toBe(true);
  });

  it("that was told before a snooze is not told again after it", () => {
    const still = facts(completion, { quotes: [quote(24_000)], isSnoozed: true });
    const snoozed = decide(rule(target(25_000)), still, told(25_000));
    expect(snoozed).toMatchObject({ fires: false, memory: told(25_000) });
    expect(decide(rule(target(25_000)), { ...still, isSnoozed: false }, snoozed.memory).fires).toBe(false);
  });
});

describe("a rule about a drop", () => {
  it.each([
    [0, 29_999, true],
    [0, 30_000, false],
    [20, 24_000, true],
    [20, 24_001, false],
  ])("of %d%% from 300 to %d: %s", (percent, current, expected) => {
    expect(decide(rule(drop(percent)), facts(event(current))).fires).toBe(expected);
  });

  it("is about any offer, not the best alone, and about its own retailer only where it names one", () => {
    const quotes = [quote(25_000), quote(10_000, { retailer: "b.example" })];
    expect(decide(rule(drop()), facts(event(25_000), { quotes })).fires).toBe(true);
    expect(decide(rule(drop(), { retailer: "b.example" }), facts(event(25_000), { quotes })).fires).toBe(
      false,
    );
  });

  it("does not call anybody for what is sold out, or has become dearer meanwhile", () => {
    expect(decide(rule(drop()), facts(event(25_000, { availability: 2 }))).fires).toBe(false);
    expect(decide(rule(drop()), facts(event(25_000), { quotes: [quote(30_000)] })).fires).toBe(false);
    expect(decide(rule(drop()), facts(event(25_000), { quotes: [quote(24_000)] })).fires).toBe(true);
  });

  it("fires at every drop, and at nothing else", () => {
    for (const current of [25_000, 24_000])
      expect(decide(rule(drop()), facts(event(current))).fires).toBe(true);
    const change = event(25_000, { type: "availability_change" });
    expect(decide(rule(drop()), facts(change)).fires).toBe(false);
    expect(decide(rule(drop()), facts(completion, { quotes: [quote(1)] })).fires).toBe(false);
  });

  it("is put off by a snooze and told once afterwards, from the price before", () => {
    const first = decide(rule(drop()), facts(event(25_000), { isSnoozed: true }));
    expect(first).toMatchObject({ fires: false, memory: told(30_000) });
    const second = event(24_000, { previousMinor: 25_000 });
    const still = decide(rule(drop()), facts(second, { isSnoozed: true }), first.memory);
    expect(still.memory).toEqual(first.memory);
    const after = facts(completion, { quotes: [quote(24_000)] });
    const told1 = decide(rule(drop()), after, still.memory);
    expect(told1).toMatchObject({ fires: true, memory: null, firing: { previousMinor: 30_000 } });
    expect(decide(rule(drop()), after, told1.memory).fires).toBe(false);
  });

  it("that was put off is forgotten where it holds no longer", () => {
    const after = facts(completion, { quotes: [quote(30_000)] });
    expect(decide(rule(drop()), after, told(30_000))).toMatchObject({ fires: false, memory: null });
  });
});

describe("a rule about stock", () => {
  const back = event(25_000, { type: "availability_change", previousMinor: 25_000 });
  const stock = rule({ kind: "back_in_stock" });

  it("fires when an offer is back, not when it is gone or gets cheaper", () => {
    expect(decide(stock, facts(back)).fires).toBe(true);
    expect(decide(stock, facts({ ...back, availability: 2 })).fires).toBe(false);
    expect(decide(stock, facts(event(25_000))).fires).toBe(false);
  });

  it("does not fire for what is gone again", () => {
    expect(decide(stock, facts(back, { quotes: [quote(25_000, { availability: 2 })] })).fires).toBe(false);
  });

  it("is put off by a snooze, for the shop that had it back", () => {
    const { memory } = decide(stock, facts(back, { isSnoozed: true }));
    const elsewhere = facts(completion, { quotes: [quote(1, { retailer: "b.example" })] });
    expect(decide(stock, elsewhere, memory)).toMatchObject({ fires: false, memory: null });
    expect(decide(stock, facts(completion, { quotes: [quote(26_000)] }), memory).fires).toBe(true);
  });
});

describe("a rule about any change", () => {
  const any = rule({ kind: "any_change" });
  const risen = { before: { priceMinor: 25_000, availability: 1 as const }, after: quote(26_000) };
  const before = { atMs: nowMs - 1, priceMinor: null, retailer: null };

  it("fires for a drop and for stock that comes or goes", () => {
    expect(decide(any, facts(event(25_000))).fires).toBe(true);
    const gone = event(25_000, { type: "availability_change", availability: 2 });
    expect(decide(any, facts(gone)).fires).toBe(true);
  });

  it("sees a rise at the next finished check, once", () => {
    const known = facts(completion, { changesSince: (_, sinceMs) => (sinceMs < nowMs ? [risen] : []) });
    const seen = decide(any, known, before);
    expect(seen).toMatchObject({
      fires: true,
      firing: { previousMinor: 25_000, quote: { priceMinor: 26_000 } },
    });
    expect(decide(any, known, seen.memory).fires).toBe(false);
  });

  it("does not tell of what its own event has told of already", () => {
    const seen = decide(any, facts(event(25_000)), before);
    expect(decide(any, facts(event(25_000, { type: "availability_change" })), seen.memory).fires).toBe(false);
  });

  it("keeps for after a snooze what changed meanwhile", () => {
    const snoozed = decide(any, facts(completion, { isSnoozed: true }), before);
    expect(snoozed).toMatchObject({ fires: false, memory: before });
    expect(decide(any, facts(completion, { changesSince: () => [risen] }), snoozed.memory).fires).toBe(true);
  });
});

describe("another engine's event", () => {
  const foreign = (current: number, change = {}) => event(current, { isLocal: false, ...change });

  it("is judged by what it says", () => {
    expect(decide(rule(target(25_000)), facts(foreign(24_000))).fires).toBe(true);
    expect(decide(rule(drop()), facts(foreign(24_000))).fires).toBe(true);
  });

  it("says by the price before that the same shop had left the target", () => {
    const known = facts(foreign(24_000, { previousMinor: 26_000 }));
    expect(decide(rule(target(25_000)), known, told(25_000)).fires).toBe(true);
    expect(decide(rule(target(25_000)), known, told(25_000, { retailer: "b.example" })).fires).toBe(false);
    const lower = facts(foreign(23_000, { previousMinor: 24_000 }));
    expect(decide(rule(target(25_000)), lower, told(25_000)).fires).toBe(false);
  });

  it("of another shop leaves what was told as it is", () => {
    const known = facts(foreign(29_000, { retailer: "b.example" }));
    expect(decide(rule(target(25_000)), known, told(25_000)).memory).toEqual(told(25_000));
  });
});

it("several rules that fire come with the most telling first", () => {
  const triggers: Trigger[] = [
    { kind: "any_change" },
    drop(),
    low(90),
    low(null),
    below("median30", 10),
    target(25_000),
  ];
  const known = facts(event(24_000), { past: past([100, 30_000]) });
  const rules = triggers.map((trigger, id) => ({ rule: rule(trigger, { id }), memory: null }));
  expect(decideAlerts(rules, known).firings.map((firing) => firing.rule.id)).toEqual([5, 3, 2, 4, 1, 0]);
});

it("a finished check matters to rules about levels and changes, and to what was put off", () => {
  const matters = (trigger: Trigger, memory = null as null | ReturnType<typeof told>) =>
    canAffect({ rule: rule(trigger), memory }, "schedule_completion");
  expect([matters(drop()), matters({ kind: "back_in_stock" })]).toEqual([false, false]);
  expect([matters(target(1)), matters({ kind: "any_change" }), matters(drop(), told(1))]).toEqual([
    true,
    true,
    true,
  ]);
});
