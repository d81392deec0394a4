import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { chooseTheme, movementsEnd } from "./electron.js";

const accessibilityTags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Asserts that axe finds no violation of WCAG 2.2 AA, in light and dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const theme of ["light", "dark"] as const) {
    await chooseTheme(page, theme);
    // Elements that are still fading in have too little contrast.
    await movementsEnd(page);
    // Outside legacy mode axe opens a blank page, which Electron does not support.
    const { violations } = await new AxeBuilder({ page })
      .withTags(accessibilityTags)
      .setLegacyMode()
      .analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => `${theme} ${id}: ${target.join(" ")}`),
    );
    expect(found).toEqual([]);
  }
}
