import { callEngine } from "../support/call-engine.js";
import { importProduct, startOtherServer } from "../support/command-line.js";
import { scratchFolder } from "../support/disk.js";
import { expect, test } from "../support/electron.js";
import { productHtml, searchAnswer } from "../support/shop-site.js";

const name = "Northlight Trail Lantern 4000";
const gtin13 = "4006381333931";
const pages: Readonly<Record<string, string>> = {
  "/own": productHtml({ name, price: "49.99", gtin13 }),
  "/cheap": productHtml({ name: "Lantern 4000, green", price: "44.50", gtin13 }),
  "/case": productHtml({ name: "Trail Lantern 4000 by Northlight, carrying case", price: "9.99" }),
};

test("finds other shops with the shopper's search engine: two clicks after a paste, and one takes it back", async ({
  page,
  ui,
  openShop,
}) => {
  const searches: string[] = [];
  let results: string[] = [];
  const { port } = await openShop((path) => {
    if (!path.startsWith("/search?")) return pages[path] ?? "<h1>Nothing</h1>";
    searches.push(path);
    return searchAnswer(results);
  }, "0.0.0.0");
  const urlAt = (n: number, path: string) => `http://127.0.0.${n}:${port}${path}`;
  results = [
    urlAt(3, "/cheap"),
    urlAt(4, "/case"),
    "https://www.ebay.com/itm/1",
    "http://192.168.1.1/lantern",
  ];
  for (const url of results.slice(0, 2)) await ui.links.allow(url);

  await ui.settings.open("Shops");
  await page.getByLabel("Address of your SearXNG").fill(`http://127.0.0.1:${port}/search`);
  await page.getByRole("button", { name: "Test and save" }).click();
  await expect(page.getByText("It works, and is saved.")).toBeVisible();
  await expect(page.getByLabel("Address of your SearXNG")).toHaveValue(`http://127.0.0.1:${port}`);
  await ui.inspect("search-engine-setting");
  searches.length = 0;

  await ui.links.addAndOpen(urlAt(2, "/own"));
  const { offersSection } = ui.product;
  await expect(offersSection).toContainText(`127.0.0.1:${port} is told “${gtin13}”.`);
  expect(searches, "nothing is sent by looking").toEqual([]);

  await offersSection.getByRole("button", { name: "Search" }).click();
  const found = offersSection.getByRole("list", { name: "Also at" });
  await expect(found.getByRole("listitem")).toHaveCount(2);
  await expect(found.getByRole("listitem").first()).toContainText(/\$44\.50 127\.0\.0\.3.*Same barcode/);
  await expect(found.getByRole("listitem").last()).toContainText(/Similar name.*Very different price/);
  await expect(offersSection).toContainText("2 results were left out");
  expect(searches).toEqual([`/search?q=${gtin13}&format=json`]);
  await expect(ui.product.offers.getByRole("row")).toHaveCount(2);
  await ui.inspect("also-at");

  await found.getByRole("button", { name: "Add 127.0.0.3" }).click();
  await expect(ui.product.best).toContainText("$44.50", { timeout: 50_000 });
  await expect(ui.product.offers.getByRole("row")).toHaveCount(3);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(ui.product.offers.getByRole("row")).toHaveCount(2);
  await ui.photographInGerman("also-at");
});

test("offers searches in the browser to a shopper without a search engine", async ({
  page,
  ui,
  openShop,
}) => {
  const { origin } = await openShop((path) => pages[path] ?? "");
  await ui.links.addAndOpen(`${origin}/own`);
  const { offersSection } = ui.product;
  await expect(offersSection).toContainText(`Each looks for “${gtin13}”.`);
  for (const engine of ["DuckDuckGo", "Google Shopping", "Bing Shopping"])
    await expect(offersSection.getByRole("button", { name: engine })).toBeVisible();
  await ui.inspect("also-at-browser");
  await offersSection.getByRole("button", { name: "Use your own search engine…" }).click();
  await expect(page.getByLabel(/SearXNG/)).toBeVisible();
});

test("takes the prices that the shopper has on the first day, and gives them back", async ({
  page,
  ui,
  openShop,
}) => {
  const { origin } = await openShop((path) => pages[path] ?? "");
  await ui.links.addAndOpen(`${origin}/own`);
  await ui.product.history.getByRole("button", { name: "Bring prices you have" }).click();
  const dialog = page.getByRole("dialog", { name: "Bring prices you have" });
  const add = dialog.getByRole("button", { name: "Add these prices" });
  await page.keyboard.insertText("Name,Price\nLantern,5.00");
  await expect(dialog.getByRole("alert")).toContainText("It needs a column of dates and one of prices");
  await expect(add).toBeDisabled();
  await dialog.getByTestId("prices-file").setInputFiles({
    name: "keepa.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(
      "Date,Amazon\n2025-01-31,$55.00\n2025-06-30,$42.00\n2025-07-01,€40.00\n2025-10-31,soon",
    ),
  });
  await expect(dialog).toContainText("2 prices from");
  await expect(dialog).toContainText(
    "in USD for 127.0.0.1, between $42.00 and $55.00. They count for their days only.",
  );
  await expect(dialog).toContainText(
    "Left out: 1 price in another currency, 1 line that is not understood (line 5: The price is not an amount above 0.)",
  );
  await ui.inspect("bring-prices");
  await add.click();
  await expect(dialog).toHaveCount(0);
  await expect(ui.product.verdict).toContainText("$42.00");
  await expect(ui.product.chart).toBeVisible();
  await expect(ui.product.span).toContainText("Jan 31, 2025");
  await expect(ui.product.history.getByText("2 older prices of single days")).toBeVisible();
  await ui.inspect("brought-days");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(ui.product.verdict).not.toContainText("$42.00");
  await ui.photographInGerman("bring-prices");
});

test("asks a service for a product of one's own only after its price and what it is told", async ({
  page,
  ui,
  openShop,
}) => {
  const folder = scratchFolder("other");
  await importProduct(folder.path, {
    type: "product",
    service: "product/kettle/1",
    title: "Gooseneck Kettle",
    barcode: gtin13,
    offers: [
      {
        retailer: "shop.example",
        price: 60,
        currency: "USD",
        availability: "in",
        URL: "https://shop.example/kettle",
      },
    ],
  });
  const other = await startOtherServer(folder.path);
  try {
    const service = { base_url: other.base_url, key: other.api_key, name: "Workshop" };
    await callEngine(page, "upstreams.add", service);
    const { origin } = await openShop(() => productHtml({ name: "My kettle", price: "55.00", gtin13 }));
    await ui.links.addAndOpen(`${origin}/own`);
    const { history } = ui.product;
    await expect(history).toContainText(
      /Ask Workshop for the prices of the past year and for other shops: up to 369 of your [\d,]+ credits\./,
    );
    await expect(history).toContainText(`It is told the number ${gtin13}.`);
    await ui.photograph("service-question");
    await history.getByRole("button", { name: "Ask Workshop" }).click();
    await expect(ui.product.offers.getByRole("row")).toHaveCount(3);
    await page.keyboard.press("ControlOrMeta+z");
    await expect(ui.product.offers.getByRole("row")).toHaveCount(2);
    await expect(history.getByRole("button", { name: "Ask Workshop" })).toBeVisible();
  } finally {
    await other.stop();
    folder.remove();
  }
});
