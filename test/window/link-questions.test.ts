import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "../support/electron.js";
import { embedData, productHtml } from "../support/shop-site.js";

function variant(size: string, price: number) {
  return {
    "@type": "Product",
    name: `Trail Lantern ${size}`,
    size,
    offers: { "@type": "Offer", price, priceCurrency: "USD", availability: "InStock" },
  };
}

/** After the user's answer the page is fetched again, at least 5 s after the first fetch. */
const refetchTimeout = { timeout: 40_000 };
const gtin13 = "0036000291452";
const pages: Readonly<Record<string, string>> = {
  "/sizes": `<html lang="en"><h1>Trail Lantern</h1>${embedData({
    "@type": "ProductGroup",
    name: "Trail Lantern",
    hasVariant: [variant("Small", 29.5), variant("Large", 44), variant("Extra large", 61.25)],
  })}`,
  "/dollars": productHtml({ name: "Wool Blanket", price: 79, gtin13 }),
  "/euros": productHtml({ name: "Wolldecke", price: 64.9, currency: "EUR", gtin13 }),
};

test("lets the user pick a price on a page with several", async ({ ui, openShop }) => {
  const { origin } = await openShop((path) => pages[path] ?? "");
  await ui.links.add(`${origin}/sizes`);
  const question = ui.links.question("Which price is meant?");
  await expect(question.getByRole("listitem")).toHaveCount(3);
  await expect(question.getByRole("button", { name: /None of these/ })).toBeVisible();
  await ui.inspect("pick-price");
  await question
    .getByRole("button", { name: /Large \$44\.00/ })
    .first()
    .click();
  await ui.links.open();
  await expect(ui.product.best).toContainText("$44.00");
});

test("keeps prices in two currencies apart, and converts them once asked", async ({
  page,
  ui,
  dataFolder,
  openShop,
}) => {
  const rates = { date: "2026-03-02", fetched_ms: Date.now(), per_euro: { USD: 2 } };
  writeFileSync(join(dataFolder, "exchange-rates.json"), JSON.stringify(rates));
  const { origin } = await openShop((path) => pages[path] ?? "");
  await ui.links.add(`${origin}/dollars`);
  await ui.links.open();
  await expect(ui.product.best).toContainText("$79.00");
  await ui.links.add(`${origin}/euros`);
  await ui.links.open();
  await expect(ui.product.best).toContainText("$79.00");
  await ui.product.showCurrency("EUR");
  await expect(ui.product.best).toContainText("€64.90", refetchTimeout);
  await expect(ui.product.offers).toContainText("€64.90");
  await ui.inspect("foreign-prices");

  await ui.product.showCurrency("USD");
  await expect(ui.product.best).toContainText("$79.00");
  const ask = page.getByRole("button", { name: "Show approximate amounts" });
  await ask.click();
  const dialog = page.getByRole("dialog", { name: "Also show prices in" });
  await expect(dialog).toContainText("once a day");
  await expect(dialog.getByRole("combobox")).toContainText("USD");
  await ui.inspect("own-currency-dialog");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await ask.click();
  await dialog.getByRole("button", { name: "Show" }).click();
  await expect(ask).toHaveCount(0);
  await expect(ui.product.offers.getByText("about $129.80")).toHaveAttribute("title", /Mar 2, 2026/);
  await ui.product.showCurrency("EUR");
  await expect(ui.product.best).toContainText("about $129.80");
});
