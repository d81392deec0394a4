import { describe, expect, it } from "vitest";
import {
  checkGrowth,
  extractionLimits,
  type GrowthCase,
  type Measure,
  measureExtraction,
  measureGrowth,
  measureIdentifier,
  textLimits,
} from "./targets/growth.js";

const jsonLd = '<script type=application/ld+json>{"@type":"Product","name":"';

/** Pages whose extraction once took quadratic time. */
const pages: readonly (readonly [string, GrowthCase])[] = [
  ["nested elements", { before: "", unit: ["<div>", "é", "&"], after: "</script>" }],
  ["nested properties", { before: "", unit: ["<i itemprop=price>1", 'x="'], after: "-->" }],
  ["unclosed comments in JSON-LD", { before: jsonLd, unit: ["<div>", "/*"], after: "</script>" }],
  ["commas before unclosed comments in JSON-LD", { before: jsonLd, unit: [",/*"], after: '"}</script>' }],
  ["escaped quotes in unclosed JSON-LD", { before: jsonLd, unit: ['\\\\"'], after: "</script>" }],
  [
    "apostrophes in unclosed state",
    { before: "<script>window.__INITIAL_STATE__ = {", unit: ["\\\\'"], after: "</script>" },
  ],
  [
    "escaped quotes in state that is not JSON",
    { before: '<script>var meta = {"product":', unit: ['\\"', "<div class=price>"], after: "]}</script>" },
  ],
  ["a long word in state", { before: "<script>var meta = {price:", unit: ["a"], after: "}</script>" }],
  [
    "unclosed pushes to the data layer",
    { before: '<script>var meta = {"price":[', unit: ["dataLayer.push({"], after: "]}</script>" },
  ],
  ["semicolons after JSON-LD", { before: `${jsonLd}"}`, unit: [";"], after: "x</script>" }],
];

it.each(pages)("extracts a page with many %s in less than quadratic time", (_name, page) => {
  expect(() => checkGrowth(measureExtraction(page), extractionLimits)).not.toThrow();
});

it("reads a link with many slashes in less than quadratic time", () => {
  const link = { before: "https://shop.example/", unit: ["//"], after: ",a" };
  expect(() => checkGrowth(measureIdentifier(link), textLimits)).not.toThrow();
});

describe("the check of growth", () => {
  const limits = { maxSize: 64_000, minCost: 100, repeats: 1 };

  it.each<[string, Measure]>([
    ["quadratic", (size) => size ** 2],
    ["cubic", (size) => size ** 3],
  ])("rejects a %s cost", (_name, measure) => {
    expect(() => checkGrowth(measure, limits)).toThrow(/four times the size takes (16|64)\.0 times/);
  });

  it.each<[string, Measure]>([
    ["linear", (size) => size],
    ["linearithmic", (size) => size * Math.log2(size)],
    ["negligible", () => 1],
  ])("accepts a %s cost", (_name, measure) => {
    expect(() => checkGrowth(measure, limits)).not.toThrow();
  });

  it("measures again if the machine was busy during the first measurement", () => {
    let isBusy = true;
    const measure = (size: number) => {
      if (!isBusy || size <= 250) return size;
      isBusy = false;
      return size * 100;
    };
    expect(() => checkGrowth(measure, limits)).not.toThrow();
    expect(measureGrowth((size) => size, limits)).toBe(4);
  });
});
