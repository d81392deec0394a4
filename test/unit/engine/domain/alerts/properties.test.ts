import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Trigger } from "../../../../../src/main/engine/domain/alerts/rule.js";
import { drop, rule, target } from "./facts.js";
import { hours, live, type Outcome } from "./market.js";

const bar = 100;
const targetRule = rule(target(bar));
const meets = ({ bestMinor }: Outcome) => bestMinor !== null && bestMinor <= bar;
const isHeard = ({ hour }: Outcome) => !hour.areEventsLost && !hour.isSnoozed;

const triggers = fc.constantFrom<Trigger>(
  target(bar),
  drop(),
  drop(5),
  { kind: "percent_below", base: "median30", percent: 5 },
  { kind: "percent_below", base: "highest", percent: 10 },
  { kind: "new_low", days: null },
  { kind: "new_low", days: 1 },
  { kind: "back_in_stock" },
  { kind: "any_change" },
);

describe("whatever prices do, and whichever events are lost", () => {
  it("a target is told only while it is met, and never twice without having been left", () => {
    fc.assert(
      fc.property(hours, (all) => {
        let isTold = false;
        for (const outcome of live(targetRule, all)) {
          if (!meets(outcome)) isTold = false;
          if (outcome.firings === 0) continue;
          expect(meets(outcome)).toBe(true);
          expect(isTold).toBe(false);
          expect(outcome.firings).toBe(1);
          isTold = true;
        }
      }),
    );
  });

  it("a target that is met is told as soon as it can be heard of, also once it was left", () => {
    fc.assert(
      fc.property(hours, (all) => {
        let isTold = false;
        for (const outcome of live(targetRule, all)) {
          isTold = (isTold && meets(outcome)) || outcome.firings > 0;
          if (meets(outcome) && isHeard(outcome)) expect(isTold).toBe(true);
        }
      }),
    );
  });

  it("no rule fires while the product is snoozed", () => {
    fc.assert(
      fc.property(hours, triggers, (all, trigger) => {
        for (const { hour, firings } of live(rule(trigger), all)) if (hour.isSnoozed) expect(firings).toBe(0);
      }),
    );
  });

  it("no rule fires twice for what happened in one hour", () => {
    fc.assert(
      fc.property(hours, triggers, (all, trigger) => {
        // What was put off is told besides.
        const awake = all.map((hour) => ({ ...hour, isSnoozed: false }));
        for (const { firings } of live(rule(trigger), awake)) expect(firings).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("each new low that is told is lower than those that were told before", () => {
    fc.assert(
      fc.property(hours, (all) => {
        let lowest = 105;
        for (const { firings, bestMinor } of live(rule({ kind: "new_low", days: null }), all)) {
          if (firings === 0) continue;
          expect(bestMinor).toBeLessThan(lowest);
          lowest = bestMinor ?? 0;
        }
      }),
    );
  });
});
