import { callEngine } from "../support/call-engine.js";
import { importProduct } from "../support/command-line.js";
import { expect, test } from "../support/electron.js";
import { productHtml } from "../support/shop-site.js";

const page1 = "https://shop.example/p/lantern?utm_source=mail";

test("asks an archive only once the shopper agrees, and shows what it answers", async ({ page, ui }) => {
  const html = productHtml({ name: "Trail Lantern 400", price: "49.99" });
  const { links } = await callEngine(page, "links.add", { links: [{ text: page1, html }] });
  const waited = await callEngine(page, "links.wait", { ids: links.map(({ id }) => id) });
  const productKey = waited.links[0]?.product_key ?? "";
  await ui.product.open(productKey);
  const { history } = ui.product;
  await expect(history).toContainText("See older prices: ask the Internet Archive.");
  await expect(history).toContainText(
    "web.archive.org is told https://shop.example/p/lantern, and learns no more of you",
  );
  await expect(history.getByRole("button", { name: "Ask now" })).toBeVisible();
  await expect(history.getByRole("button", { name: "Always" })).toBeVisible();
  await ui.inspect("older-prices-question");
  expect(await callEngine(page, "history.samples", { product_key: productKey })).toMatchObject({
    state: "none",
  });

  await ui.settings.open("Shops");
  const always = page.getByRole("switch", { name: "Ask the Internet Archive for older prices" });
  await expect(always).not.toBeChecked();
  await always.click();
  await expect(always).toBeChecked();
  expect(await callEngine(page, "history.consent", {})).toEqual({ always: true });
  await ui.inspect("older-prices-setting");
  await always.click();
  await expect(always).not.toBeChecked();
  await ui.product.open(productKey);
  await ui.photographInGerman("older-prices-question");
});

test("shows the prices of archived pages as dots, in the verdict and in a list, and takes them back", async ({
  tidemark,
  page,
  ui,
}) => {
  const samples = [60, 45, 55, 70].map((price, i) => ({
    price,
    currency: "USD",
    availability: "in" as const,
    source: "archive",
    evidence: "json-ld:offers.price",
    timestamp: new Date(Date.now() - (700 - i * 170) * 86_400_000).toISOString(),
    url: `https://web.archive.org/web/2025010${i}120000id_/https://shop.example/p/lantern`,
  }));
  const productKey = await importProduct(tidemark.dataFolder, {
    type: "product",
    service: "product/lantern/old",
    title: "Trail Lantern 400",
    offers: [
      {
        id: "lantern",
        retailer: "shop.example",
        price: 49.99,
        currency: "USD",
        availability: "in",
        URL: "https://shop.example/p/lantern",
        samples,
      },
    ],
  });
  await ui.product.open(productKey);
  await expect(ui.product.verdict.getByRole("heading")).toHaveText("In between, by archived pages.");
  await expect(ui.product.verdict).toContainText(
    /Older prices from archived pages: \$45\.00 to \$70\.00; cheaper on 1 of 4/,
  );
  await expect(ui.product.chart).toBeVisible();
  await expect(
    ui.product.history.getByText("older prices from archived pages", { exact: true }),
  ).toBeVisible();
  await expect(ui.product.chart.locator(".copy-dot")).toHaveCount(4);
  const list = ui.product.history.getByText("4 older prices from archived pages");
  await list.click();
  await expect(
    ui.product.history.getByRole("button", { name: /^Open the copy of .* with \$45\.00$/ }),
  ).toBeVisible();
  await ui.inspect("older-prices");
  await ui.product.history.getByRole("button", { name: "Remove these prices" }).click();
  await expect(list).toBeHidden();
  await expect(ui.product.verdict).not.toContainText("archived");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(list).toBeVisible();
  await expect(ui.product.chart.locator(".copy-dot")).toHaveCount(4);
  await ui.photographInGerman("older-prices");
});
