import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Trigger } from "../../../../../src/main/engine/domain/alerts/rule.js";
import { hasSameValue, type PricePoint } from "../../../../../src/main/engine/domain/price-point.js";
import { priceRange } from "../../../../../src/main/engine/domain/price-range.js";
import { productStatistics } from "../../../../../src/main/engine/domain/statistics.js";
import { clipSpans } from "../../../../../src/main/engine/domain/step-series.js";
import { pastPrices, priceVerdict } from "../../../../../src/main/engine/domain/verdict.js";
import type { VerdictFact } from "../../../../../src/shared/app/statistics.js";
import { DAY_MS } from "../../../../../src/shared/time.js";
import { historyOf } from "../points.js";
import { drop, rule, target, worthKnowing } from "./facts.js";
import { type Outcome, rounds, simulate } from "./market.js";

const targetMinor = 100;
const targetRule = rule(target(targetMinor));
const calm = rule(worthKnowing());
const manyHistories = { numRuns: 10_000 };

const triggers = fc.constantFrom<Trigger>(
  target(targetMinor),
  worthKnowing(),
  drop(),
  drop(5),
  { kind: "percent_below", base: "median30", percent: 5 },
  { kind: "percent_below", base: "highest", percent: 10 },
  { kind: "new_low", days: null },
  { kind: "new_low", days: 1 },
  { kind: "back_in_stock" },
  { kind: "any_change" },
);

const isAbove = ({ best }: Outcome) => best !== null && best > targetMinor;
const isInStock = ({ availability }: PricePoint) => availability !== 2;
/** Each shop's price before the round and after it. */
const shops = ({ points }: Outcome) =>
  points.map((series) => ({ before: series.at(-2)!, after: series.at(-1)! }));
const meets = ({ best }: Outcome) => best !== null && best <= targetMinor;

describe("alert rules under any prices", () => {
  it("a target rule fires when its target is first met, and again only after the price was above", () => {
    fc.assert(
      fc.property(rounds, (all) => {
        let isReported = false;
        for (const outcome of simulate([targetRule], all)) {
          expect(outcome.firings.length).toBe(Number(meets(outcome) && !isReported));
          isReported = !isAbove(outcome) && (isReported || outcome.firings.length > 0);
        }
      }),
      manyHistories,
    );
  });

  it.each<[string, Trigger, (outcome: Outcome, earlier: readonly Outcome[]) => boolean]>([
    [
      "new-low rule reports each price below all before it",
      { kind: "new_low", days: null },
      ({ best }, earlier) =>
        best !== null && earlier.every((each) => best < (each.best ?? 105)) && best < 105,
    ],
    [
      "drop rule reports each lower price of a shop that has it in stock",
      drop(),
      (outcome) =>
        shops(outcome).some(({ before, after }) => isInStock(after) && after.priceMinor < before.priceMinor),
    ],
    [
      "stock rule reports each return",
      { kind: "back_in_stock" },
      (outcome) => shops(outcome).some(({ before, after }) => !isInStock(before) && isInStock(after)),
    ],
    [
      "any-change rule reports each other price or stock",
      { kind: "any_change" },
      (outcome) => shops(outcome).some(({ before, after }) => !hasSameValue(before, after)),
    ],
  ])("a %s, and nothing else", (_what, trigger, isWanted) => {
    fc.assert(
      fc.property(rounds, (all) => {
        const outcomes = simulate([rule(trigger)], all);
        outcomes.forEach((outcome, i) => {
          expect(outcome.firings.length).toBe(Number(isWanted(outcome, outcomes.slice(0, i))));
        });
      }),
    );
  });

  it("a price-drop rule reports each fall of the best price that is worth knowing, and nothing else", () => {
    fc.assert(
      fc.property(rounds, (all) => {
        const outcomes = simulate([calm], all);
        outcomes.forEach((outcome, i) => {
          expect(outcome.firings.length).toBe(Number(isWorthKnowing(outcome, outcomes.slice(0, i))));
        });
      }),
      manyHistories,
    );
  });
});

