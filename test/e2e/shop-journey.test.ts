import type { Page } from "@playwright/test";
import { HOUR_MS } from "../../src/shared/time.js";
import { clockFile, moveClock } from "../support/clock.js";
import { type NotificationService, startNotificationService } from "../support/desktop.js";
import { expect, type RunningApp, test, waitForEngine } from "../support/electron.js";
import { type ShopProduct, type ShopSite, startShopSite } from "../support/shop-site.js";
import { addLink, checkHourly, photograph } from "../support/window.js";

test.skip(process.platform !== "linux", "only Linux has a session bus that a test can listen on");

/** The engine pauses for some seconds between visits to a shop. */
const checkTimeout = { timeout: 40_000 };

async function addByLink(page: Page, url: string, title: string): Promise<void> {
  await addLink(page, url);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible(checkTimeout);
}

/** A shop, a desktop that records notifications, and an app whose clock the test moves. */
class Stage {
  #hours = 0;

  constructor(
    readonly shop: ShopSite,
    readonly desktop: NotificationService,
    readonly dataFolder: string,
  ) {}

  passHour(): void {
    this.#hours += 1;
    moveClock(this.dataFolder, this.#hours * HOUR_MS);
  }

  bodies(title: string): string[] {
    return this.desktop.shown.filter((each) => each.title === title).map(({ body }) => body);
  }
}

function closeWindow({ app }: RunningApp): Promise<void> {
  return app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
}

test.describe("a small shop", () => {
  test.beforeEach(({ dataFolder }) => {
    process.env.TIDEMARK_CLOCK_FILE = clockFile(dataFolder);
  });
  test.afterEach(() => {
    delete process.env.TIDEMARK_CLOCK_FILE;
  });

  test("notifies of a price drop and a restock while the window is closed", async ({ dataFolder, open }) => {
    const desktop = await startNotificationService();
    const shop = await startShopSite();
    const stage = new Stage(shop, desktop, dataFolder);
    try {
      const tidemark = await open();
      const { page } = tidemark;
      await waitForEngine(page, "ready");
      const [lantern] = shop.products as [ShopProduct, ...ShopProduct[]];
      await addByLink(page, shop.origin + lantern.path, lantern.title);
      await expect(page.getByRole("region", { name: "Best price" })).toContainText("$49.99");
      await checkHourly(page, lantern.title);
      await closeWindow(tidemark);
      await expect
        .poll(() => desktop.shown.map(({ title }) => title))
        .toContain("Tidemark keeps checking prices");

      lantern.price = 39.99;
      stage.passHour();
      await expect.poll(() => stage.bodies(lantern.title), checkTimeout).toHaveLength(1);
      expect(stage.bodies(lantern.title)[0]).toMatch(/^\$39\.99 at 127\.0\.0\.1, was \$49\.99 \(−20%\)/);
      expect(desktop.shown.at(-1)).toMatchObject({ hasPicture: true });

      const reopened = tidemark.app.waitForEvent("window");
      desktop.click(desktop.shown.at(-1)?.id ?? 0);
      const window = await reopened;
      await expect(window.getByRole("heading", { level: 1, name: lantern.title })).toBeVisible(checkTimeout);
      await expect(window.getByRole("region", { name: "Best price" })).toContainText("$39.99");
      await expect(window.getByRole("img", { name: /^Price history from/ })).toBeVisible();
      await photograph({ ...tidemark, page: window }, "shop-journey");

      lantern.isInStock = false;
      stage.passHour();
      await window.getByRole("button", { name: "Check now" }).click();
      await expect(window.getByRole("table", { name: "Offers" })).toContainText("Out of stock", checkTimeout);
      await closeWindow({ ...tidemark, page: window });
      lantern.isInStock = true;
      stage.passHour();
      await expect.poll(() => stage.bodies(lantern.title), checkTimeout).toHaveLength(2);
      expect(stage.bodies(lantern.title)[1]).toMatch(/back in stock/i);
    } finally {
      shop.close();
      desktop.close();
    }
  });

  test("adds a page by its link in every kind of markup", async ({ open }) => {
    const shop = await startShopSite();
    try {
      const { page } = await open();
      await waitForEngine(page, "ready");
      for (const ware of shop.products) {
        await addByLink(page, shop.origin + ware.path, ware.title);
        await expect(page.getByRole("region", { name: "Best price" })).toContainText(
          `$${ware.price.toFixed(2)}`,
        );
      }
      expect(new Set(shop.visits).size).toBe(shop.products.length);
    } finally {
      shop.close();
    }
  });
});
