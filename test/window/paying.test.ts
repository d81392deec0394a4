import { callEngine } from "../support/call-engine.js";
import { importProduct } from "../support/command-line.js";
import { expect, test } from "../support/electron.js";

const url = "https://shop.example/p/lantern";
const title = "Trail Lantern 400";

function isoDay(years: number, days: number): string {
  const date = new Date(Date.now() - days * 86_400_000);
  date.setUTCFullYear(date.getUTCFullYear() - years);
  return date.toISOString();
}

/** Two years of a price that fell each year for some days, and three archived copies from before. */
const past = {
  history: [1, 0].flatMap((years) => [
    { price: 99.99, timestamp: isoDay(years, 364) },
    { price: 69.99, timestamp: isoDay(years, 250) },
    { price: 89.99, timestamp: isoDay(years, 246) },
  ]),
  samples: [800, 830, 860].map((days, i) => ({
    price: 95,
    currency: "USD",
    availability: "in" as const,
    source: "archive",
    evidence: "json-ld:offers.price",
    timestamp: isoDay(0, days),
    url: `https://web.archive.org/web/2024010${i}120000id_/${url}`,
  })),
};

test("shows when to wait, whether the list price was ever asked, and the used offer with a target of its own", async ({
  tidemark,
  page,
  ui,
}) => {
  const said = "<del>$129.99</del><p>$79.99 after coupon</p><p>+ $4.99 shipping</p>";
  const html = `<html lang="en-US"><h1>${title}</h1><div><p class="price">$89.99</p>${said}</div><button>Add to cart</button></html>`;
  const { links } = await callEngine(page, "links.add", { links: [{ text: url, html }] });
  const waited = await callEngine(page, "links.wait", { ids: links.map(({ id }) => id) });
  const productKey = waited.links[0]?.product_key ?? "";
  const [own] = (await callEngine(page, "offers.terms", { product_key: productKey })).pages;
  const now = { currency: "USD", availability: "in", timestamp: new Date().toISOString() } as const;
  await importProduct(tidemark.dataFolder, {
    type: "product",
    title,
    service: productKey,
    offers: [
      { ...now, ...past, id: own?.offer_id ?? "", retailer: "shop.example", price: 89.99, URL: url },
      {
        ...now,
        id: "used",
        retailer: "again.example",
        price: 59.99,
        condition: "used",
        URL: "https://again.example/1",
      },
    ],
  });
  await ui.product.open(productKey);
  await expect(ui.product.verdict).toContainText(
    /It was cheapest in the (first|second|third|last) week of \w+ in 2 of 2 years\./,
  );
  await expect(ui.product.best).toContainText(
    /List price \$129\.99: asked on 0 of 7\d\d days and on none of 3 archived copies/,
  );
  await expect(ui.product.best).toContainText("With the coupon on the page $79.99; + $4.99 shipping");
  await expect(ui.product.best).toContainText("Used");
  await expect(ui.product.best.getByRole("button", { name: "$59.99 at again.example" })).toBeVisible();

  await ui.product.best.getByRole("button", { name: "Set a target for it" }).click();
  await ui.inspect("used-target");
  await page.getByRole("dialog").getByRole("button", { name: "Add rule" }).click();
  await expect(ui.product.rules).toContainText(/used/);
  const { rules } = await callEngine(page, "rules.list", { product_key: productKey });
  expect(rules.filter(({ product_key: key }) => key !== null)).toMatchObject([
    { condition: "used", trigger: { kind: "target" } },
  ]);
  expect(await callEngine(page, "watch.rows", { product_keys: [productKey] })).toMatchObject({
    rows: [{ target: null }],
  });
  await ui.inspect("paying");
  await ui.product.best.getByRole("button", { name: /^Count the coupon/ }).click();
  await expect(ui.product.best).toContainText(/\$79\.99.*With the coupon; otherwise \$89\.99/);
  await ui.photographInGerman("paying");
});
