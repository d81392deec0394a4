import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { chooseTheme, movementsEnd } from "./electron.js";

const accessibilityTags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** No violation of the guidelines, light and dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const theme of ["light", "dark"] as const) {
    await chooseTheme(page, theme);
    // Half faded in, anything has too little contrast.
    await movementsEnd(page);
    // Legacy mode: Electron's context cannot open the blank page that the other one wants.
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
