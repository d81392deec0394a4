import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  hashText,
  pick,
  shuffled,
  unitFor,
  wholeBetween,
} from "../../../../../src/main/engine/sources/sample/random.js";

describe("stateless random numbers", () => {
  it("random numbers are pinned, because stored sample data must not change with an update", () => {
    expect([hashText("sample"), unitFor(1, 2, 3)]).toMatchInlineSnapshot(`
      [
        425071599,
        0.6917991177178919,
      ]
    `);
  });

  it("random numbers lie between 0 and 1 for any index", () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(200), fc.integer(), (key, salt, index) => {
        const unit = unitFor(key, salt, index);
        expect(unit).toBeGreaterThanOrEqual(0);
        expect(unit).toBeLessThan(1);
      }),
    );
  });

  it("random numbers are evenly distributed along the index", () => {
    const tenths = new Array<number>(10).fill(0);
    for (let index = -5_000; index < 5_000; index++) {
      const tenth = Math.floor(unitFor(hashText("an offer"), 3, index) * 10);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    for (const count of tenths) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  });

  it("random numbers include both ends of a range of whole numbers", () => {
    expect([wholeBetween(0, 2, 4), wholeBetween(0.999, 2, 4)]).toEqual([2, 4]);
  });

  it("a shuffled list has all its items", () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), fc.integer(), (list, key) => {
        expect(shuffled(list, key, 1).sort()).toEqual([...list].sort());
      }),
    );
  });

  it("nothing can be picked from an empty list", () => {
    expect(() => pick([], 0)).toThrow(RangeError);
  });
});
