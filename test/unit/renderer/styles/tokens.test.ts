import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pickStyles } from "../../../../src/main/shop-pages/pick-script.js";
import { tideColors } from "../../../../src/shared/tide/picture.js";

const css = readFileSync("src/shared/styles/tokens.css", "utf8");
const themes = ["light", "dark"] as const;
type Theme = (typeof themes)[number];

/** `--text: light-dark(#10191a, #e9efef)` → both colours by the token's name. */
const pairs = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)/g)].map(
    ([, name = "", light = "", dark = ""]) => [name, { light, dark }],
  ),
);

function colour(name: string, theme: Theme): string {
  const pair = pairs.get(name);
  if (!pair) throw new Error(`There is no colour --${name}.`);
  return pair[theme];
}

/** Relative luminance of WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ["bg", "surface", "inset", "hover", "selected", "picked"];
const words = ["text", "text-2", "text-3"];

/** Ink and the grounds it is written on. */
const readable: readonly (readonly [string, readonly string[]])[] = [
  ...words.map((word) => [word, grounds] as const),
  ["accent", ["bg", "surface", "accent-soft", "hover", "picked"]],
  ["flag", ["bg", "surface", "hover", "picked"]],
  ["on-deep", ["deep", "deep-hover"]],
  ["on-accent", ["accent"]],
  ["good", ["bg", "surface", "good-soft", "hover", "picked"]],
  ["high", ["bg", "surface", "high-soft", "hover", "picked"]],
  ["warn", ["bg", "surface", "warn-soft", "hover", "picked"]],
  ["bad", ["bg", "surface", "bad-soft", "hover", "picked"]],
];

/** Lines and marks that have to be made out: 3:1. */
const visible: readonly (readonly [string, readonly string[]])[] = [
  ["control-border", ["bg", "surface"]],
  ["high", ["bed", "surface", "hover", "picked"]],
  ["water", ["bed", "surface", "hover", "picked"]],
  ["usual-edge", ["surface", "hover", "picked"]],
  ["flag", ["bed", "surface"]],
  ["deep", ["bed", "surface"]],
  ["focus", ["bg", "surface", "inset", "hover", "picked"]],
  ...Array.from({ length: 8 }, (_, index) => [`series-${index + 1}`, ["surface"]] as const),
];

describe.each(themes)("the %s theme", (theme) => {
  it.each(readable)("writes %s readably on %j", (ink, on) => {
    for (const ground of on)
      expect([ground, contrast(colour(ink, theme), colour(ground, theme))]).toEqual([
        ground,
        expect.toSatisfy((ratio: number) => ratio >= 4.5),
      ]);
  });

  it.each(visible)("lets %s be made out on %j", (line, on) => {
    for (const ground of on)
      expect([ground, contrast(colour(line, theme), colour(ground, theme))]).toEqual([
        ground,
        expect.toSatisfy((ratio: number) => ratio >= 3),
      ]);
  });
});

it.each(themes)("the picture of the gauge has the colors of the %s theme", (theme) => {
  const drawn = tideColors[theme];
  for (const name of ["bed", "water", "surface", "deep", "flag", "high"] as const)
    expect([name, drawn[name]]).toEqual([name, colour(name, theme)]);
  expect(css).toContain(drawn.usual);
});

/** Every style sheet of the window and of the extension's popup but the tokens, by its path. */
function styleSheets(): [string, string][] {
  return ["src/renderer", "src/extension"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".css"))
      .map((path): [string, string] => [path, readFileSync(join(folder, path), "utf8")]),
  );
}

it("names everything that the style sheets ask for", () => {
  const sheets = styleSheets();
  const named = new Set(
    [css, ...sheets.map(([, text]) => text)].flatMap((text) =>
      [...text.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name),
    ),
  );
  const asked = sheets.flatMap(([path, text]) =>
    [...text.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => [path, name] as const),
  );
  // Radix tells the size of what a menu hangs on.
  const foreign = asked.filter(([, name]) => !named.has(name ?? "") && !name?.startsWith("--radix-"));
  expect(foreign).toEqual([]);
});

it("keeps every colour in the tokens", () => {
  const isException = (path: string) => path === "components/product-image.css";
  const coloured = styleSheets().filter(
    ([path, text]) => !isException(path) && /#[\da-f]{3,8}\b|rgba?\(/i.test(text),
  );
  expect(coloured.map(([path]) => path)).toEqual([]);
});

it("moves nothing for readers who ask for less motion", () => {
  // Neither moves anything: one delays clicks, the other shows what takes long.
  const still = ["arm 400ms", "appear 0s 1.2s both"];
  const moving = styleSheets().flatMap(([path, text]) =>
    [
      ...text
        .replace(/@media \(prefers-reduced-motion: no-preference\) \{[\s\S]*?\n\}/g, "")
        .matchAll(/\n\s*(?:animation|transition): (.+);/g),
    ].flatMap(([, value = ""]) =>
      /var\(--(?:quick|calm)\)/.test(value) || still.includes(value) ? [] : [`${path}: ${value}`],
    ),
  );
  expect(moving).toEqual([]);
});

it("the bar in shop pages has the window's colours and shadow", () => {
  const used = [...pickStyles.matchAll(/light-dark\(.+?\)(?=;)/g)].map(([value]) => value);
  expect(used.length).toBeGreaterThan(5);
  expect(used.filter((value) => !css.includes(value))).toEqual([]);
});
