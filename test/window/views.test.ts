import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { importKettle, kettle } from "../support/command-line.js";
import { expect, type RunningApp, test, waitForEngine } from "../support/electron.js";
import {
  expectAccessible,
  fillInbox,
  findSampleProducts,
  goTo,
  lookUp,
  openAddMany,
  openSettings,
  photograph,
  photographInGerman,
  pushToWindow,
  screenshot,
} from "../support/window.js";

interface View {
  readonly name: string;
  readonly open: (tidemark: RunningApp) => Promise<void>;
}

const views: readonly View[] = [
  {
    name: "first-start",
    open: async ({ page }) => {
      await page.evaluate(() => window.tidemark.invoke("engine:call", "sample.remove", {}));
      await page.reload();
      await heading(page, "Nothing is watched yet");
    },
  },
  {
    name: "search",
    open: async ({ page }) => {
      await goTo(page, "Search");
      await heading(page, "Is it a good price?");
      await expect(page.locator("[data-row]").first()).toBeVisible();
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
    open: async ({ page }) => {
      await lookUp(page, "headphones");
      await firstProduct(page).locator("[data-row]").click();
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
    open: async ({ page }) => {
      await watchSome(page);
      await goTo(page, "Watch list");
      await expect(page.getByRole("row")).toHaveCount(10);
      await page
        .getByRole("checkbox", { name: /^Select / })
        .nth(2)
        .check();
    },
  },
  {
    name: "product-watched",
    open: async ({ page }) => {
      await watchSome(page);
      await lookUp(page, "headphones");
      await firstProduct(page).locator("[data-row]").click();
      await expect(page.getByRole("button", { name: "How often: Hourly" })).toBeVisible();
    },
  },
  {
    name: "product-rules",
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
    open: async ({ page }) => {
      await lookUp(page, "headphones");
      await firstProduct(page).locator("[data-row]").click();
      await heading(page, "Price history");
      await page
        .getByRole("region", { name: "Watching", exact: true })
        .getByRole("button", { name: "Add rule" })
        .click();
      await expect(page.getByRole("dialog").getByText(/^Best price now/)).toBeVisible();
    },
  },
  {
    name: "alerts-rules",
    open: async ({ page }) => {
      await setRules(page);
      await goTo(page, "Alerts");
      await page.getByText("Rules", { exact: true }).click();
      await expect(page.getByRole("list", { name: "Snoozed products" })).toBeVisible();
    },
  },
  {
    name: "alerts-empty",
    open: async ({ page }) => {
      await goTo(page, "Alerts");
      await heading(page, "No alerts yet");
    },
  },
  {
    name: "alerts",
    open: async (tidemark) => {
      await fillInbox(tidemark, await findSampleProducts(tidemark.page, "headphones", 4));
      await goTo(tidemark.page, "Alerts");
      await expect(tidemark.page.getByText("Back in stock")).toBeVisible();
    },
  },
  {
    name: "add-many",
    open: async ({ page }) => {
      await fillAddMany(page);
      await expect(page.getByText("26 lines")).toBeVisible();
    },
  },
  {
    name: "added-many",
    open: async ({ page }) => {
      await fillAddMany(page);
      await page.getByRole("button", { name: "Add and watch 26" }).click();
      await expect(page.getByText("24 of 26 watched.")).toBeVisible();
    },
  },
  {
    name: "webhooks",
    open: async ({ page }) => {
      await addWebhook(page);
      await openSettings(page, "For programs");
      const webhooks = page.getByRole("region", { name: "Webhooks" });
      await webhooks.getByRole("button", { name: /^Test https:..127.0.0.1:9/ }).click();
      await expect(webhooks.getByText(/was not delivered/)).toBeVisible();
      await webhooks.scrollIntoViewIfNeeded();
    },
  },
  {
    name: "deliveries",
    open: async ({ page, dataFolder }) => {
      await dropPrice(page, dataFolder);
      await openSettings(page, "For programs");
      await page.getByRole("button", { name: /^Deliveries https:..127.0.0.1:9/ }).click();
      await expect(page.getByRole("dialog").getByText("Attempt 1")).toBeVisible({ timeout: 45_000 });
    },
  },
  {
    name: "account",
    open: async ({ page }) => {
      await openSettings(page, "For programs");
      await heading(page, "Credits this period");
      await page.getByRole("region", { name: "Requests this hour" }).scrollIntoViewIfNeeded();
    },
  },
  ...(["General", "Notifications", "Shops", "Browser", "Data", "About", "For programs"] as const).map(
    (part) => ({
      name: `settings-${part.toLowerCase().replaceAll(" ", "-")}`,
      open: async ({ page }: RunningApp) => openSettings(page, part),
    }),
  ),
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

async function watchSome(page: Page): Promise<void> {
  const ids = (await findSampleProducts(page, "headphones", 9)).map(({ service: productKey }) => productKey);
  await page.evaluate(
    async ([hourly, weekly]) => {
      await window.tidemark.invoke("engine:call", "schedules.put", { ids: hourly, schedule: "hourly" });
      await window.tidemark.invoke("engine:call", "schedules.put", { ids: weekly, schedule: "weekly" });
    },
    [ids.slice(0, 4), ids.slice(4)] as const,
  );
}

/** Adds rules and a snooze to a product that is not watched, and returns its product key. */
async function setRules(page: Page): Promise<string> {
  const [product] = await findSampleProducts(page, "headphones", 1);
  if (!product) throw new Error("The sample has no headphones.");
  await page.evaluate(async (productKey) => {
    const known = await window.tidemark.invoke("engine:call", "app.statistics", { product_key: productKey });
    const price = Math.floor((known.ok && known.data.current ? known.data.current.price : 100) * 0.9);
    const rules = [
      { trigger: { kind: "target", price, currency: "USD" } },
      { trigger: { kind: "percent_below", base: "median30", percent: 15 }, condition: "new" },
      { trigger: { kind: "new_low", days: 90 }, retailer: "sample-market.example", is_enabled: false },
    ] as const;
    for (const rule of rules)
      await window.tidemark.invoke("engine:call", "rules.save", { product_key: productKey, ...rule });
    const until = new Date(Date.now() + 86_400_000).toISOString();
    await window.tidemark.invoke("engine:call", "rules.snooze", { product_key: productKey, until });
  }, product.service);
  return product.service;
}

async function fillAddMany(page: Page): Promise<void> {
  const products = await findSampleProducts(page, "headphones coffee", 24);
  const more = await findSampleProducts(page, "wireless", 24 - products.length + 5);
  const known = [
    ...new Set([...products, ...more].map(({ barcode, service: productKey }) => barcode ?? productKey)),
  ];
  await openAddMany(page);
  const lines = [...known.slice(0, 24), "http://127.0.0.1:9/nobody-knows-this-one", "4006381333930"];
  await page.getByRole("textbox", { name: /^One per line/ }).fill(lines.join("\n"));
}

async function addWebhook(page: Page): Promise<void> {
  await page.evaluate(() =>
    window.tidemark.invoke("engine:call", "webhooks.create", {
      url: "https://127.0.0.1:9/price-script/hooks/tidemark",
      events: ["price_drop", "availability_change"],
    }),
  );
}

/** Causes an event for a webhook on whose port nothing listens. */
async function dropPrice(page: Page, dataFolder: string): Promise<void> {
  await importKettle(dataFolder, 60);
  await addWebhook(page);
  await page.evaluate(
    (productKey) =>
      window.tidemark.invoke("engine:call", "schedules.put", { ids: [productKey], schedule: "daily" }),
    kettle.service,
  );
  await importKettle(dataFolder, 45);
}

/** Takes a picture with the system's forced colors. */
async function photographForced(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ forcedColors: "active" });
  await screenshot(page, `${name}-forced-colors`);
  await page.emulateMedia({ forcedColors: null });
}

for (const { name, open } of views) {
  test(`renders the ${name} view accessibly and without sideways scrolling`, async ({ tidemark }) => {
    await open(tidemark);
    await photograph(tidemark, name);
    await photographForced(tidemark.page, name);
    await expectAccessible(tidemark.page);
    await photographInGerman(tidemark, name);
  });
}

test("renders the window accessibly while the engine restarts", async ({ tidemark }) => {
  // A lasting outage is hard to cause, so the test pushes the state itself.
  await pushToWindow(tidemark, "engine:status-changed", { state: "away", attempt: 2 });
  await expect(tidemark.page.getByText("is restarting")).toBeVisible();
  await photograph(tidemark, "engine-away", false);
  await expectAccessible(tidemark.page);
});

test("renders the window accessibly while the engine does not answer", async ({ tidemark }) => {
  const running = { baseUrl: "http://127.0.0.1:1/v1", dataFolder: "/data", pid: 1 };
  await pushToWindow(tidemark, "engine:status-changed", { state: "silent", ...running });
  await expect(tidemark.page.getByRole("button", { name: "Restart", exact: true })).toBeVisible();
  await photograph(tidemark, "engine-silent", false);
  await expectAccessible(tidemark.page);
});

test("renders the window accessibly when the engine has stopped", async ({ dataFolder, open }) => {
  writeFileSync(join(dataFolder, "tidemark.sqlite3"), "this is not a database ".repeat(500));
  const tidemark = await open();
  await waitForEngine(tidemark.page, "stopped");
  await expect(tidemark.page.getByRole("alert")).toBeVisible();
  await photograph(tidemark, "engine-stopped");
  await expectAccessible(tidemark.page);
});
