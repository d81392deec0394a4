import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromMinor, isUnpriced, toMinor, unpriced } from "../../../../src/main/engine/domain/money.js";

/** A written amount with up to four decimals. */
const written = fc
  .tuple(
    fc.constantFrom("", "-"),
    fc.integer({ min: 0, max: 10_000_000_000 }),
    fc.stringMatching(/^\d{0,4}$/),
  )
  .map(([sign, whole, decimals]) => `${sign}${whole}${decimals === "" ? "" : `.${decimals}`}`);

/** Hundredths of a written amount, half away from zero, without floating point. */
function exactMinor(text: string): number {
  const sign = text.startsWith("-") ? -1 : 1;
  const [whole = "", decimals = ""] = text.replace("-", "").split(".");
  const tenThousandths = BigInt(whole + decimals.padEnd(4, "0"));
  const rounded = (tenThousandths + 50n) / 100n;
  return rounded === 0n ? 0 : sign * Number(rounded);
}

describe("amounts in minor units", () => {
  it("amounts in minor units are rounded on the digits as written, half away from zero", () => {
    fc.assert(
      fc.property(written, (text) => {
        expect(toMinor(Number(text))).toBe(exactMinor(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    [0.1, 10],
    [0.29, 29],
    [1.005, 101],
    [1.004_999, 100],
    [1.004_999_999_999_999_7, 100],
    [-1.005, -101],
    [8.575, 858],
    [0.004, 0],
    [-0.004, 0],
    [1e-7, 0],
    [1e21, 1e23],
    [5_000_000_000, 500_000_000_000],
    [10_000_000_000, 1_000_000_000_000],
    [1e12, 1e14],
  ])("%d is %d in minor units", (amount, minor) => {
    expect(toMinor(amount)).toBe(minor);
  });

  it("amounts in minor units survive the conversion to an amount and back", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e14, max: 1e14 }), (minor) => {
        expect(toMinor(fromMinor(minor))).toBe(minor);
      }),
    );
  });

  it("an offer without a price has no currency", () => {
    expect([unpriced, { currency: "USD" }].map(isUnpriced)).toEqual([true, false]);
  });
});
