import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { expect, type Locator, type Page } from "@playwright/test";
import type { Product } from "../../src/shared/contract/product.js";
import type { PushChannel, PushMessages, Theme } from "../../src/shared/ipc.js";
import { callEngine, watch } from "./call-engine.js";
import type { RunningApp } from "./electron.js";

const picturesFolder = join(process.cwd(), "test-results/pictures");

export const sizes = {
  "1600x1000": { width: 1_600, height: 1_000 },
  "1280x800": { width: 1_280, height: 800 },
  "800x600": { width: 800, height: 600 },
} as const;
export type SizeName = keyof typeof sizes;

/** For what follows within a frame or two, where Playwright would look again only after a tenth of a second. */
const soon = { intervals: [10] };

/** The content of a window that has just been opened. */
export const defaultSize = { width: 1_200, height: 800 } as const;

export function resize(tidemark: RunningApp, name: SizeName): Promise<void> {
  return resizeTo(tidemark, sizes[name]);
}

export async function resizeTo(
  { app, page }: Pick<RunningApp, "app" | "page">,
  size: { readonly width: number; readonly height: number },
): Promise<void> {
  await app.evaluate(({ BrowserWindow }, { width, height }) => {
    BrowserWindow.getAllWindows()[0]?.setContentSize(width, height);
  }, size);
  await expect
    .poll(() => page.evaluate(() => ({ width: window.innerWidth, height: window.innerHeight })), soon)
    .toEqual(size);
}

export async function setTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((value) => window.tidemark.invoke("settings:update", { theme: value }), theme);
  const isDark = () =>
    page.evaluate(() => {
      // A browser's own preference stays as it is.
      if (window.tidemark.platform === "web") return document.documentElement.dataset.theme === "dark";
      return window.matchMedia("(prefers-color-scheme: dark)").matches;
    });
  await expect.poll(isDark, soon).toBe(theme === "dark");
}

/** Waits until nothing on the page changes: no skeletons, no loading images, no animations. */
async function waitUntilStill(page: Page): Promise<void> {
  await expect(page.locator(".skeleton, .spin")).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });
  await waitForAnimations(page);
}

/** Waits for all animations to end, except those that repeat endlessly. */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const running = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.all(running.map(({ finished }) => finished.catch(() => undefined)));
  });
}

/** Journeys take pictures only on demand; the step `pictures` always does. */
const takesPictures = process.env.TIDEMARK_PICTURES === "1";

/**
 * Asserts that the page does not scroll sideways in the smallest window. If pictures are wanted, also takes screenshots
 * for review, in all sizes, in dark, and at 200% zoom: `<name>-<theme>-<size>.png`.
 */
export async function photograph(tidemark: RunningApp, name: string, isStill = true): Promise<void> {
  if (takesPictures) return takePictures(tidemark, name, isStill);
  const { width, height } = await tidemark.page.evaluate(() => ({
    width: window.innerWidth,
    height: window.innerHeight,
  }));
  await resize(tidemark, "800x600");
  await expectNoSidewaysScrolling(tidemark.page);
  await resizeTo(tidemark, { width, height });
}

/** If pictures are wanted, takes one of a page or a part of it: `<name>.png`. */
export async function screenshot(shown: Page | Locator, name: string): Promise<void> {
  if (takesPictures) await shown.screenshot({ path: join(picturesFolder, `${name}.png`) });
}

/** The layout does not depend on the theme. */
const picturedSizes = { light: Object.keys(sizes) as SizeName[], dark: ["1280x800"] } as const;

async function takePictures(tidemark: RunningApp, name: string, isStill: boolean): Promise<void> {
  // Otherwise an element under the pointer might look hovered.
  await tidemark.page.mouse.move(0, 0);
  for (const theme of ["light", "dark"] as const) {
    await setTheme(tidemark.page, theme);
    for (const size of picturedSizes[theme]) {
      await resize(tidemark, size);
      if (isStill) await waitUntilStill(tidemark.page);
      await expectNoSidewaysScrolling(tidemark.page);
      await screenshot(tidemark.page, `${name}-${theme}-${size}`);
    }
  }
  await photographZoomed(tidemark, `${name}-dark-zoom200`);
}

/** Asserts that neither the window nor the view in it is wider than its place, once a chart has followed its new width. */
export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const tooWide = (all: Element[]) =>
    all.filter((each) => each.scrollWidth > each.clientWidth).map(({ className }) => className);
  await expect.poll(() => page.locator("html, .app-view").evaluateAll(tooWide), soon).toEqual([]);
}

/** If pictures are wanted, takes screenshots in German for review, in both themes: `<name>-german-<theme>.png`. */
export async function photographInGerman(tidemark: RunningApp, name: string): Promise<void> {
  if (!takesPictures) return;
  const { page } = tidemark;
  await resize(tidemark, "1280x800");
  await page.evaluate(() => window.tidemark.invoke("settings:update", { language: "de" }));
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  for (const theme of ["light", "dark"] as const) {
    await setTheme(page, theme);
    await waitUntilStill(page);
    await screenshot(page, `${name}-german-${theme}`);
  }
}

