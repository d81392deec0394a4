import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Trigger } from "../../../../../src/main/engine/domain/alerts/rule.js";
import { DAY_MS } from "../../../../../src/shared/time.js";
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
const meets = ({ best }: Outcome) => best !== null && best <= targetMinor;

describe("alert rules under any prices", () => {
  it("a target rule fires when its target is first met, and again only after the price was above", () => {
    fc.assert(
      fc.property(rounds, (all) => {
        let isReported = false;
        for (const outcome of simulate(targetRule, all)) {
          expect(outcome.firings).toBe(Number(meets(outcome) && !isReported));
          isReported = !isAbove(outcome) && (isReported || outcome.firings > 0);
        }
      }),
      manyHistories,
    );
  });

  it("no rule fires twice in a round", () => {
    fc.assert(
      fc.property(rounds, triggers, (all, trigger) => {
        for (const { firings } of simulate(rule(trigger), all)) expect(firings).toBeLessThanOrEqual(1);
      }),
      manyHistories,
    );
  });

  it("each reported new low is lower than those reported before", () => {
    fc.assert(
      fc.property(rounds, (all) => {
        let lowest = 105;
        for (const { firings, best } of simulate(rule({ kind: "new_low", days: null }), all)) {
          if (firings === 0) continue;
          expect(best).toBeLessThan(lowest);
          lowest = best ?? 0;
        }
      }),
    );
  });

  it("a price-drop rule fires at most once a day, unless the price falls by another 5 %", () => {
    fc.assert(
      fc.property(rounds, (all) => {
        let last: Outcome | null = null;
        for (const outcome of simulate(calm, all)) {
          if (outcome.firings === 0) continue;
          if (last !== null && outcome.atMs - last.atMs < DAY_MS)
            expect(outcome.best).toBeLessThanOrEqual((last.best ?? 0) * 0.95);
          last = outcome;
        }
      }),
      manyHistories,
    );
  });

  it("a price-drop rule reports each fall of the best price that is worth knowing, and nothing else", () => {
    fc.assert(
      fc.property(rounds, (all) => {
        let lowest = 105;
        let last: Outcome | null = null;
        const seen: { readonly untilMs: number; readonly best: number }[] = [{ untilMs: 0, best: 105 }];
        for (const outcome of simulate(calm, all)) {
          const { before, best, atMs, firings } = outcome;
          // A price is in force until the round that ends it.
          seen.push({ untilMs: atMs, best: before ?? 0 });
          const highest = Math.max(
            ...seen.filter(({ untilMs }) => untilMs > atMs - 30 * DAY_MS).map((each) => each.best),
          );
          const isRecent = last !== null && atMs - last.atMs < 30 * DAY_MS;
          const reference = isRecent ? (last?.best ?? 0) : highest;
          const isSameDay = last !== null && atMs - last.atMs < DAY_MS;
          const isWorth =
            best !== null &&
            (isSameDay
              ? best <= (last?.best ?? 0) * 0.95
              : best <= reference * 0.95 || best <= Math.min(lowest * 0.99, lowest - 1));
          expect(firings).toBe(best !== null && before !== null && best < before && isWorth ? 1 : 0);
          if (firings > 0) last = outcome;
          if (best !== null) lowest = Math.min(lowest, best);
        }
      }),
      manyHistories,
    );
  });
});
