import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessibility.js";
import { engineReaches, expect, lookUp, photograph, test } from "../support/electron.js";

function jsonLd(data: object): string {
  return `<script type="application/ld+json">${JSON.stringify({ "@context": "https://schema.org", ...data })}</script>`;
}

function variant(size: string, price: number) {
  return {
    "@type": "Product",
    name: `Trail Lantern ${size}`,
    size,
    offers: { "@type": "Offer", price, priceCurrency: "USD", availability: "InStock" },
  };
}

/** The page is asked for again after the answer, and no sooner than 5 s after the first time. */
const afterPause = { timeout: 15_000 };
const gtin13 = "0036000291452";
const pages: Readonly<Record<string, string>> = {
  "/sizes": `<h1>Trail Lantern</h1>${jsonLd({
    "@type": "ProductGroup",
    name: "Trail Lantern",
    hasVariant: [variant("Small", 29.5), variant("Large", 44), variant("Extra large", 61.25)],
  })}`,
  "/bare": `<h1>Camp Kettle</h1><div class="product"><p class="price">1.299,00</p><p>In stock</p></div>`,
  "/dollars": `<h1>Wool Blanket</h1>${jsonLd({
    "@type": "Product",
    name: "Wool Blanket",
    gtin13,
    offers: { "@type": "Offer", price: 79, priceCurrency: "USD", availability: "InStock" },
  })}`,
  "/euros": `<h1>Wolldecke</h1>${jsonLd({
    "@type": "Product",
    name: "Wolldecke",
    gtin13,
    offers: { "@type": "Offer", price: 64.9, priceCurrency: "EUR", availability: "InStock" },
  })}`,
};

async function openShop() {
  const server = createServer((request, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(
      `<!doctype html><html lang="en"><body>${pages[request.url ?? ""] ?? "<h1>Nothing</h1>"}</body></html>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function paste(page: Page, host: string, path: string): Promise<void> {
  await page.evaluate(
    (name) => window.tidemark.invoke("engine:call", "pages.allow", { host: name, is_allowed: true }),
    host,
  );
  await lookUp(page, `http://${host}${path}`);
  await page.getByRole("button", { name: "Add this page" }).click();
}

test("a page with several prices lets the shopper pick one", async ({ tidemark }) => {
  const { page } = tidemark;
  await engineReaches(page, "ready");
  const shop = await openShop();
  try {
    await paste(page, shop.host, "/sizes");
    const question = page.getByRole("region", { name: "Which price is meant?" });
    await expect(question.getByRole("listitem")).toHaveCount(3);
    await expect(question.getByRole("button", { name: /None of these/ })).toBeVisible();
    await photograph(tidemark, "pick-price");
    await expectAccessible(page);
    await question
      .getByRole("button", { name: /Large \$44\.00/ })
      .first()
      .click();
    await expect(page.getByRole("region", { name: "Best price" })).toContainText("$44.00", afterPause);
  } finally {
    shop.close();
  }
});

test("a price without a currency is asked about", async ({ tidemark }) => {
  const { page } = tidemark;
  await engineReaches(page, "ready");
  const shop = await openShop();
  try {
    await paste(page, shop.host, "/bare");
    const question = page.getByRole("form", { name: "Which currency is it?" });
    await question.getByLabel("Currency").selectOption("EUR");
    await photograph(tidemark, "say-currency");
    await expectAccessible(page);
    await question.getByRole("button", { name: "Add at €1,299.00" }).click();
    await expect(page.getByRole("region", { name: "Best price" })).toContainText("€1,299.00", afterPause);
  } finally {
    shop.close();
  }
});

test("prices in two currencies stand apart", async ({ tidemark }) => {
  const { page } = tidemark;
  await engineReaches(page, "ready");
  const shop = await openShop();
  try {
    await paste(page, shop.host, "/dollars");
    const best = page.getByRole("region", { name: "Best price" });
    await expect(best).toContainText("$79.00", afterPause);
    await paste(page, shop.host, "/euros");
    await expect(best).toContainText("$79.00", { timeout: 30_000 });
    await page.getByRole("group", { name: "Currency" }).getByText("EUR").click();
    await expect(best).toContainText("€64.90", afterPause);
    await expect(page.getByRole("table", { name: "Offers" })).toContainText("€64.90");
    await photograph(tidemark, "foreign-prices");
    await expectAccessible(page);
  } finally {
    shop.close();
  }
});
