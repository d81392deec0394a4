import { describe, expect, it } from "vitest";
import { canAffect, decideAlerts } from "../../../../../src/main/engine/domain/alerts/decide.js";
import type { Rule, RuleMemory, Trigger } from "../../../../../src/main/engine/domain/alerts/rule.js";
import { DAY_MS } from "../../../../../src/shared/time.js";
import { pricesOf } from "../points.js";
import {
  completion,
  decide,
  drop,
  event,
  facts,
  nowMs,
  quote,
  rule,
  spans,
  target,
  worthKnowing,
} from "./facts.js";

const below = (base: "median30" | "highest", percent: number): Trigger => ({
  kind: "percent_below",
  base,
  percent,
});
const low = (days: number | null): Trigger => ({ kind: "new_low", days });
const remembered = (priceMinor: number, change = {}) => ({
  currency: "USD",
  atMs: nowMs,
  priceMinor,
  retailer: "shop.example",
  ...change,
});

describe("level rules", () => {
  const history = spans([90, 30_000], [60, 50_000], [20, 40_000], [10, 30_000]);
  it.each<[string, Trigger, number, boolean]>([
    ["fires below its target", target(25_001), 25_000, true],
    ["fires at its target", target(25_000), 25_000, true],
    ["does not fire a cent above its target", target(24_999), 25_000, false],
    ["fires at 20% under the median", below("median30", 20), 32_000, true],
    ["does not fire at not quite 20% under the median", below("median30", 20), 32_001, false],
    ["does not fire at the median for 0% under it", below("median30", 0), 40_000, false],
    ["fires below the median for 0% under it", below("median30", 0), 39_999, true],
    ["fires at half of the highest price", below("highest", 50), 25_000, true],
    ["does not fire above half of the highest price", below("highest", 50), 25_001, false],
    ["fires below the lowest price", low(null), 29_999, true],
    ["does not fire at the lowest price itself", low(null), 30_000, false],
    ["fires below the lowest price in 5 days", low(5), 29_999, true],
  ])("a level rule %s", (_case, trigger, best, expected) => {
    expect(decide(rule(trigger), facts(event(best), { history })).fires).toBe(expected);
  });

  it("a level rule compares a new low only with its own number of days", () => {
    const known = facts(event(35_000), { history: spans([20, 30_000], [10, 40_000]) });
    expect(decide(rule(low(9)), known).fires).toBe(true);
    expect(decide(rule(low(11)), known).fires).toBe(false);
  });

  it("level rules compare with 150,000 earlier prices", () => {
    const prices = Array.from({ length: 150_000 }, (_, i) => ({
      fromMs: nowMs - 150_000 + i,
      toMs: nowMs - 149_999 + i,
      priceMinor: 30_000 + i,
    }));
    const known = facts(event(29_999), { history: prices });
    expect(decide(rule(low(null)), known).firing?.reference).toBe(30_000);
    expect(decide(rule(below("highest", 50)), known).firing?.reference).toBe(179_999);
  });

  it.each([below("median30", 10), below("highest", 10), low(30), low(null)])(
    "a level rule does not fire without a history to compare with: %j",
    (trigger) => expect(decide(rule(trigger), facts(event(1))).fires).toBe(false),
  );

  it("a level rule does not fire for a first known price, and compares a new low with earlier prices only", () => {
    expect(decide(rule(low(null)), facts(event(25_000), { history: spans([90, 25_000]) })).fires).toBe(false);
    expect(
      decide(rule(low(null)), facts(event(25_000), { history: spans([90, 30_000], [2, 25_000]) })).fires,
    ).toBe(true);
  });

  it("a level rule uses the best price in stock, even when another offer changed", () => {
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
    ["fires for an offer of its retailer", { retailer: "shop.example" }, true],
    ["does not fire for an offer of another retailer", { retailer: "b.example" }, false],
    ["fires for an offer of unknown condition if it is about new items", { condition: "new" }, true],
    [
      "does not fire for an offer of unknown condition if it is about used items",
      { condition: "used" },
      false,
    ],
  ])("a level rule %s", (_case, filter, expected) => {
    expect(decide(rule(target(25_000), filter), facts(event(25_000))).fires).toBe(expected);
  });

  it("a level rule compares prices in its own currency only", () => {
    const euro = event(20_000, { currency: "EUR" });
    expect(decide(rule(target(25_000)), facts(euro)).fires).toBe(false);
    expect(decide(rule(target(25_000, "EUR")), facts(euro)).fires).toBe(true);
  });

  it("a level rule fires at a finished check, because the rule may be new or a snooze may have ended", () => {
    expect(decide(rule(target(25_000)), facts(completion, { quotes: [quote(24_000)] })).fires).toBe(true);
  });

  it("a level rule fires once while its level holds, and again after an interruption, reported or not", () => {
    const first = decide(rule(target(25_000)), facts(event(24_000)));
    expect(first).toMatchObject({ fires: true, memory: remembered(25_000) });
    const later = nowMs + 1_000;
    const stillMet = { nowMs: later, history: [{ fromMs: nowMs, toMs: later, priceMinor: 24_000 }] };
    expect(decide(rule(target(25_000)), facts(event(23_000), stillMet), first.memory)).toMatchObject({
      fires: false,
      memory: first.memory,
    });
    const risen = facts(completion, { ...stillMet, quotes: [quote(26_000)] });
    expect(decide(rule(target(25_000)), risen, first.memory)).toMatchObject({ fires: false, memory: null });
    // The rule was off while the price rose and fell again.
    const back = [
      { fromMs: nowMs, toMs: nowMs + 400, priceMinor: 24_000 },
      { fromMs: nowMs + 400, toMs: later, priceMinor: 26_000 },
    ];
    const again = facts(event(24_000), { ...stillMet, history: back });
    expect(decide(rule(target(25_000)), again, first.memory).fires).toBe(true);
  });

  it("a level rule does not fire again after all shops were sold out", () => {
    const soldOut = facts(completion, { quotes: [quote(24_000, { availability: 2 })] });
    expect(decide(rule(target(25_000)), soldOut, remembered(25_000)).memory).toEqual(remembered(25_000));
    const later = nowMs + 1_000;
    const left = [{ fromMs: nowMs, toMs: nowMs + 400, priceMinor: 24_000 }];
    const back = facts(event(24_000), { nowMs: later, history: left });
    expect(decide(rule(target(25_000)), back, remembered(25_000)).fires).toBe(false);
  });

  it.each([target(25_000), below("median30", 10), below("highest", 10)])(
    "a level rule does not fire again at a lower price within its level: %j",
    (trigger) => {
      const first = decide(rule(trigger), facts(event(24_000), { history }));
      expect(first.fires).toBe(true);
      const later = nowMs + 1_000;
      const since = [...history, { fromMs: nowMs, toMs: later, priceMinor: 24_000 }];
      const lower = facts(event(23_000), { nowMs: later, history: since });
      expect(decide(rule(trigger), lower, first.memory).fires).toBe(false);
    },
  );

  it("a level rule fires again after a price that was above its level of today, which time has moved down", () => {
    const history = spans([20, 37_500], [9, 31_000]);
    const known = facts(event(29_000), { history });
    const before = remembered(32_000, { atMs: nowMs - 5 * DAY_MS });
    expect(decide(rule(below("median30", 20)), known, before).fires).toBe(true);
  });

  it("a level rule without a condition is about new offers where there are any", () => {
    const used = quote(20_000, { condition: "used" });
    const fires = (...quotes: ReturnType<typeof quote>[]) =>
      decide(rule(target(25_000)), facts(completion, { quotes })).fires;
    expect([fires(used), fires(used, quote(26_000)), fires(used, quote(25_000))]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it("a level rule names the first of two shops that have the best price", () => {
    const quotes = ["a.example", "b.example"].map((retailer) => quote(24_000, { retailer }));
    const { firing } = decide(rule(target(25_000)), facts(completion, { quotes }));
    expect(firing?.quote.retailer).toBe("a.example");
  });

  it("a level rule may fire again once the best price of all shops has left its level", () => {
    const risen = facts(event(26_000, { retailer: "b.example" }));
    expect(decide(rule(target(25_000)), risen, remembered(25_000)).memory).toBeNull();
  });

  it("a level rule fires at each lower price if it is about new lows", () => {
    const known = (best: number) => facts(event(best), { history: spans([30, 30_000], [1, best]) });
    const first = decide(rule(low(null)), known(25_000));
    expect(decide(rule(low(null)), known(25_000), { ...first.memory!, atMs: nowMs - 1_000 }).fires).toBe(
      false,
    );
    expect(decide(rule(low(null)), known(24_000), first.memory).fires).toBe(true);
  });
});

describe("drop rules", () => {
  it.each([
    [0, 29_999, true],
    [0, 30_000, false],
    [20, 24_000, true],
    [20, 24_001, false],
  ])("a drop rule of %d%% fires at a drop from 30000 to %d: %s", (percent, current, expected) => {
    expect(decide(rule(drop(percent)), facts(event(current))).fires).toBe(expected);
  });

  it("a drop rule fires for any offer, not only the best, unless it names another retailer", () => {
    const quotes = [quote(25_000), quote(10_000, { retailer: "b.example" })];
    expect(decide(rule(drop()), facts(event(25_000), { quotes })).fires).toBe(true);
    expect(decide(rule(drop(), { retailer: "b.example" }), facts(event(25_000), { quotes })).fires).toBe(
      false,
    );
  });

  it("a drop rule does not fire if the offer is sold out", () => {
    expect(decide(rule(drop()), facts(event(25_000, { availability: 2 }))).fires).toBe(false);
  });

  it("a drop rule fires once for two shops that drop, about the cheaper one", () => {
    const changes = [27_000, 25_000, 26_000].map((priceMinor, shop) => ({
      before: { priceMinor: 30_000, availability: 1 as const },
      after: quote(priceMinor, { retailer: `${shop}.example` }),
    }));
    const known = facts(completion, { changes, quotes: changes.map(({ after }) => after) });
    const decided = decideAlerts([{ rule: rule(drop()), memories: [] }], known);
    expect(decided.firings.map((firing) => firing.quote.retailer)).toEqual(["1.example"]);
  });

  it("a drop rule fires at every drop and at nothing else", () => {
    for (const current of [25_000, 24_000])
      expect(decide(rule(drop()), facts(event(current))).fires).toBe(true);
    const back = { type: "availability_change", previousMinor: 25_000 } as const;
    expect(decide(rule(drop()), facts(event(25_000, back))).fires).toBe(false);
    expect(decide(rule(drop()), facts(completion, { quotes: [quote(1)] })).fires).toBe(false);
  });

  it("a drop rule fires at a drop of an offer that is back in stock", () => {
    const back = event(25_000, { type: "availability_change" });
    expect(decide(rule(drop()), facts(back)).fires).toBe(true);
    // Another engine sends an event for each.
    expect(decide(rule(drop()), facts({ ...back, isLocal: false })).fires).toBe(false);
  });
});

describe("stock rules", () => {
  const back = event(25_000, { type: "availability_change", previousMinor: 25_000 });
  const stock = rule({ kind: "back_in_stock" });

  it("a stock rule fires when an offer is back in stock, not when it is sold out or cheaper", () => {
    expect(decide(stock, facts(back)).fires).toBe(true);
    expect(decide(stock, facts({ ...back, availability: 2 })).fires).toBe(false);
    expect(decide(stock, facts(event(25_000))).fires).toBe(false);
  });

  it("a stock rule does not fire for a pack that sells out while the shop has another one", () => {
    const soldOut = facts({ ...back, availability: 2 }, { quotes: [quote(25_000)] });
    expect(decide(stock, soldOut).fires).toBe(false);
  });
});

describe("any-change rules", () => {
  const any = rule({ kind: "any_change" });

  it("an any-change rule fires for a drop and for any change of stock", () => {
    expect(decide(any, facts(event(25_000))).fires).toBe(true);
    const soldOut = event(25_000, { type: "availability_change", availability: 2 });
    expect(decide(any, facts(soldOut)).fires).toBe(true);
  });

  it("an any-change rule fires for a rise, and for each change once", () => {
    const rise = facts(event(26_000, { previousMinor: 25_000 }));
    const seen = decide(any, rise);
    expect(seen).toMatchObject({
      fires: true,
      memory: null,
      firing: { previousMinor: 25_000, quote: { priceMinor: 26_000 } },
    });
    expect(decide(any, facts(completion), seen.memory).fires).toBe(false);
  });

  it("an any-change rule is about the offer that changed, in its own currency", () => {
    const inEuros = facts(event(20_000, { currency: "EUR" }), { currencyOf: () => "USD" });
    expect(decide(any, inEuros).firing).toMatchObject({ previousMinor: 30_000, filter: { currency: "EUR" } });
    expect(decide(rule({ kind: "any_change" }, { retailer: "b.example" }), inEuros).fires).toBe(false);
  });

  it("an any-change rule reports of several changes the cheapest in the product's currency", () => {
    const change = (priceMinor: number, currency: string) => ({
      before: { priceMinor: 30_000, availability: 1 as const },
      after: quote(priceMinor, { currency }),
    });
    const changes = [change(26_000, "USD"), change(20_000, "EUR"), change(25_000, "USD")];
    expect(decide(any, facts(completion, { changes })).firing?.quote.priceMinor).toBe(25_000);
    expect(decide(any, facts(completion, { changes: changes.slice(1, 2) })).fires).toBe(true);
  });
});

/** Days on which a rule fires for one shop's prices; it is evaluated after each but the first. */
function fireDays(one: Rule, written: string): number[] {
  const prices = pricesOf(written);
  let memory: RuleMemory | null = null;
  const at = (day: number) => nowMs + day * DAY_MS;
  return prices.slice(1).flatMap(([day, priceMinor], i) => {
    const history = prices.slice(0, i + 2).map(([from, price], j) => ({
      fromMs: at(from),
      toMs: at(j === i + 1 ? day : (prices[j + 1]?.[0] ?? day)) + (j === i + 1 ? 1 : 0),
      priceMinor: price,
    }));
    const change = event(priceMinor, { previousMinor: prices[i]![1] });
    const decision = decide(one, facts(change, { nowMs: at(day), history }), memory);
    memory = decision.memory;
    return decision.fires ? [day] : [];
  });
}

describe("price drops worth knowing", () => {
  const calm = rule(worthKnowing());
  it.each<[string, string, number[]]>([
    ["a drop by 5 %", "0:10000 40:9500", [40]],
    ["no drop by less, above an earlier low", "0:9000 10:10000 40:9501", []],
    ["a new low by 1 %", "0:10000 40:9900", [40]],
    ["no new low by less", "0:10000 40:9901", []],
    ["no rise", "0:10000 40:12000", []],
    ["a slow slide once it has added up", "0:9000 5:10000 10:9800 12:9600 14:9500", [14]],
    ["a price that swings within 30 days once", "0:10000 10:8000 12:10000 20:8000 22:10000 30:8000", [10]],
    ["a price that swings again after 30 days", "0:10000 10:8000 12:10000 40:8000", [10, 40]],
    ["a monthly sale each time", "0:10000 10:8000 12:10000 45:8000", [10, 45]],
    ["a second drop of a day only by another 5 %", "0:10000 40:9000 40.2:8800 40.4:8550", [40, 40.4]],
    ["a further new low the next day", "0:10000 40:9000 41:8900", [40, 41]],
  ])("a price-drop rule reports %s", (_name, prices, expected) => {
    expect(fireDays(calm, prices)).toEqual(expected);
  });

  it("a price-drop rule does not report a shop that stays dearer than the best price", () => {
    const quotes = [quote(25_000), quote(20_000, { retailer: "b.example" })];
    const quotesBefore = [quote(30_000), quote(20_000, { retailer: "b.example" })];
    expect(decide(calm, facts(event(25_000), { quotes, quotesBefore })).fires).toBe(false);
  });

  it("a price-drop rule reports the fall of the best price alone, however high the price was before", () => {
    const history = spans([20, 30_000], [5, 20_000]);
    const reported = decide(calm, facts(event(25_000), { history: spans([20, 30_000]) })).firing;
    expect(reported).toMatchObject({ previousMinor: 30_000, quote: { priceMinor: 25_000 } });
    for (const previousMinor of [19_000, 20_000])
      expect(decide(calm, facts(event(20_000, { previousMinor }), { history })).fires).toBe(false);
    expect(decide(calm, facts(event(null, { type: "availability_change" }), { history })).fires).toBe(false);
  });

  it("a price-drop rule takes an alert of a clock that ran ahead for one of now", () => {
    const known = facts(event(25_000), { history: spans([40, 30_000]) });
    for (const atMs of [nowMs, nowMs + 365 * DAY_MS]) {
      expect(decide(calm, known, remembered(25_000, { atMs })).fires).toBe(false);
      expect(decide(calm, known, remembered(27_000, { atMs })).fires).toBe(true);
    }
  });

  it("a price-drop rule reports a new low by 1 % below an alert of a clock that ran ahead", () => {
    const known = facts(event(25_000), { history: spans([40, 30_000]) });
    const fires = (beforeMinor: number, days: number) =>
      decide(calm, known, remembered(beforeMinor, { atMs: nowMs + days * DAY_MS })).fires;
    expect([fires(25_253, 30), fires(25_252, 30)]).toEqual([true, false]);
    // A clock that is set to the right time by a little is still of the same day.
    expect([fires(25_253, 0.9), fires(26_316, 0.9)]).toEqual([false, true]);
  });

  it("a price-drop rule compares with the product's last alert, whichever rule fired", () => {
    const rules = [calm, { ...rule(target(25_000)), id: 2 }].map((each) => ({ rule: each, memories: [] }));
    const { memories } = decideAlerts(rules, facts(completion, { quotes: [quote(24_000)] }));
    expect(memories).toContainEqual({ ruleId: 1, currency: "USD", memory: remembered(24_000) });
  });

  it("a price-drop rule reports another engine's drop by its previous price", () => {
    expect(decide(calm, facts(event(25_000, { isLocal: false }))).fires).toBe(true);
    expect(decide(calm, facts(event(29_000, { isLocal: false }))).fires).toBe(false);
  });
});

describe("events of other engines", () => {
  const foreign = (current: number, change = {}) => event(current, { isLocal: false, ...change });

  it("another engine's event is evaluated by its own data", () => {
    expect(decide(rule(target(25_000)), facts(foreign(24_000))).fires).toBe(true);
    expect(decide(rule(drop()), facts(foreign(24_000))).fires).toBe(true);
  });

  it("another engine's event shows by its previous price that the same shop had left the target", () => {
    const known = facts(foreign(24_000, { previousMinor: 26_000 }));
    expect(decide(rule(target(25_000)), known, remembered(25_000)).fires).toBe(true);
    expect(decide(rule(target(25_000)), known, remembered(25_000, { retailer: "b.example" })).fires).toBe(
      false,
    );
    const lower = facts(foreign(23_000, { previousMinor: 24_000 }));
    expect(decide(rule(target(25_000)), lower, remembered(25_000)).fires).toBe(false);
    const unchanged = facts(
      { ...completion, isLocal: false, retailer: "shop.example" },
      { quotes: [quote(24_000)] },
    );
    expect(decide(rule(target(25_000)), unchanged, remembered(25_000)).fires).toBe(false);
  });

  it("another engine's event without a price fires no rule", () => {
    const unpriced = facts({ ...foreign(25_000), type: "availability_change", currentMinor: null });
    for (const trigger of [{ kind: "any_change" }, { kind: "back_in_stock" }] as const)
      expect(decide(rule(trigger), unpriced).fires).toBe(false);
  });

  it("another engine's event shows that the target was only met, not left, by an equal previous price", () => {
    const known = facts(foreign(24_000, { previousMinor: 25_000 }));
    expect(decide(rule(target(25_000)), known, remembered(25_000)).fires).toBe(false);
  });

  it.each([
    ["the same shop", "shop.example"],
    ["the best price of all shops", null],
  ])("another engine's event about %s shows that the target was left", (_whose, retailer) => {
    const risen = facts(foreign(29_000, { retailer }));
    expect(decide(rule(target(25_000)), risen, remembered(25_000)).memory).toBeNull();
    expect(decide(rule(target(25_000)), risen).memory).toBeNull();
  });
});

it("another engine's event does not change what a rule remembers of another shop", () => {
  const known = facts(event(29_000, { isLocal: false, retailer: "b.example" }));
  expect(decide(rule(target(25_000)), known, remembered(25_000)).memory).toEqual(remembered(25_000));
});

it("the most significant rule that fires comes first", () => {
  const triggers: Trigger[] = [
    { kind: "any_change" },
    drop(),
    low(90),
    low(null),
    below("median30", 10),
    target(25_000),
  ];
  const known = facts(event(24_000), { history: spans([100, 30_000]) });
  const rules = triggers.map((trigger, id) => ({ rule: rule(trigger, { id }), memories: [] }));
  expect(decideAlerts(rules, known).firings.map((firing) => firing.rule.id)).toEqual([5, 3, 2, 4, 1, 0]);
});

it("only the memories that an event changes are returned", () => {
  const rules = [rule(target(25_000), { id: 1 }), rule(drop(), { id: 2 })].map((each) => ({
    rule: each,
    memories: [],
  }));
  expect(decideAlerts(rules, facts(event(26_000))).memories).toEqual([]);
  expect(decideAlerts(rules, facts(event(24_000))).memories).toEqual([
    { ruleId: 1, currency: "USD", memory: remembered(25_000) },
  ]);
});

it("a change matters to every rule", () => {
  for (const trigger of [drop(), target(1), { kind: "back_in_stock" }, { kind: "any_change" }] as const)
    expect(canAffect(rule(trigger), true)).toBe(true);
});

it("a rule that throws is set aside, and the others are evaluated", () => {
  const broken = { rule: rule(low(null), { id: 7 }), memories: [] };
  const known = facts(event(24_000), {
    past: () => {
      throw new RangeError("too long");
    },
  });
  const { firings, failures } = decideAlerts([broken, { rule: rule(target(25_000)), memories: [] }], known);
  expect(firings.map((firing) => firing.rule.id)).toEqual([1]);
  expect(failures).toMatchObject([{ ruleId: 7, error: { message: "too long" } }]);
});

it("a run without changes matters to level rules only", () => {
  const all = [
    target(1),
    low(7),
    drop(),
    worthKnowing(),
    { kind: "back_in_stock" },
    { kind: "any_change" },
  ] as const;
  expect(all.map((trigger) => canAffect(rule(trigger), false))).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
