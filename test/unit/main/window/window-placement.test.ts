import { expect, test } from "vitest";
import { placeWindow } from "../../../../src/main/window/window-placement.js";

const main = { x: 0, y: 0, width: 1_920, height: 1_080 };
const left = { x: -1_280, y: 0, width: 1_280, height: 1_024 };
const place = { x: 100, y: 80, width: 1_000, height: 700, isMaximized: false };

test("the first window has a fixed size, and the system chooses its position", () => {
  expect(placeWindow(null, [main])).toEqual({ width: 1_200, height: 800 });
});

test("a window is restored to its old position on any display", () => {
  expect(placeWindow(place, [main])).toEqual({ x: 100, y: 80, width: 1_000, height: 700 });
  expect(placeWindow({ ...place, x: -1_200 }, [main, left])).toMatchObject({ x: -1_200 });
});

test.each([
  ["a disconnected display", { x: -1_200 }],
  ["the right edge", { x: 1_850 }],
  ["the bottom", { y: 1_060 }],
  ["the top", { y: -40 }],
])("a window that would be out of reach beyond %s is centered", (_name, difference) => {
  expect(placeWindow({ ...place, ...difference }, [main])).toEqual({ width: 1_000, height: 700 });
});

test("a window is never larger than its display or too small to use", () => {
  const large = { ...place, width: 4_000, height: 3_000 };
  expect(placeWindow(large, [main])).toMatchObject({ width: 1_920, height: 1_080 });
  expect(placeWindow(large, [{ ...main, width: 640, height: 480 }])).toMatchObject({
    width: 800,
    height: 600,
  });
});
