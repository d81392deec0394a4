import { importKettle, kettle } from "../support/command-line.js";
import { expect, test } from "../support/electron.js";
import { openSettings } from "../support/window.js";

/** Nothing listens on this port. */
const unreachableUrl = "https://127.0.0.1:9/hook";
/** The engine polls every 30 s for work that another process has caused. */
const alertTimeoutMs = 45_000;

test("shows a price drop in the window, the inbox and the delivery log", async ({
  tidemark: { page, dataFolder },
}) => {
  test.setTimeout(120_000);
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
});
