import { describe, expect, it } from "vitest";
import { packSizes } from "../../../../../src/renderer/features/product/terms.js";
import type { PackSize } from "../../../../../src/shared/app/pack-size.js";

const grams = (amount: number): PackSize => ({ amount, unit: "g" });

function pageOf(id: string, size: PackSize | null) {
  return {
    offer_id: id,
    url: `https://${id}.example/`,
    terms: size === null ? {} : { size },
    listing: null,
    has_price: true,
    held_price: null,
    is_corrected: false,
    conditions: [],
    counted: [],
    list_price_check: null,
  };
}

function sizes(onPages: Readonly<Record<string, PackSize | null>>, size: PackSize | null, byHand: boolean) {
  const pages = Object.entries(onPages).map(([id, own]) => pageOf(id, own));
  const { areSizesMixed, sizeOf } = packSizes({ pages, size, is_size_by_hand: byHand });
  return { areSizesMixed, sizes: Object.keys(onPages).map((id) => sizeOf({ id })) };
}

describe("the size of each offer's pack", () => {
  it("is the page's own where the pages sell different ones, whatever the shopper entered", () => {
    expect(sizes({ north: grams(200), south: grams(1_000), west: null }, grams(200), true)).toEqual({
      areSizesMixed: true,
      sizes: [grams(200), grams(1_000), grams(200)],
    });
  });

  it("is compared in the unit of one pack where the pages sell different ones", () => {
    const pages = [pageOf("north", grams(250)), pageOf("south", grams(1_000))];
    expect(packSizes({ pages, size: null, is_size_by_hand: false }).usualSize).toEqual(grams(250));
    expect(packSizes({ pages, size: grams(500), is_size_by_hand: true }).usualSize).toEqual(grams(500));
  });

  it("is the entered one where the pages agree, which it corrects", () => {
    expect(sizes({ north: grams(500), south: grams(500), west: null }, grams(1_000), true)).toEqual({
      areSizesMixed: false,
      sizes: [grams(1_000), grams(1_000), grams(1_000)],
    });
  });

  it("is the entered one where a page says about the same, or measures otherwise", () => {
    const onPages = { north: grams(500), south: { amount: 12, unit: "piece" } as const };
    expect(sizes(onPages, grams(480), true)).toEqual({
      areSizesMixed: false,
      sizes: [grams(480), grams(480)],
    });
  });

  it("is the entered one on the only page, which it corrects", () => {
    expect(sizes({ north: grams(500) }, grams(250), true)).toEqual({
      areSizesMixed: false,
      sizes: [grams(250)],
    });
  });

  it("is the other pages' where a page states none", () => {
    expect(sizes({ north: null, south: grams(510) }, grams(500), false)).toEqual({
      areSizesMixed: false,
      sizes: [grams(500), grams(510)],
    });
  });

  it("is unknown where only pages of different sizes state theirs", () => {
    expect(sizes({ north: null, south: grams(200), west: grams(1_000) }, null, false)).toEqual({
      areSizesMixed: true,
      sizes: [null, grams(200), grams(1_000)],
    });
  });
});
