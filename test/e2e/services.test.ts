import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { importKettle, kettle, startOtherServer } from "../support/command-line.js";
import { scratchFolder } from "../support/disk.js";
import { expect, test } from "../support/electron.js";
import { lookUp, openSettings, photograph } from "../support/window.js";

function servicesRegion(page: Page) {
  return page.getByRole("region", { name: "Services" });
}

async function fillDialog(page: Page, baseUrl: string, key: string, name = ""): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Base URL").fill(baseUrl);
  await dialog.getByLabel("API key").fill(key);
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Connect" }).click();
}

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`))).toEqual([]);
}

test("connects a service, looks up a product through it, and keeps the product once the service is gone", async ({
  tidemark,
}) => {
  const { page } = tidemark;
  const folder = scratchFolder("other");
  await importKettle(folder.path, 60);
  const other = await startOtherServer(folder.path);
  try {
    await openSettings(page, "For programs");
    await servicesRegion(page).getByRole("button", { name: "Connect a service" }).click();
    const dialog = page.getByRole("dialog");
    await fillDialog(page, other.base_url, `ss_live_${"x".repeat(32)}`);
    await expect(dialog).toContainText("does not accept the key");
    await photograph(tidemark, "service-connect");
    await expectAccessible(page);
    await fillDialog(page, other.base_url, other.api_key, "Workshop server");
    await expect(dialog).toHaveCount(0);
    const item = servicesRegion(page).getByRole("listitem").filter({ hasText: "Workshop server" });
    await expect(item).toContainText("Connected");
    await expect(item).toContainText(/[\d,]+ of [\d,]+ credits left until/);

    await lookUp(page, kettle.service);
    await expect(page.getByRole("heading", { level: 1, name: kettle.title })).toBeVisible();
    await expect(page.getByRole("region", { name: "Best price" })).toContainText("$60.00");
    const history = page.getByRole("region", { name: "Price history" });
    await expect(history).toContainText(
      /Workshop server has the prices of the past year\. They cost 369 of your [\d,]+ credits there\./,
    );
    await photograph(tidemark, "service-product");
    await expectAccessible(page);
    await history.getByRole("button", { name: "Get past prices" }).click();
    await expect(history).not.toContainText("Workshop server");

    await openSettings(page, "For programs");
    await expect(item).toContainText("1 product and 1 offer from it are saved here");
    await item.getByRole("button", { name: "Test Workshop server" }).click();
    await expect(item).toContainText("It answers.");
    await other.stop();
    await item.getByRole("button", { name: "Test Workshop server" }).click();
    await expect(item).toContainText("The service cannot be reached.");
    await expect(item).toContainText("Paused");
    await servicesRegion(page).scrollIntoViewIfNeeded();
    await photograph(tidemark, "services");
    await expectAccessible(page);

    await lookUp(page, kettle.service);
    await expect(page.getByRole("region", { name: "Best price" })).toContainText("$60.00");
    await openSettings(page, "For programs");
    await item.getByRole("button", { name: "Remove Workshop server" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove service" }).click();
    await expect(servicesRegion(page)).toContainText("No services yet");
  } finally {
    await other.stop();
    folder.remove();
  }
});
