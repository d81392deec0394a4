import { DAY_MS } from "../../src/shared/time.js";
import { callEngine, watch } from "../support/call-engine.js";
import { importProduct } from "../support/command-line.js";
import { expect, type RunningApp, test } from "../support/electron.js";
import { findHeadphones } from "../support/window.js";

function importLantern({ dataFolder }: RunningApp, price: number): Promise<string> {
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
  return importProduct(dataFolder, {
    type: "product",
    service: "product/lantern/bought",
    title: "Trail Lantern 400",
    score: { overall: 0.8 },
    review: {
      slug: "lantern",
      headline: "Bright",
      pros: [],
      cons: [],
      bottom_line: "Good.",
      scores: { overall: 0.8 },
    },
    offers: [
      {
        id: "lantern",
        retailer: "shop.example",
        price,
        currency: "USD",
        availability: "in",
        URL: "https://shop.example/p/lantern",
        timestamp: ago(0),
        history: [
          { price: 130, currency: "USD", timestamp: ago(60) },
          { price: 120, currency: "USD", timestamp: ago(50) },
          { price, currency: "USD", timestamp: ago(0) },
        ],
      },
    ],
  });
}

test("a product is bought with two acts, reported when it gets cheaper, and kept with what it saved", async ({
  tidemark,
  page,
  ui,
}) => {
  const productKey = await importLantern(tidemark, 100);
  await watch(page, [productKey]);
  const trigger = { kind: "target", price: 100, currency: "USD" } as const;
  await callEngine(page, "rules.save", { product_key: productKey, trigger });
  const { service: headphones } = await findHeadphones(page);
  await callEngine(page, "purchases.save", { product_key: headphones, price: 50, return_days: 14 });
  // The list offers it, too.
  const dialog = page.getByRole("dialog", { name: "Bought" });
  await ui.watchList.open();
  await ui.watchList.chooseForFirst("I bought it…");
  await expect(dialog.getByLabel("Price paid in USD")).toHaveValue("100");
  await page.keyboard.press("Escape");

  await ui.product.open(productKey);
  const atTarget = ui.product.best.getByRole("button", { name: "I bought it…" });

  // Two acts: the button, and Enter in a form that is filled already.
  await atTarget.click();
  await expect(dialog.getByLabel("Price paid in USD")).toHaveValue("100");
  await expect(dialog.getByLabel("Shop")).toHaveValue("shop.example");
  await expect(dialog.getByLabel("Days to return it")).toHaveValue("14");
  await ui.inspect("bought-dialog");
  await dialog.getByLabel("Price paid in USD").press("Enter");

  const bought = page.getByRole("region", { name: "Bought" });
  await expect(bought).toContainText(/Bought at shop\.exampleIt is checked until /);
  await expect(bought, "what the verdict says, the panel does not repeat").not.toContainText("$");
  await expect(atTarget).toBeHidden();
  await expect(ui.product.target).toBeHidden();
  const verdict = page.getByRole("region", { name: "Verdict" });
  await expect(verdict).toContainText(/You bought it\.You paid \$100\.00 on .*\. It still costs \$100\.00\./);
  await expect(bought.getByRole("button", { name: "Snooze" })).toBeVisible();

  await importLantern(tidemark, 70);
  const notice = page.getByRole("status").filter({ hasText: "$30.00 less than you paid, return until" });
  await expect(notice.first()).toBeVisible();
  await expect(verdict).toContainText("It costs $70.00 now, $30.00 less.");
  await expect(page.getByRole("region", { name: "Expert review" })).toContainText("80");
  await expect(
    page.getByRole("region", { name: "Details" }),
    "has nothing that the review lacks",
  ).toBeHidden();
  await ui.inspect("bought-product");

  await ui.watchList.fill(3);
  await ui.watchList.open();
  await expect(ui.watchList.rows).toHaveCount(2);
  await page.locator(".chip").filter({ hasText: "Bought" }).click();
  const list = page.getByRole("region", { name: "Bought" });
  await expect(list).toContainText(/\$150\.00 for 2 products\. Saved \$[\d.]+ against the usual price\./);
  const row = list.getByRole("listitem").filter({ hasText: "Trail Lantern 400" });
  await expect(row).toContainText(/return until .* · now \$30\.00 less than you paid/);
  await ui.inspect("bought-list");
  await ui.photographInGerman("bought-list");
  await page.locator(".row").filter({ hasText: "Trail Lantern 400" }).click();
  await ui.photographInGerman("bought-product");

  await ui.watchList.open();
  for (const left of [1, 0]) {
    await list.getByRole("button", { name: "No longer bought" }).first().click();
    await expect(list.getByRole("listitem")).toHaveCount(left);
  }
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(ui.watchList.rows.first()).toBeVisible();
});
