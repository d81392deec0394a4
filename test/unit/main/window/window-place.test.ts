import { expect, test } from "vitest";
import { placeWindow } from "../../../../src/main/window/window-place.js";

const main = { x: 0, y: 0, width: 1_920, height: 1_080 };
const left = { x: -1_280, y: 0, width: 1_280, height: 1_024 };
const place = { x: 100, y: 80, width: 1_000, height: 700, isMaximized: false };

test("the first window is of a fixed size, wherever the system puts it", () => {
  expect(placeWindow(null, [main])).toEqual({ width: 1_200, height: 800 });
});

test("a window comes back where it was, on any display", () => {
  expect(placeWindow(place, [main])).toEqual({ x: 100, y: 80, width: 1_000, height: 700 });
  expect(placeWindow({ ...place, x: -1_200 }, [main, left])).toMatchObject({ x: -1_200 });
});

test.each([
  ["a display that is gone", { x: -1_200 }],
  ["the right edge", { x: 1_850 }],
  ["the bottom", { y: 1_060 }],
  ["the top", { y: -40 }],
])("a window that would be out of reach beyond %s is put in the middle", (_name, difference) => {
  expect(placeWindow({ ...place, ...difference }, [main])).toEqual({ width: 1_000, height: 700 });
});

test("a window is never larger than its display, nor smaller than it can be used", () => {
  const large = { ...place, width: 4_000, height: 3_000 };
  expect(placeWindow(large, [main])).toMatchObject({ width: 1_920, height: 1_080 });
  expect(placeWindow(large, [{ ...main, width: 640, height: 480 }])).toMatchObject({
    width: 800,
    height: 600,
  });
});
