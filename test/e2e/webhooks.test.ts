import type { Page } from "@playwright/test";
import { expect, test } from "../support/electron.js";
import { openSettings } from "../support/window.js";

/** Nothing listens on port 9, which belongs to the obsolete discard protocol. */
const unreachableUrl = "https://127.0.0.1:9/hook";

function webhooksRegion(page: Page) {
  return page.getByRole("region", { name: "Webhooks" });
}

function webhookItem(page: Page) {
  return webhooksRegion(page).getByRole("listitem").filter({ hasText: unreachableUrl });
}

async function addWebhook(page: Page): Promise<void> {
  await webhooksRegion(page).getByRole("button", { name: "Add webhook" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Address").fill(unreachableUrl);
  await dialog.getByRole("button", { name: "Add webhook" }).click();
  await expect(dialog.getByTestId("new-secret")).toHaveText(/^whsec_/);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toHaveCount(0);
}

test("creates, tests, disables, edits and deletes a webhook", async ({ tidemark: { page } }) => {
  await openSettings(page, "Webhooks");
  await addWebhook(page);
  await expect(webhookItem(page)).toContainText("Active");
  await expect(page.getByText(/whsec_/)).toHaveCount(0);

  await webhookItem(page).getByRole("button", { name: /^Test/ }).click();
  await expect(webhookItem(page)).toContainText("The test event was not delivered. The receiver refused");

  await webhookItem(page)
    .getByRole("button", { name: /^Disable/ })
    .click();
  await expect(webhookItem(page)).toContainText("Disabled");
  await webhookItem(page)
    .getByRole("button", { name: /^Enable/ })
    .click();
  await expect(webhookItem(page)).toContainText("Active");

  await webhookItem(page).getByRole("button", { name: /^Edit/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^Finished checks/).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(webhookItem(page)).toContainText("Finished checks");

  await webhookItem(page)
    .getByRole("button", { name: /^Delete/ })
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete webhook" }).click();
  await expect(webhookItem(page)).toHaveCount(0);
});

test("refuses an address that is not HTTPS before creating a webhook", async ({ tidemark: { page } }) => {
  await openSettings(page, "Webhooks");
  await webhooksRegion(page).getByRole("button", { name: "Add webhook" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Address").fill("http://shop.example/hook");
  await dialog.getByRole("button", { name: "Add webhook" }).click();
  await expect(dialog.getByLabel("Address")).toBeFocused();
  await expect(dialog.getByTestId("new-secret")).toHaveCount(0);
});

test("tests the app's own webhook, which cannot be deleted, and shows the test under Alerts", async ({
  tidemark: { page },
}) => {
  await openSettings(page, "Webhooks");
  const own = webhooksRegion(page).getByRole("listitem").filter({ hasText: "This app" });
  await expect(own).toContainText("certificate is good until");
  await expect(own.getByRole("button", { name: /^Delete/ })).toHaveCount(0);
  await own.getByRole("button", { name: /^Test/ }).click();
  await expect(own).toContainText("Test event delivered, HTTP");
  await page.getByRole("button", { name: "Open alerts" }).click();
  await expect(page.getByRole("list", { name: "Alerts, Today" })).toContainText("Test");
});
