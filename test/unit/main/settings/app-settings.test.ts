import { expect, test } from "vitest";
import { defaultSettings, storedSettings } from "../../../../src/main/settings/app-settings.js";

const window = { x: 10, y: 20, width: 900, height: 700, isMaximized: false };

test("an empty settings file yields the defaults", () => {
  expect(storedSettings.parse({})).toEqual(defaultSettings);
});

test("an invalid setting does not affect the others", () => {
  expect(storedSettings.parse({ theme: "mauve", window })).toEqual({ ...defaultSettings, window });
  expect(
    storedSettings.parse({ theme: "dark", window: { x: "left" }, quietHours: { from: "25:00", to: "7" } }),
  ).toEqual({ ...defaultSettings, theme: "dark" });
});
