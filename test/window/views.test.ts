import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { DAY_MS } from "../../src/shared/time.js";
import { callEngine, watch } from "../support/call-engine.js";
import { importKettle, kettle } from "../support/command-line.js";
import { expect, type RunningApp, test, waitForEngine } from "../support/electron.js";
import { fillInbox } from "../support/models/inbox.js";
import type { Ui } from "../support/models/ui.js";
import {
  expectAccessible,
  findHeadphones,
  findSampleProducts,
  goTo,
  inspect,
  lookUp,
  pushToWindow,
  screenshot,
} from "../support/window.js";

type OpenView = RunningApp & { readonly ui: Ui };

interface View {
  readonly name: string;
  readonly open: (tidemark: OpenView) => Promise<void>;
  readonly changesData?: boolean;
}

const views: readonly View[] = [
  {
    name: "first-start",
    changesData: true,
    open: async ({ page }) => {
      await callEngine(page, "sample.remove", {});
      await page.reload();
      await heading(page, "Nothing is watched yet");
    },
  },
  {
    name: "search",
    open: async ({ page }) => {
      await goTo(page, "Search");
      await heading(page, "Is it a good price?");
    },
  },
  {
    name: "results",
    open: async ({ page }) => {
      await lookUp(page, "headphones");
      await expect(firstProduct(page)).toBeVisible();
    },
  },
  {
    name: "product",
    open: async ({ page, ui }) => {
      await ui.product.openFirst("headphones");
      await heading(page, "Price history");
      await expect(page.locator("canvas")).toBeVisible();
    },
  },
  {
    name: "deals",
    open: async ({ page }) => {
      await goTo(page, "Deals");
      await page.locator("[data-row]").first().click();
    },
  },
  {
    name: "watched",
    changesData: true,
    open: async ({ page, ui }) => {
      const products = await findSampleProducts(page, "headphones", 9);
      const ids = products.map(({ service: productKey }) => productKey);
      await watch(page, ids.slice(0, 4), "hourly");
      await watch(page, ids.slice(4), "weekly");
      await ui.watchList.open();
      await expect(page.getByRole("row")).toHaveCount(10);
      await page
        .getByRole("checkbox", { name: /^Select / })
        .nth(2)
        .check();
    },
  },
  {
    name: "product-rules",
    changesData: true,
    open: async ({ page }) => {
      const productKey = await setRules(page);
      await lookUp(page, productKey);
      await heading(page, "Price history");
      await expect(page.locator("canvas")).toBeVisible();
      await expect(page.getByText("this product is not watched")).toBeVisible();
      await page.locator("canvas").scrollIntoViewIfNeeded();
    },
  },
  {
    name: "rule-dialog",
    open: async ({ page, ui }) => {
      await ui.product.openFirst("headphones");
      await heading(page, "Price history");
      await ui.rule.open();
      await expect(ui.rule.form.getByText(/^Best price now/)).toBeVisible();
    },
  },
  {
    name: "alerts-rules",
    changesData: true,
    open: async ({ page, ui }) => {
      await setRules(page);
      await ui.inbox.openRules();
      await expect(page.getByRole("list", { name: "Snoozed products" })).toBeVisible();
    },
  },
  {
    name: "alerts-empty",
    open: async ({ page, ui }) => {
      await ui.inbox.open();
      await heading(page, "No alerts yet");
    },
  },
  {
    name: "alerts",
    changesData: true,
    open: async (tidemark) => {
      await fillInbox(tidemark, await findSampleProducts(tidemark.page, "headphones", 4));
      await tidemark.ui.inbox.open();
      await expect(tidemark.page.getByText("Back in stock")).toBeVisible();
    },
  },
  {
    name: "add-many",
    open: async ({ page, ui }) => {
      await fillAddMany(page, ui);
      await expect(page.getByText("26 lines")).toBeVisible();
    },
  },
  {
    name: "added-many",
    changesData: true,
    open: async ({ page, ui }) => {
      await fillAddMany(page, ui);
      await page.getByRole("button", { name: "Add and watch 26" }).click();
      await expect(page.getByText("24 of 26 watched.")).toBeVisible();
      await expect(page.getByText("Tidemark does not know the product yet")).toBeVisible();
    },
  },
  {
    name: "settings-for-programs",
    changesData: true,
    open: async ({ page, ui }) => {
      await addWebhook(page);
      await ui.settings.open("For programs");
      await heading(page, "Credits this period");
      const { webhooks } = ui.settings;
      await webhooks.getByRole("button", { name: /^Test https:..127.0.0.1:9/ }).click();
      await expect(webhooks.getByText(/was not delivered/)).toBeVisible();
      await webhooks.scrollIntoViewIfNeeded();
    },
  },
  {
    name: "deliveries",
    changesData: true,
    open: async ({ page, ui, dataFolder }) => {
      await dropPrice(page, dataFolder);
      await ui.settings.open("For programs");
      await page.getByRole("button", { name: /^Deliveries https:..127.0.0.1:9/ }).click();
      await expect(page.getByRole("dialog").getByText("Attempt 1")).toBeVisible({ timeout: 45_000 });
    },
  },
  ...(["General", "Notifications", "Shops", "Browser", "Data", "About"] as const).map((part) => ({
    name: `settings-${part.toLowerCase()}`,
    open: async ({ ui }: OpenView) => ui.settings.open(part),
  })),
  {
    name: "unknown-product",
    open: async ({ page }) => {
      await lookUp(page, "B0ABCDEFGH");
      await heading(page, "No product found for “B0ABCDEFGH”");
    },
  },
];

