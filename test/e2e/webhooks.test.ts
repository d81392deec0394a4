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
  await openSettings(page, "For programs");
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
    .getByRole("button", { name: /^New secret/ })
    .click();
  await dialog.getByRole("button", { name: "Make new secret" }).click();
  await expect(dialog.getByTestId("new-secret")).toHaveText(/^whsec_/);
  await expect(dialog).toContainText("Until then, the old one is valid, too.");
  await dialog.getByRole("button", { name: "Done" }).click();

  await webhookItem(page)
    .getByRole("button", { name: /^Delete/ })
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete webhook" }).click();
  await expect(webhookItem(page)).toHaveCount(0);
});

test("refuses an address that is not HTTPS before creating a webhook", async ({ tidemark: { page } }) => {
  await openSettings(page, "For programs");
  await webhooksRegion(page).getByRole("button", { name: "Add webhook" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Address").fill("http://shop.example/hook");
  await dialog.getByRole("button", { name: "Add webhook" }).click();
  await expect(dialog.getByLabel("Address")).toBeFocused();
  await expect(dialog.getByTestId("new-secret")).toHaveCount(0);
});

test("lists no webhook of the app's own, which the owner could only break", async ({
  tidemark: { page },
}) => {
  await openSettings(page, "For programs");
  await expect(webhooksRegion(page)).toContainText("No webhooks yet");
  await expect(webhooksRegion(page)).toContainText("0 of 4");
});
