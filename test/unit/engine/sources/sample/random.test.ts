import { describe, expect, it } from "vitest";
import { hashText, randomUnit } from "../../../../../src/main/engine/sources/sample/random.js";

describe("stateless randomness", () => {
  it("never changes its numbers, because loaded sample data depends on them", () => {
    expect([hashText("sample"), randomUnit(1, 2, 3)]).toMatchInlineSnapshot(`
      [
        425071599,
        0.6917991177178919,
      ]
    `);
  });

  it("is evenly distributed along the index", () => {
    const tenths = new Array<number>(10).fill(0);
    for (let index = -5_000; index < 5_000; index++) {
      const tenth = Math.floor(randomUnit(hashText("an offer"), 3, index) * 10);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    for (const count of tenths) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  });
});
