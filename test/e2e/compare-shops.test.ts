import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, waitForEngine } from "../support/electron.js";
import { addLink, allowHost, expectAccessible, goTo, lookUp, photograph } from "../support/window.js";

const gtin13 = "4006381333931";

/** Pages of the same coffee: the cheapest one asks for shipping, another takes orders ahead, one sells a larger bag, the last sells in its stores. */
const pages: Readonly<Record<string, string>> = {
  "/north": shopPage(12.99, "InStock", "<del>$15.99</del><p>$25.98 / kg</p><p>+ $4.90 shipping</p>"),
  "/south": shopPage(14.49, "InStock", "<p>Free shipping</p>"),
  "/west": shopPage(13.49, "PreOrder", "<p>+ $6.00 shipping</p>"),
  "/bulk": shopPage(22, "InStock", "<p>$22.00 / kg</p>"),
  "/store": shopPage(11.49, "InStoreOnly", "<p>Not available online</p>"),
};

function shopPage(price: number, availability: string, said: string): string {
  const offers = { "@type": "Offer", price, priceCurrency: "USD", availability };
  const data = { "@type": "Product", name: "Hill Espresso, whole beans", gtin13, offers };
  return `<!doctype html><html lang="en"><h1>Hill Espresso, whole beans</h1>
    <script type="application/ld+json">${JSON.stringify(data)}</script>
    <div><p class="price">$${price}</p>${said}<button>Add to cart</button></div></html>`;
}

async function startShops() {
  const server = createServer((request, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8").end(pages[request.url ?? ""] ?? "");
  });
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    urls: ["127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5"].map(
      (host, i) => `http://${host}:${port}${Object.keys(pages)[i]}`,
    ),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

test("compares three shops by price, shipping and price per unit", async ({ open }) => {
  const shops = await startShops();
  const tidemark = await open();
  const { page } = tidemark;
  try {
    await waitForEngine(page, "ready");
    for (const url of shops.urls.slice(0, 3)) await addLink(page, url);
    const box = page.getByRole("region", { name: "Best price" });
    await expect(box).toContainText("$12.99");
    await expect(box).toContainText("List price $15.99");
    await expect(box).toContainText("+ $4.90 shipping = $17.89");
    await expect(box).toContainText("Cheaper with shipping: $14.49 at 127.0.0.2");
    await expect(box).toContainText("$0.74 per oz");

    const offers = page.getByRole("table", { name: "Offers" });
    await expect(offers.getByRole("row", { name: /127\.0\.0\.2/ })).toContainText("Free shipping");
    await expect(offers.getByRole("row", { name: /127\.0\.0\.2/ })).toContainText("$0.82 per oz");
    await expect(offers.getByRole("row", { name: /127\.0\.0\.3/ })).toContainText("Pre-order");

    await page.getByRole("button", { name: "Size: 500 g" }).click();
    const dialog = page.getByRole("dialog", { name: "How much is in a pack?" });
    await dialog.getByRole("spinbutton", { name: "Amount" }).fill("1");
    await dialog.getByRole("combobox", { name: "Unit" }).click();
    await page.getByRole("option", { name: "kg" }).click();
    await photograph(tidemark, "pack-size");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(box).toContainText("$0.37 per oz");
    await photograph(tidemark, "compare-shops");
    await expectAccessible(page);

    await offers.getByRole("button", { name: "More for 127.0.0.1" }).click();
    await page.getByRole("menuitem", { name: "Remove this shop" }).click();
    await expect(box).toContainText("$13.49");
    await expect(offers.getByRole("row", { name: /127\.0\.0\.1/ })).toHaveCount(0);
    await page.keyboard.press("ControlOrMeta+z");
    await expect(box).toContainText("$12.99");
    await expect(offers.getByRole("row", { name: /127\.0\.0\.1/ })).toHaveCount(1);
  } finally {
    shops.close();
  }
});

test("names the size of each shop's pack where the shopper adds one of another size", async ({ open }) => {
  const shops = await startShops();
  const tidemark = await open();
  const { page } = tidemark;
  try {
    const [small = "", , , large = ""] = shops.urls;
    await waitForEngine(page, "ready");
    await addLink(page, small);
    await expect(page.getByRole("table", { name: "Offers" })).toContainText("$0.74 per oz");
    await expect(page.getByRole("table", { name: "Offers" })).not.toContainText("500 g");
    await allowHost(page, large);
    await lookUp(page, large);
    const card = page.getByRole("article");
    await expect(card).toContainText("Another shop for Hill Espresso, whole beans");
    await expect(card).toContainText("This page sells 1 kg for $22.00; the product is 500 g.");
    await card.getByRole("button", { name: "Add it anyway" }).click();
    await card.getByRole("button", { name: "Open", exact: true }).click();
    const offers = page.getByRole("table", { name: "Offers" });
    await expect(offers.getByRole("row", { name: /127\.0\.0\.1/ })).toContainText("500 g · $0.74 per oz");
    await expect(offers.getByRole("row", { name: /127\.0\.0\.4/ })).toContainText("1 kg · $0.62 per oz");
    await photograph(tidemark, "mixed-sizes");
  } finally {
    shops.close();
  }
});

test("tells on the card, in the offers and in the list that only stores sell a product", async ({ open }) => {
  const shops = await startShops();
  const tidemark = await open();
  const { page } = tidemark;
  try {
    const store = shops.urls.at(-1) ?? "";
    await waitForEngine(page, "ready");
    await allowHost(page, store);
    await lookUp(page, store);
    const card = page.getByRole("article");
    await expect(card).toContainText("In store only", { timeout: 40_000 });
    await photograph(tidemark, "store-only-card");
    await card.getByRole("button", { name: "Open", exact: true }).click();
    await expect(page.getByRole("table", { name: "Offers" })).toContainText("In store only");
    await goTo(page, "Watch list");
    await expect(page.getByRole("row", { name: /Hill Espresso/ })).toContainText("In store only");
    await photograph(tidemark, "store-only-list");
  } finally {
    shops.close();
  }
});
