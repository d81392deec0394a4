import type { Page } from "@playwright/test";
import { callEngine } from "../support/call-engine.js";
import { expect, test } from "../support/electron.js";
import { embedData, productHtml } from "../support/shop-site.js";
import { screenshot } from "../support/window.js";

const blocked = { status: 403, html: "Access denied" };

async function targets(page: Page): Promise<number[]> {
  const { rules } = await callEngine(page, "rules.list", {});
  return rules.flatMap(({ trigger }) => (trigger.kind === "target" ? [trigger.price] : []));
}

test("watches a pasted link with a target in two acts", async ({ app, page, ui, openShop }) => {
  const shop = await openShop(() => productHtml());
  await ui.links.allow(shop.origin);
  await app.evaluate(({ clipboard }, text) => clipboard.writeText(text), shop.url);
  await ui.lookUpBox.focus();
  // Act 1: paste and Enter.
  await page.keyboard.press("ControlOrMeta+v");
  await expect(page.getByRole("option", { name: /^Add and watch this page of 127\.0\.0\.1/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(ui.links.target).toBeFocused();
  await expect(ui.links.target).toHaveValue("47.50");
  await ui.photograph("added-link");
  await ui.links.target.focus();
  await ui.expectAccessible();
  // Act 2: Enter.
  await page.keyboard.press("Enter");
  await expect(page.getByText("You get an alert at $47.50 or less.")).toBeVisible();
  expect(await targets(page)).toEqual([47.5]);
  // The form for more takes the focus, not the card of the link before.
  await ui.links.openAddMany();
  await expect(ui.links.lines).toBeFocused();
  await ui.watchList.open();
  const row = ui.watchList.row(/Trail Lantern 4000/);
  await expect(row).toContainText("$49.99");
  // The price has not moved: there is no gauge yet to show the target.
  for (const [language, words] of [
    ["de", "Ziel 47,50\u00a0$"],
    ["en", "Target $47.50"],
  ] as const) {
    await page.evaluate((said) => window.tidemark.invoke("settings:update", { language: said }), language);
    for (const width of [800, 1_280]) {
      await ui.resizeTo({ width, height: 800 });
      await expect(row.getByText(words)).toBeInViewport({ ratio: 1 });
    }
    await ui.photograph(`watched-target-${language}`);
  }
  await ui.expectAccessible();
  // A link that is known opens its product.
  await ui.lookUp(shop.url);
  await expect(ui.product.title("Trail Lantern 4000")).toBeVisible();
});

test("adds another shop to a product, and takes it back", async ({ page, ui, openShop }) => {
  const own = await openShop(() => productHtml());
  const other = await openShop(() => productHtml({ name: "Lantern", price: "55.99" }));
  await ui.links.allow(other.url);
  await ui.links.addAndOpen(own.url);
  await ui.product.addAnotherShop(other.url);
  const notice = page.getByText("127.0.0.1 joins Trail Lantern 4000: $55.99, $6.00 dearer than the best.");
  await expect(notice).toBeVisible();
  await expect(ui.product.offers).toContainText("$55.99");
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  // A message stays as long as it has the focus.
  await undo.focus();
  await ui.photograph("another-shop");
  await undo.click();
  await expect(ui.product.offers).not.toContainText("$55.99");
  await expect(ui.product.offers).toContainText("$49.99");
});

test("asks before a page of another pack size joins, and watches it as a product of its own", async ({
  ui,
  openShop,
}) => {
  const perfume = (size: string, price: string) =>
    openShop(() => productHtml({ name: `Fjord Eau de Toilette ${size}`, price }));
  const large = await perfume("100 ml", "98.00");
  const small = await perfume("50 ml", "65.00");
  await ui.links.allow(small.url);
  await ui.links.addAndOpen(large.url);
  await ui.product.addAnotherShop(small.url);
  const question = ui.product.offersSection.getByRole("region", { name: "Another size?" });
  await expect(question).toContainText("This page sells 50 ml for $65.00; the product is 100 ml.");
  await expect(ui.product.best).toContainText("$98.00");
  await ui.inspect("another-size");
  await question.getByRole("button", { name: "Watch it as a product of its own" }).click();
  await expect(ui.links.all.getByRole("heading", { name: "Fjord Eau de Toilette 50 ml" })).toBeVisible();
  await expect(ui.links.all).not.toContainText("Another shop for");
  await expect(ui.links.target).toHaveValue("62");
  await ui.watchList.open();
  await expect(ui.watchList.row(/100 ml/)).toContainText("$98.00");
  await expect(ui.watchList.row(/50 ml/)).toContainText("$65.00");
});

test("suggests a target below the price of a cheaper shop that joins", async ({ ui, openShop }) => {
  const shops = await Promise.all(
    ["80.00", "60.00"].map((price) => openShop(() => productHtml({ price, gtin13: "4006381333931" }))),
  );
  for (const [index, shop] of shops.entries()) {
    await ui.links.add(shop.url);
    await expect(ui.links.target).toHaveValue(["76", "57"][index] ?? "");
    await expect(ui.links.target).toBeFocused();
  }
});

test("fits a long price into its card", async ({ ui, openShop }) => {
  const prices = [
    ["12499.00", "CHF"],
    ["3199.00", "CHF"],
    ["1234567.00", "SEK"],
  ] as const;
  for (const [price, currency] of prices) {
    const shop = await openShop(() => productHtml({ price, currency }));
    await ui.links.addAndOpen(shop.url);
    const hero = ui.product.best.getByRole("strong").first();
    await expect(hero).toContainText(Number(price).toLocaleString("en"));
    for (const [width, height] of [
      [1_200, 800],
      [1_600, 1_000],
    ] as const) {
      await ui.resizeTo({ width, height });
      const measured = await hero.evaluate((price) => {
        const box = price.closest(".price-box") ?? price;
        const root = document.documentElement;
        return {
          fontSize: Number.parseFloat(getComputedStyle(price).fontSize),
          isInside: box.scrollWidth <= box.clientWidth && root.scrollWidth <= root.clientWidth,
        };
      });
      expect(measured.isInside).toBe(true);
      expect(measured.fontSize).toBeGreaterThanOrEqual(28);
    }
  }
});

test("asks for what another shop needs on the product's own page", async ({ page, ui, openShop }) => {
  const own = await openShop(() => productHtml());
  const other = await openShop(() => productHtml({ price: "45.99" }));
  // An open link that has nothing to do with the product.
  await ui.lookUp("http://127.0.0.1:9/p/tent");
  await expect(page.getByText(/private network/)).toBeVisible();
  await ui.links.addAndOpen(own.url);
  await ui.product.addAnotherShop(other.url);
  const card = ui.product.offersSection.getByRole("article", { name: new URL(other.url).host });
  await expect(card).toContainText("private network");
  await expect(ui.product.title("Trail Lantern 4000")).toBeVisible();
  await ui.photograph("another-shop-question");
  await screenshot(ui.product.offersSection, "another-shop-card");
  await card.getByRole("button", { name: /^Allow 127\.0\.0\.1/ }).click();
  await expect(ui.product.offers).toContainText("$45.99", { timeout: 40_000 });
  await expect(page.getByText(/^127\.0\.0\.1 joins Trail Lantern 4000/)).toBeVisible();
  await expect(card).toHaveCount(0);
  await ui.expectAccessible();
});

test("merges another shop's page that is a product of its own, and undoes it", async ({
  page,
  ui,
  openShop,
}) => {
  const own = await openShop(() => productHtml());
  const other = await openShop(() => productHtml({ name: "Camp Lamp", price: "55.99" }));
  await ui.links.addAndOpen(other.url);
  await ui.links.addAndOpen(own.url);
  await ui.product.addAnotherShop(other.url);
  await expect(page.getByText(/belongs to another product on your list/)).toBeVisible();
  await expect(page.getByText("Their packs differ in size")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Merge the two" })).toHaveClass(/primary/);
  await page.getByRole("button", { name: "Merge the two" }).click();
  await expect(ui.product.title("Trail Lantern 4000")).toBeVisible();
  await expect(ui.product.offers).toContainText("$55.99");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(ui.product.offers).not.toContainText("$55.99");
  await expect(ui.product.title("Trail Lantern 4000")).toBeVisible();
  await page.getByRole("button", { name: "Watch list" }).click();
  await expect(ui.watchList.row("Camp Lamp")).toContainText("$55.99");
});

test("warns before a merge from a card if the titles name different pack sizes", async ({ ui, openShop }) => {
  const tea = (size: string) => openShop(() => productHtml({ name: `Ceylon Tea ${size}` }));
  const small = await tea("200 g");
  const large = await tea("1 kg");
  await ui.links.addAndOpen(large.url);
  await ui.links.addAndOpen(small.url);
  await ui.product.addAnotherShop(large.url);
  const card = ui.product.offersSection.getByRole("article", { name: new URL(large.url).host });
  await expect(card).toContainText("Their packs differ in size");
  await expect(card.getByRole("button", { name: "Merge the two" })).not.toHaveClass(/primary/);
  await ui.inspect("merge-of-other-sizes");
});

test("says that a price far from the usual one is held, and counts it when the shopper says so", async ({
  ui,
  openShop,
}) => {
  let price = "49.99";
  const shop = await openShop(() => productHtml({ price }));
  await ui.links.addAndOpen(shop.url);
  price = "4.99";
  await ui.product.checkNow();
  await expect(ui.product.best).toContainText("The page now shows $4.99.", { timeout: 40_000 });
  await expect(ui.product.best).toContainText("$49.99");
  await ui.inspect("held-price");
  await ui.product.best.getByRole("button", { name: "Use $4.99" }).click();
  await expect(ui.product.best).not.toContainText("$49.99");
  await expect(ui.product.best).not.toContainText("The page now shows");
});

test("does not call an offer in stock whose page is gone", async ({ ui, openShop }) => {
  let status = 200;
  const shop = await openShop(() => ({ status, html: status === 200 ? productHtml() : "Not found" }));
  await ui.links.addAndOpen(shop.url);
  await expect(ui.product.offers).toContainText("In stock");
  status = 404;
  await ui.product.checkNow();
  await expect(ui.product.offers).toContainText("Page gone", { timeout: 40_000 });
  await expect(ui.product.offers).not.toContainText("In stock");
  await expect(ui.product.best).toContainText("Last price");
  await expect(ui.product.best).not.toContainText("Checked");
});

test("watches a sold-out product without a price until it is back", async ({ page, ui, openShop }) => {
  let offer: object = { availability: "https://schema.org/OutOfStock" };
  const data = () => ({
    "@type": "Product",
    name: "Trail Lantern 4000",
    offers: { "@type": "Offer", priceCurrency: "USD", ...offer },
  });
  const shop = await openShop(() => `${embedData(data())}<h1>Trail Lantern 4000</h1>`);
  await ui.links.add(shop.url);
  await expect(
    ui.links.unread.getByRole("heading", { name: "Trail Lantern 4000 is out of stock" }),
  ).toBeVisible();
  await ui.photograph("sold-out-link");
  await ui.links.unread.getByRole("button", { name: "Watch until it is back" }).click();
  await expect(ui.links.all).toContainText("Out of stock now. Tidemark keeps checking.");
  await ui.links.open();
  await expect(page.getByText("You get an alert when it is back.")).toBeVisible();
  await expect(ui.product.best).toContainText("Out of stock at every shop");
  await expect(ui.product.offers).toContainText("Out of stock");
  await expect(ui.product.offers).toContainText("No price yet");
  await expect(ui.product.history).toContainText("No price yet. The chart begins with the first one.");
  await expect(ui.product.history.getByRole("radio")).toHaveCount(0);
  await expect(ui.product.watching).toContainText("It counts from the first price in this currency on.");
  await expect(ui.product.offers.getByRole("button", { name: /^More for/ })).toBeVisible();
  await ui.photograph("sold-out-product");
  offer = { price: 49.99, availability: "https://schema.org/InStock" };
  await ui.product.checkNow();
  await expect(ui.product.best).toContainText("$49.99", { timeout: 40_000 });
  await expect(ui.product.target).toBeVisible();
});

test("keeps links that are still open below a new one, and drops them with an undo", async ({
  page,
  ui,
  openShop,
}) => {
  const refusing = await openShop(() => blocked);
  const shop = await openShop(() => productHtml());
  await ui.links.add(refusing.url);
  await expect(page.getByText("The shop blocks automated visits.")).toBeVisible();
  await ui.links.add(shop.url);
  await expect(ui.links.all.first()).toContainText("$49.99");
  const earlier = page.getByRole("region", { name: "Still waiting for you" });
  await expect(earlier).toContainText("The shop blocks automated visits.");
  await ui.inspect("earlier-links");
  await earlier.getByRole("button", { name: "Remove open links" }).click();
  await expect(earlier).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(earlier).toContainText("The shop blocks automated visits.");
});

test("takes the price of a shop that refuses programs from the shopper", async ({ page, ui, openShop }) => {
  const shop = await openShop(() => blocked);
  await ui.links.allow(shop.origin);
  await ui.lookUp(`${shop.url}?variant=${"0123456789".repeat(16)}`);
  await expect(ui.links.unread).toContainText("The shop blocks automated visits.");
  await expect(ui.links.unread).not.toContainText("ERR_");
  await ui.photograph("blocked-link");
  await ui.links.unread.getByRole("button", { name: "Enter the price" }).click();
  await page.keyboard.type("Trail Lantern 4000");
  await page.keyboard.press("Tab");
  await page.keyboard.type("£44,50");
  await expect(ui.links.unread.getByRole("combobox", { name: "Currency" })).toHaveText("GBP · British Pound");
  await ui.inspect("price-by-hand");
  // What is typed stays, also in a new window.
  await page.getByRole("button", { name: "Settings" }).click();
  await page.reload();
  await ui.links.open();
  await expect(ui.links.unread.getByLabel("Product", { exact: true })).toHaveValue("Trail Lantern 4000");
  await expect(ui.links.unread.getByLabel("Price", { exact: true })).toHaveValue("£44,50");
  await expect(ui.links.unread.getByRole("combobox", { name: "Currency" })).toHaveText("GBP · British Pound");
  await ui.links.unread.getByRole("button", { name: "Watch it" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Trail Lantern 4000" })).toBeVisible();
  await expect(ui.links.all).toContainText("£44.50");
  await ui.links.open();
  await expect(ui.product.best).toContainText("Entered by hand just now");
  await page.getByRole("button", { name: "Wrong price?" }).click();
  await expect(page.getByRole("dialog", { name: "Correct a price" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(ui.product.offers).toContainText("Entered by hand");
  await ui.product.chooseForOffer("Correct the price you entered…");
  const dialog = page.getByRole("dialog", { name: "Correct a price" });
  await dialog.getByLabel("Price in GBP").fill("$43,90");
  await expect(dialog).toContainText("Prices of this shop in GBP are removed.");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(ui.product.offers).toContainText("$43.90");
  await expect(ui.product.offers).toContainText("Entered by hand");
  await ui.photograph("price-entered");
});
