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
});
