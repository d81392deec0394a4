import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type TideLevels, tideShape, tideStand } from "../../../../src/shared/tide/geometry.js";

const kettle: TideLevels = {
  price: 50,
  low: 45,
  high: 95,
  usual: { low: 60, high: 70 },
  target: null,
  days: 400,
  isHighTide: false,
};

describe("the shape of the tide gauge", () => {
  it("the bed goes from low to high water, and the water to the price", () => {
    expect(tideShape(kettle)).toEqual({
      bed: { from: 0, to: 1 },
      water: 0.1,
      usual: { from: 0.3, to: 0.5 },
      flag: null,
    });
  });

  it("a target between low and high water stands at its place", () => {
    expect(tideShape({ ...kettle, target: 70 })).toMatchObject({ bed: { from: 0, to: 1 }, flag: 0.5 });
  });

  it("a target below low water stands at the left end, and the bed begins beside it", () => {
    const close = tideShape({ ...kettle, target: 44 });
    expect(close).toMatchObject({ flag: 0, bed: { from: 0.06, to: 1 } });
    const far = tideShape({ ...kettle, target: 1 });
    expect(far).toMatchObject({ flag: 0, bed: { from: 0.18, to: 1 } });
  });

  it("a target above high water stands at the right end, and the bed ends beside it", () => {
    expect(tideShape({ ...kettle, target: 96 })).toMatchObject({ flag: 1, bed: { from: 0, to: 0.94 } });
  });

  it("a price outside the marks moves them, as it is newer", () => {
    expect(tideShape({ ...kettle, price: 40 })).toMatchObject({ water: 0 });
    expect(tideShape({ ...kettle, price: 120 })).toMatchObject({ water: 1 });
  });

  it("there is no gauge for a single price, which has no range yet, in stock or out", () => {
    const flat = { price: 50, low: 50, high: 50, usual: { low: 50, high: 50 }, target: 60 };
    expect(tideShape(flat)).toBeNull();
    expect(tideShape({ ...flat, low: null, high: null })).toBeNull();
    expect(tideShape({ ...flat, price: null })).toBeNull();
  });

  it("there is no water while the product is out of stock", () => {
    expect(tideShape({ ...kettle, price: null })).toMatchObject({ water: null });
  });

  it("there is no gauge without a price, past or present", () => {
    expect(tideShape({ price: null, low: null, high: null, usual: null, target: 40 })).toBeNull();
  });

  it("every part lies within the gauge, whatever the prices", () => {
    const amount = fc.integer({ min: 1, max: 1_000_000 }).map((cents) => cents / 100);
    const maybe = fc.option(amount);
    const usual = fc.option(fc.tuple(amount, amount));
    fc.assert(
      fc.property(maybe, maybe, maybe, usual, maybe, (price, low, high, range, target) => {
        const middle = range && { low: Math.min(...range), high: Math.max(...range) };
        const shape = tideShape({ price, low, high, usual: middle, target });
        if (shape === null) return;
        const { bed, water, usual: shade, flag } = shape;
        const shares = [bed.from, bed.to, water, shade?.from, shade?.to, flag];
        for (const share of shares)
          if (share != null) expect(share).toSatisfy((part: number) => part >= 0 && part <= 1);
        expect(bed.to - bed.from).toBeGreaterThan(0.6);
        if (shade) expect(shade.to).toBeGreaterThanOrEqual(shade.from);
      }),
    );
  });
});

describe("how high the tide stands", () => {
  it.each([
    [45, "lowest"],
    [49, "nearLowest"],
    [55, "belowUsual"],
    [65, "usual"],
    [80, "aboveUsual"],
    [93, "nearHighest"],
    [95, "highest"],
    [30, "lowest"],
  ] as const)("a price of %d is %s", (price, stand) => {
    expect(tideStand({ ...kettle, price })).toBe(stand);
  });

  it("a price in the usual range is usual even if that is near the lowest or at the highest", () => {
    expect(tideStand({ ...kettle, price: 47, usual: { low: 45, high: 48 } })).toBe("usual");
    expect(tideStand({ ...kettle, price: 95, usual: { low: 60, high: 95 } })).toBe("usual");
  });

  it("a price above the usual range is not near the lowest, nor one below it near the highest", () => {
    expect(tideStand({ ...kettle, price: 48, usual: { low: 45, high: 46 } })).toBe("aboveUsual");
    expect(tideStand({ ...kettle, price: 92, usual: { low: 94, high: 95 } })).toBe("belowUsual");
  });

  it("without a usual range, a price is between its extremes", () => {
    expect(tideStand({ ...kettle, price: 70, usual: null })).toBe("between");
    expect(tideStand({ ...kettle, price: null })).toBeNull();
  });
});
