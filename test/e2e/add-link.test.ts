import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { expect, test, waitForEngine } from "../support/electron.js";
import {
  addLink,
  allowHost,
  expectAccessible,
  goTo,
  lookUp,
  lookUpBox,
  photograph,
  resizeTo,
  screenshot,
} from "../support/window.js";

const productHtml = `<!doctype html><title>Trail Lantern 4000 | Northlight</title><h1>Trail Lantern 4000</h1>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Trail Lantern 4000",
"brand":{"@type":"Brand","name":"Northlight"},"offers":{"@type":"Offer","price":"49.99","priceCurrency":"USD",
"availability":"https://schema.org/InStock"}}</script><p class="price">$49.99</p>`;

async function startShop(answer: () => { readonly status: number; readonly html: string }) {
  const server = createServer((_request, response) => {
    const { status, html } = answer();
    response.writeHead(status, { "Content-Type": "text/html" }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { origin, url: `${origin}/p/lantern`, close };
}

/** Adds the shop's page, and opens the page of its product. */
async function openAdded(page: Page, { origin, url }: { readonly origin: string; readonly url: string }) {
  await waitForEngine(page, "ready");
  await allowHost(page, origin);
  await lookUp(page, url);
  await page.getByRole("article").getByRole("button", { name: "Open", exact: true }).click();
}

function targets(page: Page) {
  return page.evaluate(async () => {
    const listed = await window.tidemark.invoke("engine:call", "rules.list", {});
    return listed.ok
      ? listed.data.rules.flatMap(({ trigger }) => (trigger.kind === "target" ? [trigger.price] : []))
      : [];
  });
}

function countProducts(page: Page) {
  return page.evaluate(async () => {
    const info = await window.tidemark.invoke("engine:call", "app.info", {});
    return info.ok ? info.data.products : undefined;
  });
}

test("watches a pasted link with a target in two acts", async ({ tidemark }) => {
  const { app, page } = tidemark;
  const shop = await startShop(() => ({ status: 200, html: productHtml }));
  try {
    await waitForEngine(page, "ready");
    await allowHost(page, shop.origin);
    await app.evaluate(({ clipboard }, text) => clipboard.writeText(text), shop.url);
    await lookUpBox(page).focus();
    // Act 1: paste and Enter.
    await page.keyboard.press("ControlOrMeta+v");
    await expect(
      page.getByRole("option", { name: /^Add and watch this page of 127\.0\.0\.1/ }),
    ).toBeVisible();
    await page.keyboard.press("Enter");
    const target = page.getByRole("textbox", { name: "Target price in USD" });
    await expect(target).toBeFocused();
    await expect(target).toHaveValue("47");
    await photograph(tidemark, "added-link");
    await target.focus();
    await expectAccessible(page);
    // Act 2: Enter.
    await page.keyboard.press("Enter");
    await expect(page.getByText("You get an alert at $47.00 or less.")).toBeVisible();
    expect(await targets(page)).toEqual([47]);
    await goTo(page, "Watch list");
    const row = page.getByRole("row", { name: /Trail Lantern 4000/ });
    await expect(row).toContainText("$49.99");
    // The price has not moved: there is no gauge yet to show the target.
    for (const [language, words] of [
      ["de", "Ziel 47,00\u00a0$"],
      ["en", "Target $47.00"],
    ] as const) {
      await page.evaluate((said) => window.tidemark.invoke("settings:update", { language: said }), language);
      for (const width of [800, 1_280]) {
        await resizeTo(tidemark, { width, height: 800 });
        await expect(row.getByText(words)).toBeInViewport({ ratio: 1 });
      }
      await photograph(tidemark, `watched-target-${language}`);
    }
    await expectAccessible(page);
    // A link that is known opens its product.
    await lookUp(page, shop.url);
    await expect(page.getByRole("heading", { level: 1, name: "Trail Lantern 4000" })).toBeVisible();
  } finally {
    shop.close();
  }
});

test("removes what a link has added when that is undone", async ({ tidemark: { page } }) => {
  const shop = await startShop(() => ({ status: 200, html: productHtml }));
  try {
    await waitForEngine(page, "ready");
    await allowHost(page, shop.origin);
    const before = await countProducts(page);
    await lookUp(page, shop.url);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(page.getByRole("textbox", { name: /^One per line/ })).toBeVisible();
    await goTo(page, "Watch list");
    await expect(page.getByRole("heading", { name: "Nothing is watched yet" })).toBeVisible();
    expect(await countProducts(page)).toBe(before);
  } finally {
    shop.close();
  }
});

test("asks before it contacts a shop inside the local network", async ({ tidemark }) => {
  const { page } = tidemark;
  const shop = await startShop(() => ({ status: 200, html: productHtml }));
  try {
    await waitForEngine(page, "ready");
    await lookUp(page, shop.url);
    await expect(page.getByText(/private network/)).toBeVisible();
    await photograph(tidemark, "allow-host");
    await page.getByRole("button", { name: /^Allow 127\.0\.0\.1:\d+ and add the page/ }).click();
    await expect(page.getByRole("heading", { level: 2, name: "Trail Lantern 4000" })).toBeVisible();
  } finally {
    shop.close();
  }
});

test("adds another shop to a product, and takes it back", async ({ tidemark }) => {
  const { page } = tidemark;
  const shops = await Promise.all([
    startShop(() => ({ status: 200, html: productHtml })),
    startShop(() => ({
      status: 200,
      html: productHtml.replaceAll("Trail Lantern 4000", "Lantern").replaceAll("49.99", "55.99"),
    })),
  ]);
  try {
    await waitForEngine(page, "ready");
    for (const shop of shops) await allowHost(page, shop.origin);
    await addLink(page, shops[0]?.url ?? "");
    const offers = page.getByRole("region", { name: "Offers" });
    await offers.getByRole("button", { name: "Add another shop" }).click();
    await page.keyboard.insertText(shops[1]?.url ?? "");
    await page.keyboard.press("Enter");
    const notice = page.getByText("127.0.0.1 joins Trail Lantern 4000: $55.99, $6.00 dearer than the best.");
    await expect(notice).toBeVisible();
    await expect(offers.getByRole("table")).toContainText("$55.99");
    const undo = page.getByRole("button", { name: "Undo", exact: true });
    // A message stays as long as it has the focus.
    await undo.focus();
    await photograph(tidemark, "another-shop");
    await undo.click();
    await expect(offers.getByRole("table")).not.toContainText("$55.99");
    await expect(offers.getByRole("table")).toContainText("$49.99");
  } finally {
    for (const shop of shops) shop.close();
  }
});

test("asks before a page of another pack size joins, and watches it as a product of its own", async ({
  tidemark,
}) => {
  const { page } = tidemark;
  const perfume = (size: string, price: string) =>
    startShop(() => ({
      status: 200,
      html: productHtml
        .replaceAll("Trail Lantern 4000", `Fjord Eau de Toilette ${size}`)
        .replaceAll("49.99", price),
    }));
  const shops = await Promise.all([perfume("100 ml", "98.00"), perfume("50 ml", "65.00")]);
  const [large, small] = shops;
  try {
    await waitForEngine(page, "ready");
    for (const shop of shops) await allowHost(page, shop.origin);
    await addLink(page, large.url);
    const offers = page.getByRole("region", { name: "Offers" });
    await offers.getByRole("button", { name: "Add another shop" }).click();
    await page.keyboard.insertText(small.url);
    await page.keyboard.press("Enter");
    const question = offers.getByRole("region", { name: "Another size?" });
    await expect(question).toContainText("This page sells 50 ml for $65.00; the product is 100 ml.");
    await expect(page.getByRole("region", { name: "Best price" })).toContainText("$98.00");
    await photograph(tidemark, "another-size");
    await expectAccessible(page);
    await question.getByRole("button", { name: "Watch it as a product of its own" }).click();
    const card = page.getByRole("article");
    await expect(card.getByRole("heading", { name: "Fjord Eau de Toilette 50 ml" })).toBeVisible();
    await expect(card).not.toContainText("Another shop for");
    await expect(page.getByRole("textbox", { name: "Target price in USD" })).toHaveValue("61");
    await goTo(page, "Watch list");
    await expect(page.getByRole("row", { name: /100 ml/ })).toContainText("$98.00");
    await expect(page.getByRole("row", { name: /50 ml/ })).toContainText("$65.00");
  } finally {
    for (const shop of shops) shop.close();
  }
});

test("suggests a target below the price of a cheaper shop that joins", async ({ tidemark: { page } }) => {
  const html = productHtml.replace('"@type":"Product",', '"@type":"Product","gtin13":"4006381333931",');
  const shops = await Promise.all(
    ["80.00", "60.00"].map((price) =>
      startShop(() => ({ status: 200, html: html.replaceAll("49.99", price) })),
    ),
  );
  try {
    await waitForEngine(page, "ready");
    for (const [index, shop] of shops.entries()) {
      await allowHost(page, shop.origin);
      await lookUp(page, shop.url);
      const target = page.getByRole("textbox", { name: "Target price in USD" });
      await expect(target).toHaveValue(["76", "57"][index] ?? "");
      await expect(target).toBeFocused();
    }
  } finally {
    for (const shop of shops) shop.close();
  }
});

test("fits a long price into its card", async ({ tidemark }) => {
  const { page } = tidemark;
  const prices = [
    ["12499.00", "CHF"],
    ["3199.00", "CHF"],
    ["1234567.00", "SEK"],
  ] as const;
  for (const [price, currency] of prices) {
    const html = productHtml.replaceAll("49.99", price).replace("USD", currency);
    const shop = await startShop(() => ({ status: 200, html }));
    try {
      await openAdded(page, shop);
      const hero = page.getByRole("region", { name: "Best price" }).getByRole("strong").first();
      await expect(hero).toContainText(Number(price).toLocaleString("en"));
      for (const [width, height] of [
        [1_200, 800],
        [1_600, 1_000],
      ] as const) {
        await resizeTo(tidemark, { width, height });
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
    } finally {
      shop.close();
    }
  }
});

test("asks for what another shop needs on the product's own page", async ({ tidemark }) => {
  const { page } = tidemark;
  const shops = await Promise.all([
    startShop(() => ({ status: 200, html: productHtml })),
    startShop(() => ({ status: 200, html: productHtml.replaceAll("49.99", "45.99") })),
  ]);
  const [own, another] = shops;
  try {
    await waitForEngine(page, "ready");
    // An open link that has nothing to do with the product.
    await lookUp(page, "http://127.0.0.1:9/p/tent");
    await expect(page.getByText(/private network/)).toBeVisible();
    await addLink(page, own?.url ?? "");
    const offers = page.getByRole("region", { name: "Offers" });
    await offers.getByRole("button", { name: "Add another shop" }).click();
    await page.keyboard.insertText(another?.url ?? "");
    await page.keyboard.press("Enter");
    const card = offers.getByRole("article", { name: new URL(another?.url ?? "").host });
    await expect(card).toContainText("private network");
    await expect(page.getByRole("heading", { level: 1, name: "Trail Lantern 4000" })).toBeVisible();
    await photograph(tidemark, "another-shop-question");
    await screenshot(offers, "another-shop-card");
    await card.getByRole("button", { name: /^Allow 127\.0\.0\.1/ }).click();
    await expect(offers.getByRole("table")).toContainText("$45.99", { timeout: 40_000 });
    await expect(page.getByText(/^127\.0\.0\.1 joins Trail Lantern 4000/)).toBeVisible();
    await expect(card).toHaveCount(0);
    await expectAccessible(page);
  } finally {
    for (const shop of shops) shop.close();
  }
});

test("merges another shop's page that is a product of its own, and undoes it", async ({
  tidemark: { page },
}) => {
  const shops = await Promise.all([
    startShop(() => ({ status: 200, html: productHtml })),
    startShop(() => ({
      status: 200,
      html: productHtml.replaceAll("Trail Lantern 4000", "Camp Lamp").replaceAll("49.99", "55.99"),
    })),
  ]);
  try {
    await waitForEngine(page, "ready");
    for (const shop of shops) await allowHost(page, shop.origin);
    await addLink(page, shops[1]?.url ?? "");
    await addLink(page, shops[0]?.url ?? "");
    const offers = page.getByRole("region", { name: "Offers" });
    await offers.getByRole("button", { name: "Add another shop" }).click();
    await page.keyboard.insertText(shops[1]?.url ?? "");
    await page.keyboard.press("Enter");
    await expect(page.getByText(/belongs to another product on your list/)).toBeVisible();
    await expect(page.getByText("Their packs differ in size")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Merge the two" })).toHaveClass(/primary/);
    await page.getByRole("button", { name: "Merge the two" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Trail Lantern 4000" })).toBeVisible();
    await expect(offers.getByRole("table")).toContainText("$55.99");
    await page.keyboard.press("ControlOrMeta+z");
    await expect(offers.getByRole("table")).not.toContainText("$55.99");
    await expect(page.getByRole("heading", { level: 1, name: "Trail Lantern 4000" })).toBeVisible();
    await page.getByRole("button", { name: "Watch list" }).click();
    await expect(page.getByRole("row", { name: "Camp Lamp" })).toContainText("$55.99");
  } finally {
    for (const shop of shops) shop.close();
  }
});

test("warns before a merge from a card if the titles name different pack sizes", async ({ tidemark }) => {
  const { page } = tidemark;
  const tea = (size: string) =>
    startShop(() => ({
      status: 200,
      html: productHtml.replaceAll("Trail Lantern 4000", `Ceylon Tea ${size}`),
    }));
  const shops = await Promise.all([tea("200 g"), tea("1 kg")]);
  const [small, large] = shops;
  try {
    await waitForEngine(page, "ready");
    for (const shop of shops) await allowHost(page, shop.origin);
    await addLink(page, large.url);
    await addLink(page, small.url);
    const offers = page.getByRole("region", { name: "Offers" });
    await offers.getByRole("button", { name: "Add another shop" }).click();
    await page.keyboard.insertText(large.url);
    await page.keyboard.press("Enter");
    const card = offers.getByRole("article", { name: new URL(large.url).host });
    await expect(card).toContainText("Their packs differ in size");
    await expect(card.getByRole("button", { name: "Merge the two" })).not.toHaveClass(/primary/);
    await photograph(tidemark, "merge-of-other-sizes");
    await expectAccessible(page);
  } finally {
    for (const shop of shops) shop.close();
  }
});

test("shows a price entered by hand at once, although the shop was read a moment ago", async ({
  tidemark,
}) => {
  const { page } = tidemark;
  const shop = await startShop(() => ({ status: 200, html: productHtml }));
  try {
    await openAdded(page, shop);
    const offers = page.getByRole("table", { name: "Offers" });
    await offers.getByRole("button", { name: /^More for/ }).click();
    await page.getByRole("menuitem", { name: "Enter a price…" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByLabel("Price in USD")).toBeFocused();
    await page.keyboard.type("44.50");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await expect(offers).toContainText("$44.50");
    await page.keyboard.press("ControlOrMeta+z");
    await expect(offers).toContainText("$49.99");
  } finally {
    shop.close();
  }
});

test("says that a price far from the usual one is held, and counts it when the shopper says so", async ({
  tidemark,
}) => {
  const { page } = tidemark;
  let html = productHtml;
  const shop = await startShop(() => ({ status: 200, html }));
  try {
    await openAdded(page, shop);
    html = productHtml.replaceAll("49.99", "4.99");
    await page.getByRole("button", { name: "Check now" }).click();
    const box = page.getByRole("region", { name: "Best price" });
    await expect(box).toContainText("The page now shows $4.99.", { timeout: 40_000 });
    await expect(box).toContainText("$49.99");
    await photograph(tidemark, "held-price");
    await expectAccessible(page);
    await box.getByRole("button", { name: "Use $4.99" }).click();
    await expect(box).not.toContainText("$49.99");
    await expect(box).not.toContainText("The page now shows");
  } finally {
    shop.close();
  }
});

test("does not call an offer in stock whose page is gone", async ({ tidemark }) => {
  const { page } = tidemark;
  let status = 200;
  const shop = await startShop(() => ({ status, html: status === 200 ? productHtml : "Not found" }));
  try {
    await openAdded(page, shop);
    const offers = page.getByRole("table", { name: "Offers" });
    await expect(offers).toContainText("In stock");
    status = 404;
    await page.getByRole("button", { name: "Check now" }).click();
    await expect(offers).toContainText("Page gone", { timeout: 40_000 });
    await expect(offers).not.toContainText("In stock");
    const box = page.getByRole("region", { name: "Best price" });
    await expect(box).toContainText("Last price");
    await expect(box).not.toContainText("Checked");
  } finally {
    shop.close();
  }
});

test("watches a sold-out product without a price until it is back", async ({ tidemark }) => {
  const { page } = tidemark;
  const offer = JSON.stringify({
    "@type": "Product",
    name: "Trail Lantern 4000",
    offers: { "@type": "Offer", availability: "https://schema.org/OutOfStock" },
  });
  const shop = await startShop(() => ({
    status: 200,
    html: `<script type="application/ld+json">${offer}</script><h1>Trail Lantern 4000</h1>`,
  }));
  try {
    await waitForEngine(page, "ready");
    await allowHost(page, shop.origin);
    await lookUp(page, shop.url);
    const steps = page.getByRole("region", { name: /could not be read$/ });
    await expect(steps.getByRole("heading", { name: "Trail Lantern 4000 is sold out" })).toBeVisible();
    await photograph(tidemark, "sold-out-link");
    await steps.getByRole("button", { name: "Watch until it is back" }).click();
    await page.keyboard.type("49.99");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("article")).toContainText("Out of stock now, last known at");
    await page.getByRole("article").getByRole("button", { name: "Open", exact: true }).click();
    await expect(page.getByText("You get an alert when it is back.")).toBeVisible();
  } finally {
    shop.close();
  }
});

test("keeps links that are still open below a new one, and drops them with an undo", async ({ tidemark }) => {
  const { page } = tidemark;
  const shops = await Promise.all([
    startShop(() => ({ status: 403, html: "Access denied" })),
    startShop(() => ({ status: 200, html: productHtml })),
  ]);
  try {
    await waitForEngine(page, "ready");
    for (const shop of shops) await allowHost(page, shop.origin);
    await lookUp(page, shops[0]?.url ?? "");
    await expect(page.getByText("The shop blocks automated visits.")).toBeVisible();
    await lookUp(page, shops[1]?.url ?? "");
    await expect(page.getByRole("article").first()).toContainText("$49.99");
    const earlier = page.getByRole("region", { name: "Still waiting for you" });
    await expect(earlier).toContainText("The shop blocks automated visits.");
    await photograph(tidemark, "earlier-links");
    await expectAccessible(page);
    await earlier.getByRole("button", { name: "Remove open links" }).click();
    await expect(earlier).toHaveCount(0);
    await page.keyboard.press("ControlOrMeta+z");
    await expect(earlier).toContainText("The shop blocks automated visits.");
  } finally {
    for (const shop of shops) shop.close();
  }
});

test("takes the price of a shop that refuses programs from the shopper", async ({ tidemark }) => {
  const { page } = tidemark;
  const shop = await startShop(() => ({ status: 403, html: "Access denied" }));
  try {
    await waitForEngine(page, "ready");
    await allowHost(page, shop.origin);
    await lookUp(page, `${shop.url}?variant=${"0123456789".repeat(16)}`);
    const steps = page.getByRole("region", { name: /could not be read$/ });
    await expect(steps).toContainText("The shop blocks automated visits.");
    await expect(steps).not.toContainText("ERR_");
    await photograph(tidemark, "blocked-link");
    await steps.getByRole("button", { name: "Enter the price" }).click();
    await page.keyboard.type("Trail Lantern 4000");
    await page.keyboard.press("Tab");
    await page.keyboard.type("£44,50");
    await expect(steps.getByRole("combobox", { name: "Currency" })).toHaveText("GBP · British Pound");
    await photograph(tidemark, "price-by-hand");
    await expectAccessible(page);
    // What is typed stays, also in a new window.
    await page.getByRole("button", { name: "Settings" }).click();
    await page.reload();
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await expect(steps.getByLabel("Product", { exact: true })).toHaveValue("Trail Lantern 4000");
    await expect(steps.getByLabel("Price", { exact: true })).toHaveValue("£44,50");
    await expect(steps.getByRole("combobox", { name: "Currency" })).toHaveText("GBP · British Pound");
    await steps.getByRole("button", { name: "Watch it" }).click();
    await expect(page.getByRole("heading", { level: 2, name: "Trail Lantern 4000" })).toBeVisible();
    await expect(page.getByRole("article")).toContainText("£44.50");
    await page.getByRole("article").getByRole("button", { name: "Open", exact: true }).click();
    await expect(page.getByRole("region", { name: "Best price" })).toContainText("Entered by hand just now");
    await page.getByRole("button", { name: "Wrong price?" }).click();
    await expect(page.getByRole("dialog", { name: "Correct a price" })).toBeVisible();
    await page.keyboard.press("Escape");
    const offers = page.getByRole("table", { name: "Offers" });
    await expect(offers).toContainText("Entered by hand");
    await offers.getByRole("button", { name: /^More for/ }).click();
    await page.getByRole("menuitem", { name: "Correct the price you entered…" }).click();
    const dialog = page.getByRole("dialog", { name: "Correct a price" });
    await dialog.getByLabel("Price in GBP").fill("$43,90");
    await expect(dialog).toContainText("Prices of this shop in GBP are removed.");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(offers).toContainText("$43.90");
    await expect(offers).toContainText("Entered by hand");
    await photograph(tidemark, "price-entered");
  } finally {
    shop.close();
  }
});
