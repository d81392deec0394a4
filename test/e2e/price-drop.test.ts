import type { Page } from "@playwright/test";
import { callEngine, readLink, watch } from "../support/call-engine.js";
import { importKettle, kettle } from "../support/command-line.js";
import { expect, test } from "../support/electron.js";
import { productHtml } from "../support/shop-site.js";

/** Nothing listens on this port. */
const unreachableUrl = "https://127.0.0.1:9/hook";
/** The engine polls for what another process has imported. */
const alertTimeoutMs = 45_000;
/** Two checks of one shop are seconds apart. */
const checkTimeoutMs = 30_000;

test("shows a price drop in the window, the inbox and the delivery log", async ({ page, ui, dataFolder }) => {
  await importKettle(dataFolder, 60);
  await watch(page, [kettle.service]);
  await callEngine(page, "webhooks.create", { url: unreachableUrl, events: ["price_drop"] });
  await importKettle(dataFolder, 45);
  const notice = ui.inbox.notice("Price drop");
  await expect(notice).toContainText(`${kettle.title}. $45.00 at shop.example, was $60.00 (−25%)`, {
    timeout: alertTimeoutMs,
  });

  await notice.getByRole("button", { name: "Open alerts" }).click();
  const alert = page.getByRole("list", { name: "Alerts, Today" }).getByRole("listitem").first();
  await expect(alert).toContainText("$45.00 at shop.example");
  await alert.getByRole("button", { name: /^More for the alert/ }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await expect(ui.inbox.empty).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(alert).toContainText("$45.00 at shop.example");
  await ui.inbox.markAllRead();
  await expect(page.getByText("All read of 1")).toBeVisible();

  await ui.settings.open("For programs");
  await page.getByRole("button", { name: `Deliveries ${unreachableUrl}` }).click();
  const log = page.getByRole("dialog").getByRole("list", { name: "Deliveries" });
  await expect(log).toContainText(kettle.title);
  await expect(log).toContainText("Attempt 1");
  await expect(log).toContainText("next attempt");

  // Disabling ends the delivery.
  const button = (name: string) => page.getByRole("button", { name: `${name} ${unreachableUrl}` });
  await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  await button("Disable").click();
  await button("Enable").click();
  await button("Deliveries").click();
  await expect(log.getByRole("listitem").filter({ hasText: "Cancelled" })).toContainText(kettle.title);
  await log.getByRole("button", { name: `Send the event about ${kettle.title} again` }).click();
  await expect(log.getByRole("listitem").filter({ hasText: "On the way" })).toContainText("Attempt 1");
  await expect(log.getByText("Cancelled")).toBeVisible();
});

/** Adds the shop's page and watches it, with a target of $50. */
async function watchShop(page: Page, url: string): Promise<string> {
  const added = await readLink(page, { url });
  if (added?.outcome !== "added") throw new Error(JSON.stringify(added));
  const { product_key } = added;
  const trigger = { kind: "target", price: 50, currency: "USD" } as const;
  await watch(page, [product_key]);
  await callEngine(page, "rules.save", { product_key, trigger });
  return product_key;
}

test("updates the price, the offers, the chart, the target and the watch list without a click", async ({
  page,
  ui,
  openShop,
}) => {
  let price = "60.00";
  const shop = await openShop(() => productHtml({ name: "Pocket Compass", price }));
  await ui.links.allow(shop.url);
  const productKey = await watchShop(page, shop.url);
  const check = () => callEngine(page, "schedules.check", { product_key: productKey });
  await ui.lookUp(productKey);
  await expect(ui.product.best).toContainText("$60.00");
  await expect(ui.product.history).toContainText("$60.00 since");

  price = "45.00";
  await check();
  await expect(ui.product.best).toContainText("$45.00", { timeout: checkTimeoutMs });
  await expect(ui.inbox.notice("under your target of $50.00")).toBeVisible();
  await expect(ui.product.best).toContainText("since you added it");
  await expect(ui.product.offers).toContainText("$45.00");
  await expect(page.getByRole("img", { name: /best price between \$45\.00 and \$60\.00/ })).toBeVisible();
  await expect(ui.product.watching).toContainText(/Reached\. Alert sent today at /);

  await ui.watchList.open();
  const row = ui.watchList.row("Pocket Compass");
  await expect(row).toContainText("$45.00");
  price = "40.00";
  await check();
  await expect(row).toContainText("$40.00", { timeout: checkTimeoutMs });
});
