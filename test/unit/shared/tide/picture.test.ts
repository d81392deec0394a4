import { expect, it } from "vitest";
import { type TideLevels, tideShape } from "../../../../src/shared/tide/geometry.js";
import { tidePicture } from "../../../../src/shared/tide/picture.js";

const colors = {
  bed: "seashell",
  water: "teal",
  usual: "silver",
  surface: "ivory",
  deep: "navy",
  flag: "tomato",
};

function picture(levels: Partial<TideLevels>): string {
  const shape = tideShape({
    price: 50,
    low: 45,
    high: 95,
    usual: { low: 60, high: 70 },
    target: 46,
    ...levels,
  });
  if (shape === null) throw new Error("There is nothing to draw.");
  return tidePicture(shape, 400, colors);
}

it("the picture of the gauge shows bed, water, usual range, flag and price in the given colors", () => {
  const svg = picture({});
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="400" height="56"/);
  for (const color of Object.values(colors)) expect(svg).toContain(`"${color}"`);
  expect(svg).not.toMatch(/NaN|undefined|Infinity/);
});

it("the picture of the gauge leaves out what is not known", () => {
  expect(picture({ target: null })).not.toContain("tomato");
  expect(picture({ usual: null })).not.toContain("silver");
  expect(picture({ price: null })).not.toContain("navy");
});

it("the ring stays within the picture at low and at high water", () => {
  const centers = [45, 95].map((price) =>
    Number(/cx="([\d.]+)"/.exec(picture({ price, target: null }))?.[1]),
  );
  expect(centers).toEqual([13, 387]);
});
