import { expect, it } from "vitest";
import { choiceNames } from "../../../../../src/renderer/components/adding/questions.js";

const data = { words: null, spot: "data" } as const;

it("names each price by its variant, its words or its place", () => {
  expect(
    choiceNames([
      { variant: "Small", place: null },
      { variant: null, place: { words: "Rent Movie SD", spot: "below-name" } },
      { variant: null, place: { words: "One chair · Basic", spot: "below-name" } },
      { variant: null, place: { words: null, spot: "above-name" } },
    ]),
  ).toEqual(["Small", "“Rent Movie SD”", "One chair · Basic", "Above the product’s name"]);
});

it("tells the ends of a range apart", () => {
  const names = choiceNames([
    { variant: null, place: { ...data, end: "lowest" } },
    { variant: null, place: { ...data, end: "highest" } },
  ]);
  expect(names).toEqual([
    "Lowest price · Only in the page’s data, not shown",
    "Highest price · Only in the page’s data, not shown",
  ]);
});

it("numbers prices with equal names", () => {
  const place = { words: null, spot: "below-name" } as const;
  expect(
    choiceNames([
      { variant: null, place },
      { variant: "Large", place: null },
      { variant: null, place },
    ]),
  ).toEqual(["Below the product’s name · 1 of 2", "Large", "Below the product’s name · 2 of 2"]);
});
