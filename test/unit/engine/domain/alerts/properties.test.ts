import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Trigger } from "../../../../../src/main/engine/domain/alerts/rule.js";
import { drop, rule, target } from "./facts.js";
import { hours, type Outcome, simulate } from "./market.js";

const targetMinor = 100;
const targetRule = rule(target(targetMinor));
const meets = ({ bestMinor }: Outcome) => bestMinor !== null && bestMinor <= targetMinor;
const isReported = ({ hour }: Outcome) => !hour.areEventsLost && !hour.isSnoozed;

const triggers = fc.constantFrom<Trigger>(
  target(targetMinor),
  drop(),
  drop(5),
  { kind: "percent_below", base: "median30", percent: 5 },
  { kind: "percent_below", base: "highest", percent: 10 },
  { kind: "new_low", days: null },
  { kind: "new_low", days: 1 },
  { kind: "back_in_stock" },
  { kind: "any_change" },
);

describe("alert rules under any prices and lost events", () => {
  it("a target rule fires only while its target is met, and only once until the target is left", () => {
    fc.assert(
      fc.property(hours, (all) => {
        let hasFired = false;
        for (const outcome of simulate(targetRule, all)) {
          if (!meets(outcome)) hasFired = false;
          if (outcome.firings === 0) continue;
          expect(meets(outcome)).toBe(true);
          expect(hasFired).toBe(false);
          expect(outcome.firings).toBe(1);
          hasFired = true;
        }
      }),
    );
  });

  it("a target rule fires as soon as an event reports a met target, also after the target was left", () => {
    fc.assert(
      fc.property(hours, (all) => {
        let hasFired = false;
        for (const outcome of simulate(targetRule, all)) {
          hasFired = (hasFired && meets(outcome)) || outcome.firings > 0;
          if (meets(outcome) && isReported(outcome)) expect(hasFired).toBe(true);
        }
      }),
    );
  });

  it("no rule fires while the product is snoozed", () => {
    fc.assert(
      fc.property(hours, triggers, (all, trigger) => {
        for (const { hour, firings } of simulate(rule(trigger), all))
          if (hour.isSnoozed) expect(firings).toBe(0);
      }),
    );
  });

  it("no rule fires twice for the events of one hour", () => {
    fc.assert(
      fc.property(hours, triggers, (all, trigger) => {
        // A delayed alert would come in addition.
        const awake = all.map((hour) => ({ ...hour, isSnoozed: false }));
        for (const { firings } of simulate(rule(trigger), awake)) expect(firings).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("each reported new low is lower than those reported before", () => {
    fc.assert(
      fc.property(hours, (all) => {
        let lowest = 105;
        for (const { firings, bestMinor } of simulate(rule({ kind: "new_low", days: null }), all)) {
          if (firings === 0) continue;
          expect(bestMinor).toBeLessThan(lowest);
          lowest = bestMinor ?? 0;
        }
      }),
    );
  });
});