/** The verdict on the best price at the end of a round. */
function verdictOf({ points, best, atMs }: Outcome, targets: readonly number[]) {
  const history = historyOf(
    points.map((series, id) => ({ id, points: series })),
    atMs + 1,
  );
  const stats = productStatistics(history);
  const yearSpans = clipSpans(history.spans, history.presentMs - 365 * DAY_MS, history.presentMs);
  const past = pastPrices(stats, priceRange(yearSpans, stats.daysOfHistory));
  const price = { priceMinor: best, bestMinor: best, targets };
  return priceVerdict(past, price, { yearSpans, currency: "USD" });
}

describe("the sentence of an alert", () => {
  const anyRules = fc.uniqueArray(triggers, { minLength: 1, maxLength: 5 });
  const anyHistory = fc.tuple(rounds, anyRules, fc.constantFrom(1, 13, 14, 90, 400));

  it("contradicts neither the verdict of the same moment nor the best price before, and no rule fires twice in a round", {
    timeout: 300_000,
  }, () => {
    fc.assert(
      fc.property(anyHistory, ([all, chosen, historyDays]) => {
        const rules = chosen.map((trigger, i) => ({ ...rule(trigger), id: i + 1 }));
        const targets = chosen.flatMap((trigger) => (trigger.kind === "target" ? [trigger.priceMinor] : []));
        for (const outcome of simulate(rules, all, historyDays)) {
          expect(new Set(outcome.firings).size).toBe(outcome.firings.length);
          expectNoContradiction(outcome, targets);
        }
      }),
      manyHistories,
    );
  });
});

function expectNoContradiction(outcome: Outcome, targets: readonly number[]): void {
  const { alert, best, before } = outcome;
  // An alert about a dearer shop names the cheaper one; the verdict is about the best price.
  if (alert?.clauses == null || best === null || alert.data.price?.current !== best / 100) return;
  const { kind, facts } = verdictOf(outcome, targets);
  const said = new Map(alert.clauses.clauses.map((clause) => [clause.kind, clause]));
  if (said.has("target")) expect(kind).toBe("target");
  if (targets.some((target) => best <= target)) expect(kind).toBe("target");
  if (said.has("lowest_ever") || said.has("lowest_so_far")) {
    expect(["great", "good", "target", "thin"]).toContain(kind);
    const isHigher = (fact: VerdictFact) => /^(lowest_was|dearer_than|not_dearer)$/.test(fact.kind);
    expect(facts.filter(isHigher)).toEqual([]);
  }
  const under = said.get("under_median30");
  // The monthly one comes first.
  const median = facts.find((fact) => fact.kind === "against_median");
  if (under?.kind === "under_median30" && median !== undefined) expect(median.percent).toBe(under.percent);
  const was = said.get("was");
  // What a shop asked while all were sold out was no best price.
  if (was?.kind !== "was" || before === null) return;
  expect(was.price).toBe(before / 100);
  expect(kind).not.toBe("steady");
}

/** The best prices before a round, with the time until which each was in force. */
function pricesBefore({ before, atMs }: Outcome, earlier: readonly Outcome[]) {
  const ended = earlier.map((each) => ({ untilMs: each.atMs, price: each.before }));
  return [...ended, { untilMs: atMs, price: before }].flatMap(({ untilMs, price }) =>
    price === null ? [] : [{ untilMs, price }],
  );
}

function isWorthKnowing(outcome: Outcome, earlier: readonly Outcome[]): boolean {
  const { before, best, atMs } = outcome;
  if (before === null || best === null || best >= before) return false;
  const last = earlier.findLast(({ firings }) => firings.length > 0);
  const sinceMs = last === undefined ? Number.POSITIVE_INFINITY : atMs - last.atMs;
  const lastBest = last?.best ?? 0;
  if (sinceMs < DAY_MS) return best <= lastBest * 0.95;
  const past = pricesBefore(outcome, earlier);
  const lowest = Math.min(...past.map(({ price }) => price));
  const recent = past.filter(({ untilMs }) => untilMs > atMs - 30 * DAY_MS).map(({ price }) => price);
  const reference = sinceMs < 30 * DAY_MS ? lastBest : Math.max(...recent);
  return best <= lowest * 0.99 || best <= reference * 0.95;
}
