import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { importKettle, kettle } from "../support/command-line.js";
import { expect, test } from "../support/electron.js";
import { goTo, lookUp, openSettings, watchPanel } from "../support/window.js";

/** Nothing listens on this port. */
const unreachableUrl = "https://127.0.0.1:9/hook";
/** The engine polls every 30 s for work that another process has caused. */
const alertTimeoutMs = 45_000;
/** Two checks of one shop are seconds apart. */
const checkTimeoutMs = 30_000;

test("shows a price drop in the window, the inbox and the delivery log", async ({
  tidemark: { page, dataFolder },
}) => {
  await importKettle(dataFolder, 60);
  await page.evaluate(
    async ([productKey, url]) => {
      await window.tidemark.invoke("engine:call", "schedules.put", { ids: [productKey], schedule: "daily" });
      await window.tidemark.invoke("engine:call", "webhooks.create", { url, events: ["price_drop"] });
    },
    [kettle.service, unreachableUrl] as const,
  );
  await importKettle(dataFolder, 45);
  const notice = page.getByRole("status").filter({ hasText: "Price drop" });
  await expect(notice).toContainText(`${kettle.title}. $45.00 at shop.example, was $60.00 (−25%)`, {
    timeout: alertTimeoutMs,
  });

  await notice.getByRole("button", { name: "Open alerts" }).click();
  const alert = page.getByRole("list", { name: "Alerts, Today" }).getByRole("listitem").first();
  await expect(alert).toContainText("$45.00 at shop.example");
  await alert.getByRole("button", { name: /^More for the alert/ }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await expect(page.getByRole("heading", { name: "No alerts yet" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(alert).toContainText("$45.00 at shop.example");
  await page.getByRole("button", { name: "Mark all read" }).click();
  await expect(page.getByText("All read of 1")).toBeVisible();

  await openSettings(page, "For programs");
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

/** A shop whose price the test sets. */
async function startShop(): Promise<{ origin: string; setPrice: (price: string) => void; stop: () => void }> {
  let price = "60.00";
  const server = createServer((_request, response) => {
    const offer = `{"@type":"Offer","price":"${price}","priceCurrency":"USD","availability":"https://schema.org/InStock"}`;
    response
      .writeHead(200, { "Content-Type": "text/html" })
      .end(
        `<!doctype html><title>Pocket Compass</title><h1>Pocket Compass</h1><script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Pocket Compass","offers":${offer}}</script>`,
      );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    setPrice: (next) => {
      price = next;
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Adds the shop's page and watches it, with a target of $50. */
function watchShop(page: Page, host: string): Promise<string> {
  return page.evaluate(async (shop) => {
    const call = window.tidemark.invoke;
    await call("engine:call", "pages.allow", { host: shop, is_allowed: true });
    const added = await call("engine:call", "links.add", { url: `http://${shop}/p/compass` });
    if (!added.ok || added.data.outcome !== "added") throw new Error(JSON.stringify(added));
    const { product_key: productKey } = added.data;
    const trigger = { kind: "target", price: 50, currency: "USD" } as const;
    await call("engine:call", "schedules.put", { ids: [productKey], schedule: "daily" });
    await call("engine:call", "rules.save", { product_key: productKey, trigger });
    return productKey;
  }, host);
}

test("updates the price, the offers, the chart, the target and the watch list without a click", async ({
  tidemark: { page },
}) => {
  const shop = await startShop();
  try {
    const productKey = await watchShop(page, shop.origin);
    const check = () =>
      page.evaluate(
        (key) => window.tidemark.invoke("engine:call", "schedules.check", { product_key: key }),
        productKey,
      );
    await lookUp(page, productKey);
    const best = page.getByRole("region", { name: "Best price" });
    await expect(best).toContainText("$60.00");
    await expect(page.getByRole("region", { name: "Price history" })).toContainText("$60.00 since");

    shop.setPrice("45.00");
    await check();
    await expect(best).toContainText("$45.00", { timeout: checkTimeoutMs });
    await expect(page.getByRole("status").filter({ hasText: "under your target of $50.00" })).toBeVisible();
    await expect(best).toContainText("since you added it");
    await expect(page.getByRole("table", { name: "Offers" })).toContainText("$45.00");
    await expect(page.getByRole("img", { name: /best price between \$45\.00 and \$60\.00/ })).toBeVisible();
    await expect(watchPanel(page)).toContainText(/Reached\. Alert sent today at /);

    await goTo(page, "Watch list");
    const row = page
      .getByRole("grid", { name: "Watched products" })
      .getByRole("row", { name: "Pocket Compass" });
    await expect(row).toContainText("$45.00");
    shop.setPrice("40.00");
    await check();
    await expect(row).toContainText("$40.00", { timeout: checkTimeoutMs });
  } finally {
    shop.stop();
  }
});