async function heading(page: Page, name: string): Promise<void> {
  await expect(page.getByRole("heading", { name, exact: true }).first()).toBeVisible();
}

function firstProduct(page: Page) {
  return page.getByRole("list", { name: "Products" }).getByRole("listitem").first();
}

/** Adds rules and a snooze to a product that is not watched, and returns its product key. */
async function setRules(page: Page): Promise<string> {
  const { service: product_key } = await findHeadphones(page);
  const { current } = await callEngine(page, "app.statistics", { product_key });
  const price = Math.floor((current?.price ?? 100) * 0.9);
  for (const rule of [
    { trigger: { kind: "target", price, currency: "USD" } },
    { trigger: { kind: "percent_below", base: "median30", percent: 15 }, condition: "new" },
    { trigger: { kind: "new_low", days: 90 }, retailer: "sample-market.example", is_enabled: false },
  ] as const)
    await callEngine(page, "rules.save", { product_key, ...rule });
  const until = new Date(Date.now() + DAY_MS).toISOString();
  await callEngine(page, "rules.snooze", { product_key, until });
  return product_key;
}

async function fillAddMany(page: Page, { links }: Ui): Promise<void> {
  const products = await findSampleProducts(page, "headphones coffee", 24);
  const more = await findSampleProducts(page, "wireless", 24 - products.length + 5);
  const known = new Set([...products, ...more].map(({ barcode, service }) => barcode ?? service));
  const lines = [...known].slice(0, 24);
  await links.openAddMany();
  await links.lines.fill([...lines, "http://127.0.0.1:9/nobody-knows-this-one", "4006381333931"].join("\n"));
}

async function addWebhook(page: Page): Promise<void> {
  await callEngine(page, "webhooks.create", {
    url: "https://127.0.0.1:9/price-script/hooks/tidemark",
    events: ["price_drop", "availability_change"],
  });
}

/** Causes an event for a webhook on whose port nothing listens. */
async function dropPrice(page: Page, dataFolder: string): Promise<void> {
  await importKettle(dataFolder, 60);
  await addWebhook(page);
  await watch(page, [kettle.service]);
  await importKettle(dataFolder, 45);
}

/** Takes a picture with the system's forced colors. */
async function photographForced(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ forcedColors: "active" });
  await screenshot(page, `${name}-forced-colors`);
  await page.emulateMedia({ forcedColors: null });
}

for (const { name, open, changesData = false } of views)
  test.describe(name, () => {
    test.use({ onlyReads: !changesData });

    test(`renders the ${name} view accessibly and without sideways scrolling`, async ({ tidemark, ui }) => {
      await open({ ...tidemark, ui });
      await ui.photograph(name);
      await photographForced(tidemark.page, name);
      await expectAccessible(tidemark.page);
      await ui.photographInGerman(name);
    });
  });

test("renders the window accessibly while the engine restarts", async ({ tidemark, ui }) => {
  // A lasting outage is hard to cause, so the test pushes the state itself.
  await pushToWindow(tidemark, "engine:status-changed", { state: "away", attempt: 2 });
  await expect(tidemark.page.getByText("is restarting")).toBeVisible();
  await ui.photograph("engine-away", false);
  await expectAccessible(tidemark.page);
});

test("renders the window accessibly while the engine does not answer", async ({ tidemark, ui }) => {
  const running = { baseUrl: "http://127.0.0.1:1/v1", dataFolder: "/data", pid: 1 };
  await pushToWindow(tidemark, "engine:status-changed", { state: "silent", ...running });
  await expect(tidemark.page.getByRole("button", { name: "Restart", exact: true })).toBeVisible();
  await ui.photograph("engine-silent", false);
  await expectAccessible(tidemark.page);
});

test("renders the window accessibly when the engine has stopped", async ({ dataFolder, open }) => {
  writeFileSync(join(dataFolder, "tidemark.sqlite3"), "this is not a database ".repeat(500));
  const tidemark = await open();
  await waitForEngine(tidemark.page, "stopped");
  await expect(tidemark.page.getByRole("alert")).toBeVisible();
  await inspect(tidemark, "engine-stopped");
});
