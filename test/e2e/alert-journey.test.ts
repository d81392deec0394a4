import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { expect, test } from "../support/electron.js";
import { goTo, lookUp } from "../support/window.js";

interface PriceDrop {
  readonly productKey: string;
  readonly title: string;
  /** The price after the drop, in dollars. */
  readonly price: number;
  /** How far to move the clock for the price to have dropped. */
  readonly offsetMs: number;
}

/** Runs in a process of its own, because Playwright cannot load the sample's data files. */
function findPriceDrop(nowMs: number): PriceDrop {
  const args = [
    "--import",
    resolve("scripts/lib/run-typescript.mjs"),
    "test/support/find-sample-drop.ts",
    String(nowMs),
  ];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })) as PriceDrop;
}

test("alerts when a target set on the product page is reached", async ({ clock, page, ui }) => {
  const drop = findPriceDrop(Date.now());
  await lookUp(page, drop.productKey);
  await ui.product.watchSwitch.click();
  await ui.product.setFrequency("Hourly");
  await expect(ui.product.watching).toContainText(
    "Price drops worth knowing, from 5% · Back in stock, as for all products.",
  );
  await ui.product.target.fill(String(drop.price));
  await ui.product.watching.getByRole("button", { name: "Set target" }).click();
  const amount = drop.price.toLocaleString("en-US", { style: "currency", currency: "USD" });
  await expect(ui.product.watching).toContainText(`Target price ${amount}`);
  await expect(ui.product.watching).toContainText(
    "Price drops worth knowing, from 5% · Back in stock, as for all products.",
  );

  clock.advance(drop.offsetMs);
  // The product page announces the new price, too; only the alert gives the reason.
  const alerted = page.getByRole("status").filter({ hasText: "your target of" });
  await expect(alerted.first()).toContainText(`${amount} at sample-`, { timeout: 40_000 });
  await expect(ui.product.watching).toContainText(/Reached\. Alert sent .* at /);
  await goTo(page, "Alerts");
  const row = page.locator(".alert-days [data-row]").filter({ hasText: drop.title });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(`your target of ${amount}`);
});
