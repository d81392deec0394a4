import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { DAY_MS } from "../../src/shared/time.js";
import { callEngine, watch } from "../support/call-engine.js";
import { importProduct } from "../support/command-line.js";
import { expect, type RunningApp, test } from "../support/electron.js";
import type { Ui } from "../support/models/ui.js";
import { embedData, productHtml } from "../support/shop-site.js";
import { saveNextDownloadTo, screenshot } from "../support/window.js";

const names = ["Trail Lantern 400 lm", "Summit Lantern with a charging case", "Harbour Lamp, brass"];

/** Three watched products, each with the prices of three months at a shop of its own. */
async function watchThree(
  { dataFolder, page }: RunningApp,
  { image, currencies = [] }: { readonly image?: string; readonly currencies?: readonly string[] } = {},
): Promise<void> {
  const keys: string[] = [];
  for (const [i, title] of names.entries()) {
    const history = Array.from({ length: 9 }, (_, j) => ({
      price: 40 + i * 7 + ((j * (i + 3)) % 5) * 3,
      availability: "in" as const,
      timestamp: new Date(Date.now() - (9 - j) * 10 * DAY_MS).toISOString(),
    }));
    const price = history.at(-1)?.price ?? 0;
    const offer = {
      id: `lamp-${i}`,
      retailer: `shop-${i}.example`,
      currency: currencies[i] ?? "USD",
      availability: "in" as const,
    };
    const URL = `https://shop-${i}.example/lamp?a=1&b="2"`;
    keys.push(
      await importProduct(dataFolder, {
        type: "product",
        service: `product/lamp/${i}`,
        title,
        ...(image !== undefined && { images: [image] }),
        offers: [{ ...offer, price, URL, history }],
      }),
    );
  }
  await watch(page, keys);
  await page.reload();
}

/** The titles in the order of the list. */
async function readTitles({ watchList }: Ui): Promise<string[]> {
  await expect(watchList.rows).toHaveCount(names.length);
  return watchList.rows.locator(".row-title").allTextContents();
}

async function selectAllThree(page: Page): Promise<void> {
  for (const name of names) await page.getByRole("checkbox", { name: `Select ${name}` }).check();
}