/** Emulates a window of 1280 × 800 at 200% zoom, in which the page must not scroll sideways. */
export async function photographZoomed({ page }: RunningApp, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const viewport = { width: 640, height: 400, deviceScaleFactor: 2, mobile: false };
  await session.send("Emulation.setDeviceMetricsOverride", viewport);
  await expect.poll(() => page.evaluate(() => window.innerWidth), soon).toBe(viewport.width);
  await screenshot(page, name);
  await expectNoSidewaysScrolling(page);
  await session.send("Emulation.clearDeviceMetricsOverride");
  await session.detach();
}

const accessibilityTags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Asserts that axe finds no violation of WCAG 2.2 AA in light, and enough contrast in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const theme of ["light", "dark"] as const) {
    await setTheme(page, theme);
    // Elements that are still fading in have too little contrast.
    await waitForAnimations(page);
    // Outside legacy mode axe opens a blank page, which Electron does not support.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
    const { violations } = await (theme === "light"
      ? axe.withTags(accessibilityTags)
      : axe.withRules("color-contrast")
    ).analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => `${theme} ${id}: ${target.join(" ")}`),
    );
    expect(found).toEqual([]);
  }
}

/** Photographs the view, and asserts that it is accessible. */
export async function inspect(tidemark: RunningApp, name: string): Promise<void> {
  await photograph(tidemark, name);
  await expectAccessible(tidemark.page);
}

export function lookUpBox(page: Page) {
  return page.getByRole("combobox", { name: "Look up a product" });
}

export async function lookUp(page: Page, text: string): Promise<void> {
  await lookUpBox(page).fill(text);
  await lookUpBox(page).press("Enter");
}

export type Place = "Watch list" | "Search" | "Deals" | "Alerts" | "Settings";

/** Opens a page by its button in the sidebar, whose name may end in a count. */
export async function goTo(page: Page, place: Place): Promise<void> {
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("button", { name: new RegExp(`^${place}\\b`) })
    .click();
}

/** Changes how often the product on the page is checked. */
export async function checkHourly(page: Page, title: string): Promise<void> {
  await watch(
    page,
    (await findSampleProducts(page, title, 1)).map(({ service: productKey }) => productKey),
    "hourly",
  );
}

/** Sends a message to the window as if the main process had pushed it. */
export function pushToWindow<C extends PushChannel>(
  { app }: RunningApp,
  channel: C,
  message: PushMessages[C],
): Promise<void> {
  return app.evaluate(
    ({ BrowserWindow }, [name, content]) => {
      BrowserWindow.getAllWindows()[0]?.webContents.send(name, content);
    },
    [channel, message] as const,
  );
}

/** Finds products by words, most of them of the sample market. */
export async function findSampleProducts(page: Page, words: string, limit: number): Promise<Product[]> {
  return (await callEngine(page, "products.search", { q: words, limit })).data;
}

/** A product of the sample market that several shops sell. */
export async function findHeadphones(page: Page): Promise<Product> {
  const [product] = await findSampleProducts(page, "headphones", 1);
  if (!product) throw new Error("The sample has no headphones.");
  return product;
}

/** Replaces the system's file dialogs, which then select this file or, for null, are cancelled. */
export async function stubFileDialogs({ app }: RunningApp, path: string | null): Promise<void> {
  await app.evaluate(({ dialog }, file) => {
    const isCancelled = file === null;
    dialog.showSaveDialog = async () => ({ canceled: isCancelled, filePath: file ?? "" });
    dialog.showOpenDialog = async () => ({ canceled: isCancelled, filePaths: isCancelled ? [] : [file] });
  }, path);
}

/** Chooses in a select box, which is a button with a list. */
export async function select(container: Page | Locator, label: string, choice: string): Promise<void> {
  const box = container.getByRole("combobox", { name: label, exact: true });
  await box.click();
  await box.page().getByRole("option", { name: choice, exact: true }).click();
}

/** Replaces the system's save dialog for the next download. */
export async function saveNextDownloadTo({ app }: RunningApp, file: string): Promise<void> {
  await app.evaluate(({ session }, path) => {
    session.defaultSession.once("will-download", (_event, item) => item.setSavePath(path));
  }, file);
}

/** Records every text of the status line, which may be gone before a test can read it. */
export async function recordBanners(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { bannersSeen: seen });
    const look = () => {
      for (const status of document.querySelectorAll('[role="status"]')) seen.push(status.textContent ?? "");
    };
    new MutationObserver(look).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
  return () => page.evaluate(() => (window as unknown as { bannersSeen: string[] }).bannersSeen);
}
