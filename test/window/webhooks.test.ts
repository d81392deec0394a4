import type { Page } from "@playwright/test";
import { expect, test } from "../support/electron.js";
import type { Ui } from "../support/models/ui.js";

/** Nothing listens on port 9, which belongs to the obsolete discard protocol. */
const unreachableUrl = "https://127.0.0.1:9/hook";

function webhookItem({ settings }: Ui) {
  return settings.webhooks.getByRole("listitem").filter({ hasText: unreachableUrl });
}

async function addWebhook(page: Page, ui: Ui): Promise<void> {
  await ui.settings.webhooks.getByRole("button", { name: "Add webhook" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Address").fill(unreachableUrl);
  await dialog.getByRole("button", { name: "Add webhook" }).click();
  await expect(dialog.getByTestId("new-secret")).toHaveText(/^whsec_/);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toHaveCount(0);
}

test("creates, tests, disables, edits and deletes a webhook", async ({ page, ui }) => {
  await ui.settings.open("For programs");
  await addWebhook(page, ui);
  await expect(webhookItem(ui)).toContainText("Active");
  await expect(page.getByText(/whsec_/)).toHaveCount(0);

  await webhookItem(ui).getByRole("button", { name: /^Test/ }).click();
  await expect(webhookItem(ui)).toContainText("The test event was not delivered. The receiver refused");

  await webhookItem(ui)
    .getByRole("button", { name: /^Disable/ })
    .click();
  await expect(webhookItem(ui)).toContainText("Disabled");
  await webhookItem(ui)
    .getByRole("button", { name: /^Enable/ })
    .click();
  await expect(webhookItem(ui)).toContainText("Active");

  await webhookItem(ui).getByRole("button", { name: /^Edit/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^Finished checks/).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(webhookItem(ui)).toContainText("Finished checks");

  await webhookItem(ui)
    .getByRole("button", { name: /^New secret/ })
    .click();
  await dialog.getByRole("button", { name: "Make new secret" }).click();
  await expect(dialog.getByTestId("new-secret")).toHaveText(/^whsec_/);
  await expect(dialog).toContainText("Until then, the old one is valid, too.");
  await dialog.getByRole("button", { name: "Done" }).click();

  await webhookItem(ui)
    .getByRole("button", { name: /^Delete/ })
    .click();
  await ui.settings.confirm("Delete webhook");
  await expect(webhookItem(ui)).toHaveCount(0);
});
