import { describe, expect, it } from "vitest";
import { growthOf, judgeGrowth } from "./judges/growth.js";
import { type GrowthCase, growthLimits, readingOf } from "./targets/growth.js";

const jsonLd = '<script type=application/ld+json>{"@type":"Product","name":"';

/** Pages that took sixteen times the work for four times the page. */
const shapes: readonly (readonly [string, GrowthCase])[] = [
  ["levels within levels", { before: "", unit: ["<div>", "é", "&"], after: "</script>" }],
  ["properties within properties", { before: "", unit: ["<i itemprop=price>1", 'x="'], after: "-->" }],
  ["comments that never end in data", { before: jsonLd, unit: ["<div>", "/*"], after: "</script>" }],
  ["commas before comments that never end", { before: jsonLd, unit: [",/*"], after: '"}</script>' }],
  ["escaped quotes in data that never ends", { before: jsonLd, unit: ['\\\\"'], after: "</script>" }],
  [
    "apostrophes in state that never ends",
    { before: "<script>window.__INITIAL_STATE__ = {", unit: ["\\\\'"], after: "</script>" },
  ],
  [
    "quotes behind backslashes in state that is no JSON",
    { before: '<script>var meta = {"product":', unit: ['\\"', "<div class=price>"], after: "]}</script>" },
  ],
  ["a word without end in state", { before: "<script>var meta = {price:", unit: ["a"], after: "}</script>" }],
  [
    "pushes for analytics that never end",
    { before: '<script>var meta = {"price":[', unit: ["dataLayer.push({"], after: "]}</script>" },
  ],
  ["semicolons behind data", { before: `${jsonLd}"}`, unit: [";"], after: "x</script>" }],
];

describe("a page of the same thing again and again", () => {
  it.each(shapes)("takes no square of the time to read: %s", (_name, shape) => {
    expect(() => judgeGrowth(readingOf(shape), growthLimits)).not.toThrow();
  });
});

describe("the judge of growth", () => {
  const limits = { largest: 64_000, leastWork: 100, tries: 1 };

  it.each<[string, (size: number) => number]>([
    ["a square", (size) => size ** 2],
    ["a cube", (size) => size ** 3],
  ])("does not let %s pass", (_name, work) => {
    expect(() => judgeGrowth(work, limits)).toThrow(/Four times as much takes (16|64)\.0 times/);
  });

  it.each<[string, (size: number) => number]>([
    ["work in proportion", (size) => size],
    ["sorting", (size) => size * Math.log2(size)],
    ["too little work to be measured", () => 1],
  ])("lets %s pass", (_name, work) => {
    expect(() => judgeGrowth(work, limits)).not.toThrow();
  });

  it("asks again where the machine was busy for once", () => {
    let isBusy = true;
    const work = (size: number) => {
      const busy = isBusy && size > 250;
      if (busy) isBusy = false;
      return busy ? size * 100 : size;
    };
    expect(() => judgeGrowth(work, limits)).not.toThrow();
    expect(growthOf((size) => size, limits)).toBe(4);
  });
});
