import { expect, test } from "../support/electron.js";
import { type openShop, productHtml } from "../support/shop-site.js";

/** Pages of the same coffee: the cheapest one asks for shipping, another takes orders ahead, one sells a larger bag, the last sells in its stores. */
const pages: Readonly<Record<string, string>> = {
  "/north": shopPage(12.99, "InStock", "<del>$15.99</del><p>$25.98 / kg</p><p>+ $4.90 shipping</p>"),
  "/south": shopPage(
    14.49,
    "InStock",
    "<p>Free shipping</p><p>$13.49 after coupon</p><p>Member price: $12.49</p>",
  ),
  "/west": shopPage(13.49, "PreOrder", "<p>+ $6.00 shipping</p>"),
  "/bulk": shopPage(22, "InStock", "<p>$22.00 / kg</p>"),
  "/store": shopPage(11.49, "InStoreOnly", "<p>Not available online</p>"),
};

function shopPage(price: number, availability: string, said: string): string {
  const name = "Hill Espresso, whole beans";
  const head = `<html lang="en">${productHtml({ name, price, availability, gtin13: "4006381333931" })}`;
  return `${head}<div><p class="price">$${price}</p>${said}<button>Add to cart</button></div></html>`;
}

/** The links of the pages, each at a shop of its own. */
async function openShops(open: typeof openShop): Promise<string[]> {
  const { port } = await open((path) => pages[path] ?? "", "0.0.0.0");
  return Object.keys(pages).map((path, i) => `http://127.0.0.${i + 1}:${port}${path}`);
}

test("compares three shops by price, shipping, conditions and price per unit", async ({
  page,
  ui,
  openShop,
}) => {
  const urls = await openShops(openShop);
  for (const url of urls.slice(0, 3)) await ui.links.addAndOpen(url);
  await expect(ui.product.best).toContainText("$12.99");
  await expect(ui.product.best).toContainText("List price $15.99");
  await expect(ui.product.best).toContainText("+ $4.90 shipping = $17.89");
  await expect(ui.product.best).toContainText("Cheaper with shipping: $14.49 at 127.0.0.2");
  await expect(ui.product.best).toContainText("$0.74 per oz");

  await expect(ui.product.offers.getByRole("row", { name: /127\.0\.0\.2/ })).toContainText("$0.82 per oz");
  await expect(ui.product.offers.getByRole("row", { name: /127\.0\.0\.2/ })).toContainText(
    "For members $12.49; with the coupon on the page $13.49; free shipping",
  );
  await expect(ui.product.offers.getByRole("row", { name: /127\.0\.0\.3/ })).toContainText("Pre-order");

  await page.getByRole("button", { name: "Size: 500 g" }).click();
  const dialog = page.getByRole("dialog", { name: "How much is in a pack?" });
  await dialog.getByRole("spinbutton", { name: "Amount" }).fill("1");
  await dialog.getByRole("combobox", { name: "Unit" }).click();
  await page.getByRole("option", { name: "kg" }).click();
  await ui.inspect("pack-size");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(ui.product.best).toContainText("$0.37 per oz");
  await ui.inspect("compare-shops");

  await ui.product.offers.getByRole("button", { name: "More for 127.0.0.1" }).click();
  await page.getByRole("menuitem", { name: "Remove this shop" }).click();
  await expect(ui.product.best).toContainText("$13.49");
  await expect(ui.product.offers.getByRole("row", { name: /127\.0\.0\.1/ })).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(ui.product.best).toContainText("$12.99");
  await expect(ui.product.offers.getByRole("row", { name: /127\.0\.0\.1/ })).toHaveCount(1);
});

test("counts the price for members once the shopper says to be one, and shipping once it is to count", async ({
  page,
  ui,
  openShop,
}) => {
  const urls = await openShops(openShop);
  for (const url of urls.slice(0, 2)) await ui.links.addAndOpen(url);
  const south = ui.product.offers.getByRole("row", { name: /127\.0\.0\.2/ });
  await expect(ui.product.best).toContainText("$12.99");
  await south.getByRole("button", { name: "I am a member (127.0.0.2)" }).click();
  await expect(ui.product.best).toContainText("$12.49");
  await expect(ui.product.best).toContainText("With your membership; otherwise $14.49");
  await expect(south).toContainText("Best price");
  await ui.inspect("paid-as-member");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(ui.product.best).toContainText("$12.99");
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await expect(ui.product.best).toContainText("$12.49");
  await ui.watchList.open();
  await expect(ui.watchList.row(/Hill Espresso/)).toContainText("with your membership");
  await ui.photograph("paid-in-list");

  await ui.settings.open("Shops");
  await page.getByRole("switch", { name: "Count shipping" }).click();
  const counted = page.getByRole("list", { name: "Prices that count for you" });
  await expect(counted).toContainText("127.0.0.2 · prices for members · since");
  await ui.inspect("paying-settings");
  await counted.getByRole("button", { name: "Remove prices for members (127.0.0.2)" }).click();
  await expect(counted).toBeEmpty();
  await ui.watchList.open();
  await expect(ui.watchList.row(/Hill Espresso/)).toContainText("$14.49");
});

test("names the size of each shop's pack where the shopper adds one of another size", async ({
  ui,
  openShop,
}) => {
  const urls = await openShops(openShop);
  const [small = "", , , large = ""] = urls;
  await ui.links.addAndOpen(small);
  await expect(ui.product.offers).toContainText("$0.74 per oz");
  await expect(ui.product.offers).not.toContainText("500 g");
  await ui.links.add(large);
  await expect(ui.links.all).toContainText("Another shop for Hill Espresso, whole beans");
  await expect(ui.links.all).toContainText("This page sells 1 kg for $22.00; the product is 500 g.");
  await ui.links.all.getByRole("button", { name: "Add it anyway" }).click();
  await ui.links.all.getByRole("button", { name: "Open", exact: true }).click();
  await expect(ui.product.offers.getByRole("row", { name: /127\.0\.0\.1/ })).toContainText(
    "500 g · $0.74 per oz",
  );
  await expect(ui.product.offers.getByRole("row", { name: /127\.0\.0\.4/ })).toContainText(
    "1 kg · $0.62 per oz",
  );
  await ui.photograph("mixed-sizes");
});

test("tells on the card, in the offers and in the list that only stores sell a product", async ({
  ui,
  openShop,
}) => {
  const urls = await openShops(openShop);
  const store = urls.at(-1) ?? "";
  await ui.links.add(store);
  await expect(ui.links.all).toContainText("In store only", { timeout: 40_000 });
  await ui.photograph("store-only-card");
  await ui.links.all.getByRole("button", { name: "Open", exact: true }).click();
  await expect(ui.product.offers).toContainText("In store only");
  await ui.watchList.open();
  await expect(ui.watchList.row(/Hill Espresso/)).toContainText("In store only");
  await ui.photograph("store-only-list");
});
