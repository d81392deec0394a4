import { describe, expect, it } from "vitest";
import {
  collectLinks,
  parseAmount,
  parseDay,
  parseInstant,
  parsePageUrl,
} from "../../../../src/main/engine/cli/arguments.js";
import { maxPrice } from "../../../../src/shared/app/limits.js";

it.each([
  ["2026-11-21T09:00:00Z", "2026-11-21T09:00:00.000Z"],
  ["2026-11-21T09:00:00.250+02:00", "2026-11-21T07:00:00.250Z"],
  ["2026-11-21", "2026-11-21T00:00:00.000Z"],
  ["2024-02-29T00:00Z", "2024-02-29T00:00:00.000Z"],
])("the time argument %s is parsed as %s", (text, iso) => {
  expect(new Date(parseInstant(text)).toISOString()).toBe(iso);
});

it.each(["", "5", "noon", "2026-02-29T00:00:00Z", "2026-13-01", "21.11.2026", "2026-11-21T25:00:00Z"])(
  "the time argument %j is rejected",
  (text) => {
    expect(() => parseInstant(text)).toThrow("A time must look like");
  },
);

it("a date argument is parsed as midnight in UTC", () => {
  expect(parseDay("2026-11-21")).toBe(Date.UTC(2026, 10, 21));
});

it.each(["", "2026-2-1", "2026-02-31", "2026-11-21T00:00:00Z", "today"])(
  "the date argument %j is rejected",
  (text) => {
    expect(() => parseDay(text)).toThrow("A date must look like");
  },
);

describe("parsePageUrl", () => {
  it.each([
    ["HTTP://shop.example/a b", "HTTP://shop.example/a b"],
    ["shop.example/p/1", "https://shop.example/p/1"],
  ])("reads %s", (text, url) => {
    expect(parsePageUrl(text)).toBe(url);
  });

  it.each(["", "lamp", "ftp://shop.example/p", "https://"])("refuses '%s'", (text) => {
    expect(() => parsePageUrl(text)).toThrow("not an http(s) URL");
  });
});

it("links may lack their scheme, and other texts stay as they are", () => {
  const given = ["shop.example/p/1", "-", "http://shop.example/P", "lamp"];
  const links = given.reduce<string[]>((all, text) => collectLinks(text, all), []);
  expect(links).toEqual(["https://shop.example/p/1", "-", "http://shop.example/P", "lamp"]);
});

describe("parseAmount", () => {
  it.each([
    ["45", 45],
    ["49.9", 49.9],
    ["0.01", 0.01],
    ["1,50", 1.5],
    ["1.299,00", 1299],
    ["1000000000000", maxPrice],
  ])("reads %s", (text, amount) => {
    expect(parseAmount(text)).toBe(amount);
  });

  it.each(["", "abc", "0", "0.00", "-5", "0.234", "1e3", "$45", " 45", "Infinity", "1000000000001"])(
    "refuses '%s'",
    (text) => {
      expect(() => parseAmount(text)).toThrow("An amount must be a number above 0");
    },
  );

  it.each(["1,234", "1.234"])("asks which amount '%s' is", (text) => {
    expect(() => parseAmount(text)).toThrow("Is this 1234 or 1.23? Enter one of them.");
  });
});
