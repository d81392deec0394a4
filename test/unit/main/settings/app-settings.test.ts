import { expect, test } from "vitest";
import { defaultSettings, storedSettings } from "../../../../src/main/settings/app-settings.js";

const window = { x: 10, y: 20, width: 900, height: 700, isMaximized: false };

test("an empty file means the defaults", () => {
  expect(storedSettings.parse({})).toEqual(defaultSettings);
});

test("one bad value does not cost the others", () => {
  expect(storedSettings.parse({ theme: "mauve", window })).toEqual({ theme: "system", window });
  expect(storedSettings.parse({ theme: "dark", window: { x: "left" } })).toEqual({
    theme: "dark",
    window: null,
  });
});
