import { writeFileSync } from "node:fs";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import type { EngineStatus } from "../../src/shared/ipc.js";
import {
  chooseTheme,
  engineReaches,
  expect,
  goTo,
  lookUp,
  photograph,
  type RunningApp,
  test,
} from "../support/electron.js";

/** WCAG 2.2 AA, as far as a program can tell. */
const accessibilityTags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

interface View {
  readonly name: string;
  readonly open: (page: Page) => Promise<void>;
}

const views: readonly View[] = [
  { name: "home", open: async (page) => heading(page, "Is it a good price?") },
  {
    name: "results",
    open: async (page) => {
      await lookUp(page, "headphones");
      await expect(firstProduct(page)).toBeVisible();
    },
  },
  {
    name: "product",
    open: async (page) => {
      await lookUp(page, "headphones");
      await firstProduct(page).getByRole("button").click();
      await heading(page, "Price history");
      await expect(page.locator("canvas")).toBeVisible();
    },
  },
  {
    name: "deals",
    open: async (page) => {
      await goTo(page, "Deals");
      await expect(page.locator("[data-row]").first()).toBeVisible();
    },
  },
  {
    name: "account",
    open: async (page) => {
      await goTo(page, "Account");
      await heading(page, "Account and usage");
    },
  },
  {
    name: "settings",
    open: async (page) => {
      await goTo(page, "Settings");
      await heading(page, "Settings");
    },
  },
  {
    name: "unknown-product",
    open: async (page) => {
      await lookUp(page, "https://shop.example/products/nobody-knows-this-one");
      await heading(page, "No product matches");
    },
  },
];

async function heading(page: Page, name: string): Promise<void> {
  await expect(page.getByRole("heading", { name, exact: true }).first()).toBeVisible();
}

function firstProduct(page: Page) {
  return page.getByRole("list", { name: "Products" }).getByRole("listitem").first();
}

async function expectAccessible(page: Page): Promise<void> {
  for (const theme of ["light", "dark"] as const) {
    await chooseTheme(page, theme);
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

async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
}

for (const { name, open } of views) {
  test(`the ${name} view: pictures, accessibility, width`, async ({ tidemark }) => {
    await open(tidemark.page);
    await photograph(tidemark, name);
    await expectNoSidewaysScrolling(tidemark.page);
    await expectAccessible(tidemark.page);
  });
}

/** Shows a status without making it true: one that lasts is hard to come by, and the window cannot tell. */
function pushStatus({ app }: RunningApp, status: EngineStatus): Promise<void> {
  return app.evaluate(({ BrowserWindow }, message) => {
    BrowserWindow.getAllWindows()[0]?.webContents.send("engine:status-changed", message);
  }, status);
}

test("the engine away: pictures, accessibility", async ({ tidemark }) => {
  await pushStatus(tidemark, { state: "away", attempt: 2 });
  await expect(tidemark.page.getByText("being started again")).toBeVisible();
  await photograph(tidemark, "engine-away", false);
  await expectAccessible(tidemark.page);
});

test("the engine stopped: pictures, accessibility", async ({ dataFolder, open }) => {
  writeFileSync(join(dataFolder, "tidemark.sqlite3"), "this is not a database ".repeat(500));
  const tidemark = await open();
  await engineReaches(tidemark.page, "stopped");
  await expect(tidemark.page.getByRole("alert")).toBeVisible();
  await photograph(tidemark, "engine-stopped");
  await expectAccessible(tidemark.page);
});