test("calls a shop by the name on its pages, until the shopper names it", async ({ page, ui, shop }) => {
  const icon = `${shop.origin}/pictures/lantern.png`;
  await callEngine(page, "pages.allow", { host: new URL(shop.origin).host, is_allowed: true });
  const head = `<meta property="og:site_name" content="Trail &amp; Co"><link rel="apple-touch-icon" href="${icon}">`;
  const pretender = embedData({ "@type": "Organization", name: "Trail" });
  const pages = [
    ["https://trail.example/p/1", `${head}${productHtml({ gtin13: "4006381333931" })}`],
    ["https://cheap.example/p/1", `${pretender}${productHtml({ price: "44.99", gtin13: "4006381333931" })}`],
  ] as const;
  for (const [text, html] of pages) {
    const { links } = await callEngine(page, "links.add", { links: [{ text, html }] });
    await callEngine(page, "links.wait", { ids: links.map(({ id }) => id) });
  }
  await ui.product.openFirst("Trail Lantern");
  const named = ui.product.offers.getByRole("row", { name: /Trail & Co/ });
  await expect(named).toContainText("trail.example");
  await expect(named.locator("img.is-shown")).toBeVisible();
  await expect(ui.product.offers.getByRole("row", { name: /cheap\.example/ })).not.toContainText("Trail");
  await ui.inspect("shop-names");
  await screenshot(ui.product.offersSection, "shop-names-offers");

  await ui.product.chooseForOffer("Name of the shop…", "cheap.example");
  const dialog = page.getByRole("dialog", { name: "Name of cheap.example" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Corner shop");
  await ui.inspect("shop-name-dialog");
  await page.keyboard.press("Enter");
  await expect(ui.product.best).toContainText("at Corner shop");
  await ui.watchList.open();
  await expect(ui.watchList.row(/Trail Lantern/)).toContainText("Corner shop");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(ui.watchList.row(/Trail Lantern/)).toContainText("cheap.example");
});

test("compares three products in four acts", async ({ tidemark, page, ui }) => {
  await watchThree(tidemark);
  await ui.watchList.open();
  const listed = await readTitles(ui);
  await selectAllThree(page);
  await ui.photograph("selection");
  await page.getByRole("button", { name: "Compare" }).click();

  const table = page.getByRole("region", { name: "Side by side" }).getByRole("table");
  await expect(table.getByRole("columnheader")).toContainText(listed);
  await expect(table.getByText("Lowest price")).toHaveCount(1);
  await expect(page.getByRole("application", { name: "Chart of prices" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Best prices of the last 90 days" })).toContainText(
    listed.join(""),
  );
  await ui.inspect("compare");
  await screenshot(page.getByRole("region", { name: "Best prices of the last 90 days" }), "compare-chart");
  await ui.photographInGerman("compare");
  await page.evaluate(() => window.tidemark.invoke("settings:update", { language: "en" }));

  // The selection is there for what comes next.
  await page.keyboard.press("Alt+ArrowLeft");
  await expect(page.getByText("3 selected")).toBeVisible();
  await page.keyboard.press("Alt+ArrowRight");

  await page.getByRole("button", { name: `Leave out ${listed[0]}` }).focus();
  await page.keyboard.press("Enter");
  await expect(table.getByRole("columnheader")).toContainText(listed.slice(1));
  await page.getByRole("button", { name: listed[1] ?? "", exact: true }).click();
  await expect(ui.product.title(listed[1] ?? "")).toBeVisible();
});

test("compares no prices in different currencies, and draws no chart of them", async ({
  tidemark,
  page,
  ui,
}) => {
  await watchThree(tidemark, { currencies: ["USD", "EUR", "USD"] });
  await ui.watchList.open();
  await selectAllThree(page);
  await page.getByRole("button", { name: "Compare" }).click();
  await expect(page.getByText("Prices in different currencies are not compared.")).toHaveCount(1);
  await expect(page.getByRole("heading", { name: "Best prices of the last 90 days" })).toHaveCount(0);
  await expect(page.getByText("Lowest price")).toHaveCount(0);
  await ui.inspect("compare-currencies");
});

test("shares the list as a page in three acts", async ({ tidemark, page, ui, shop }) => {
  await callEngine(page, "pages.allow", { host: new URL(shop.origin).host, is_allowed: true });
  await watchThree(tidemark, { image: `${shop.origin}/pictures/lantern.png` });
  await ui.watchList.open();
  const listed = await readTitles(ui);
  const file = join(tidemark.dataFolder, "shared.html");
  await saveNextDownloadTo(tidemark, file);
  await ui.watchList.selectAll.check();
  await page.getByRole("button", { name: "Share…" }).click();
  const dialog = page.getByRole("dialog", { name: "Share 3 products" });
  await ui.inspect("share-dialog");
  await dialog.locator("button[type=submit]").click();
  await expect.poll(() => existsSync(file)).toBe(true);
  await expect(dialog).toBeHidden();

  const opened = tidemark.app.waitForEvent("window");
  await tidemark.app.evaluate(({ BrowserWindow }, path) => {
    const window = new BrowserWindow({ width: 800, height: 700, webPreferences: { partition: "friend" } });
    void window.loadFile(path);
  }, file);
  const shared = await opened;
  await expect(shared.getByRole("heading", { level: 2 })).toHaveText(listed);
  await expect(shared.locator('a[href^="https://shop-0"]')).toHaveAttribute(
    "href",
    "https://shop-0.example/lamp?a=1&b=%222%22",
  );
  const widths = shared
    .locator("img")
    .evaluateAll((all) => all.map((img) => (img as HTMLImageElement).naturalWidth));
  expect(await widths).toEqual([160, 160, 160]);
  // The style is let through by its checksum.
  await expect(shared.locator("li").first()).toHaveCSS("display", "flex");
  for (const colorScheme of ["light", "dark"] as const)
    for (const width of [800, 360]) {
      await shared.emulateMedia({ colorScheme });
      await shared.setViewportSize({ width, height: 700 });
      await screenshot(shared, `shared-page-${colorScheme}-${width}`);
    }
  await shared.close();
});
