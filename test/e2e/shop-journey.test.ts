import { HOUR_MS } from "../../src/shared/time.js";
import { expect, type RunningApp, test } from "../support/electron.js";
import { Ui } from "../support/models/ui.js";
import type { ShopProduct, ShopSite } from "../support/shop-site.js";
import { checkHourly, photograph } from "../support/window.js";

test.use({ hasOwnApp: true });

test.skip(process.platform !== "linux", "only Linux has a session bus that a test can listen on");

/** The engine pauses for some seconds between visits to a shop. */
const checkTimeout = { timeout: 40_000 };

async function addByLink(ui: Ui, { origin }: ShopSite, { path, title }: ShopProduct): Promise<void> {
  await ui.links.addAndOpen(origin + path);
  await expect(ui.product.title(title)).toBeVisible(checkTimeout);
}

function closeWindow({ app }: RunningApp): Promise<void> {
  return app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
}

test("notifies of a price drop and a restock while the window is closed", async ({
  clock,
  tidemark,
  page,
  ui,
  desktop,
  shop,
}) => {
  const bodies = () => desktop.shown.filter(({ title }) => title === lantern.title).map(({ body }) => body);
  const [lantern] = shop.products as [ShopProduct, ...ShopProduct[]];
  await addByLink(ui, shop, lantern);
  await expect(ui.product.best).toContainText("$49.99");
  await checkHourly(page, lantern.title);
  await closeWindow(tidemark);
  await expect
    .poll(() => desktop.shown.map(({ title }) => title))
    .toContain("Tidemark keeps checking prices");

  lantern.price = 39.99;
  clock.advance(HOUR_MS);
  await expect.poll(bodies, checkTimeout).toHaveLength(1);
  expect(bodies()[0]).toMatch(/^\$39\.99 at 127\.0\.0\.1, was \$49\.99 \(−20%\)/);
  expect(desktop.shown.at(-1)).toMatchObject({ hasPicture: true });

  const reopened = tidemark.app.waitForEvent("window");
  desktop.click(desktop.shown.at(-1)?.id ?? 0);
  const window = await reopened;
  const { product } = new Ui(window);
  await expect(product.title(lantern.title)).toBeVisible(checkTimeout);
  await expect(product.best).toContainText("$39.99");
  await expect(window.getByRole("img", { name: /^Price history from/ })).toBeVisible();
  await photograph({ ...tidemark, page: window }, "shop-journey");

  lantern.isInStock = false;
  await product.checkNow();
  await expect(product.offers).toContainText("Out of stock", checkTimeout);
  await closeWindow({ ...tidemark, page: window });
  lantern.isInStock = true;
  clock.advance(HOUR_MS);
  await expect.poll(bodies, checkTimeout).toHaveLength(2);
  expect(bodies()[1]).toMatch(/back in stock/i);
});

test("adds a page by its link in every kind of markup", async ({ ui, shop }) => {
  for (const ware of shop.products) {
    await addByLink(ui, shop, ware);
    await expect(ui.product.best).toContainText(`$${ware.price.toFixed(2)}`);
  }
  // The shop's icon is fetched once, too.
  const pages = shop.visits.filter((path) => path !== "/favicon.ico");
  expect(new Set(pages).size).toBe(shop.products.length);
});
