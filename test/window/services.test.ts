import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { importKettle, kettle, startOtherServer } from "../support/command-line.js";
import { scratchFolder } from "../support/disk.js";
import { expect, test } from "../support/electron.js";

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
  page,
  ui,
}) => {
  const folder = scratchFolder("other");
  await importKettle(folder.path, 60);
  const other = await startOtherServer(folder.path);
  try {
    await ui.settings.open("For programs");
    await ui.settings.services.getByRole("button", { name: "Connect a service" }).click();
    const dialog = page.getByRole("dialog");
    await fillDialog(page, other.base_url, `ss_live_${"x".repeat(32)}`);
    await expect(dialog).toContainText("does not accept the key");
    await ui.photograph("service-connect");
    await expectAccessible(page);
    await fillDialog(page, other.base_url, other.api_key, "Workshop server");
    await expect(dialog).toHaveCount(0);
    const item = ui.settings.services.getByRole("listitem").filter({ hasText: "Workshop server" });
    await expect(item).toContainText("Connected");
    await expect(item).toContainText(/[\d,]+ of [\d,]+ credits left until/);

    await ui.lookUp(kettle.service);
    await expect(ui.product.title(kettle.title)).toBeVisible();
    await expect(ui.product.best).toContainText("$60.00");
    await expect(ui.product.history).toContainText(
      /Workshop server has the prices of the past year\. They cost 369 of your [\d,]+ credits there\./,
    );
    await ui.photograph("service-product");
    await expectAccessible(page);
    await ui.product.history.getByRole("button", { name: "Get past prices" }).click();
    await expect(ui.product.history).not.toContainText("Workshop server");

    await ui.settings.open("For programs");
    await expect(item).toContainText("1 product and 1 offer from it are saved here");
    await item.getByRole("button", { name: "Test Workshop server" }).click();
    await expect(item).toContainText("It answers.");
    await other.stop();
    await item.getByRole("button", { name: "Test Workshop server" }).click();
    await expect(item).toContainText("The service cannot be reached.");
    await expect(item).toContainText("Paused");
    await ui.settings.services.scrollIntoViewIfNeeded();
    await ui.photograph("services");
    await expectAccessible(page);

    await ui.lookUp(kettle.service);
    await expect(ui.product.best).toContainText("$60.00");
    await ui.settings.open("For programs");
    await item.getByRole("button", { name: "Remove Workshop server" }).click();
    await ui.settings.confirm("Remove service");
    await expect(ui.settings.services).toContainText("No services yet");
  } finally {
    await other.stop();
    folder.remove();
  }
});
