import type { Page } from "@playwright/test";
import { expect, openSettings, test } from "../support/electron.js";

/** Nothing listens there: port 9 is the discard protocol's, which nobody runs any more. */
const nobody = "https://127.0.0.1:9/hook";

function section(page: Page) {
  return page.getByRole("region", { name: "Webhooks" });
}

function webhook(page: Page) {
  return section(page).getByRole("listitem").filter({ hasText: nobody });
}

async function addWebhook(page: Page): Promise<void> {
  await section(page).getByRole("button", { name: "Add webhook" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Address").fill(nobody);
  await dialog.getByRole("button", { name: "Add webhook" }).click();
  await expect(dialog.getByTestId("new-secret")).toHaveText(/^whsec_/);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toHaveCount(0);
}

test("a webhook's whole life", async ({ tidemark: { page } }) => {
  await openSettings(page, "Webhooks");
  await addWebhook(page);
  await expect(webhook(page)).toContainText("Active");
  await expect(page.getByText(/whsec_/)).toHaveCount(0);

  await webhook(page).getByRole("button", { name: /^Test/ }).click();
  await expect(webhook(page)).toContainText("The test event was not delivered. The receiver refused");

  await webhook(page)
    .getByRole("button", { name: /^Disable/ })
    .click();
  await expect(webhook(page)).toContainText("Disabled");
  await webhook(page)
    .getByRole("button", { name: /^Enable/ })
    .click();
  await expect(webhook(page)).toContainText("Active");

  await webhook(page).getByRole("button", { name: /^Edit/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^Finished checks/).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(webhook(page)).toContainText("Finished checks");

  await webhook(page)
    .getByRole("button", { name: /^Delete/ })
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete webhook" }).click();
  await expect(webhook(page)).toHaveCount(0);
});

test("an address that is not HTTPS is refused before anything is made", async ({ tidemark: { page } }) => {
  await openSettings(page, "Webhooks");
  await section(page).getByRole("button", { name: "Add webhook" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Address").fill("http://shop.example/hook");
  await dialog.getByRole("button", { name: "Add webhook" }).click();
  await expect(dialog.getByLabel("Address")).toBeFocused();
  await expect(dialog.getByTestId("new-secret")).toHaveCount(0);
});

test("the app's own webhook can be tested and not deleted; its test arrives under Alerts", async ({
  tidemark: { page },
}) => {
  await openSettings(page, "Webhooks");
  const own = section(page).getByRole("listitem").filter({ hasText: "This app" });
  await expect(own).toContainText("certificate is good until");
  await expect(own.getByRole("button", { name: /^Delete/ })).toHaveCount(0);
  await own.getByRole("button", { name: /^Test/ }).click();
  await expect(own).toContainText("Test event delivered, HTTP");
  await page.getByRole("button", { name: "Open alerts" }).click();
  await expect(page.getByRole("list", { name: "Alerts, Today" })).toContainText("Test");
});
