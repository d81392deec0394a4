import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test, waitForEngine } from "../support/electron.js";
import { allowHost, expectAccessible, lookUp, photograph } from "../support/window.js";

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

/** After the user's answer the page is fetched again, at least 5 s after the first fetch. */
const refetchTimeout = { timeout: 40_000 };
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

async function startShop() {
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

async function addLink(page: Page, host: string, path: string): Promise<void> {
  await allowHost(page, `http://${host}`);
  await lookUp(page, `http://${host}${path}`);
}

async function openAdded(page: Page): Promise<void> {
  const open = page.getByRole("button", { name: "Open", exact: true });
  await expect(open).toBeVisible(refetchTimeout);
  await open.click();
}

test("lets the user pick a price on a page with several", async ({ tidemark }) => {
  const { page } = tidemark;
  await waitForEngine(page, "ready");
  const shop = await startShop();
  try {
    await addLink(page, shop.host, "/sizes");
    const question = page.getByRole("region", { name: "Which price is meant?" });
    await expect(question.getByRole("listitem")).toHaveCount(3);
    await expect(question.getByRole("button", { name: /None of these/ })).toBeVisible();
    await photograph(tidemark, "pick-price");
    await expectAccessible(page);
    await question
      .getByRole("button", { name: /Large \$44\.00/ })
      .first()
      .click();
    await openAdded(page);
    await expect(page.getByRole("region", { name: "Best price" })).toContainText("$44.00");
  } finally {
    shop.close();
  }
});

test("asks for the currency of a price without one", async ({ tidemark }) => {
  const { page } = tidemark;
  await waitForEngine(page, "ready");
  const shop = await startShop();
  try {
    await addLink(page, shop.host, "/bare");
    const question = page.getByRole("region", { name: "Which currency is it?" });
    await photograph(tidemark, "say-currency");
    await expectAccessible(page);
    await question.getByRole("button", { name: "EUR 1,299.00" }).click();
    await openAdded(page);
    await expect(page.getByRole("region", { name: "Best price" })).toContainText("€1,299.00");
  } finally {
    shop.close();
  }
});

test("keeps prices in two currencies apart, and converts them once asked", async ({ tidemark }) => {
  const { page, dataFolder } = tidemark;
  const rates = { date: "2026-03-02", fetched_ms: Date.now(), per_euro: { USD: 2 } };
  writeFileSync(join(dataFolder, "exchange-rates.json"), JSON.stringify(rates));
  await waitForEngine(page, "ready");
  const shop = await startShop();
  try {
    await addLink(page, shop.host, "/dollars");
    const best = page.getByRole("region", { name: "Best price" });
    await openAdded(page);
    await expect(best).toContainText("$79.00");
    await addLink(page, shop.host, "/euros");
    await openAdded(page);
    await expect(best).toContainText("$79.00");
    await page.getByRole("group", { name: "Currency" }).getByText("EUR").click();
    await expect(best).toContainText("€64.90", refetchTimeout);
    await expect(page.getByRole("table", { name: "Offers" })).toContainText("€64.90");
    await photograph(tidemark, "foreign-prices");
    await expectAccessible(page);

    await page.getByRole("group", { name: "Currency" }).getByText("USD").click();
    await expect(best).toContainText("$79.00");
    const ask = page.getByRole("button", { name: "Show approximate amounts" });
    await ask.click();
    const dialog = page.getByRole("dialog", { name: "Also show prices in" });
    await expect(dialog).toContainText("once a day");
    await expect(dialog.getByRole("combobox")).toContainText("USD");
    await photograph(tidemark, "own-currency-dialog");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await ask.click();
    await dialog.getByRole("button", { name: "Show" }).click();
    await expect(ask).toHaveCount(0);
    const offers = page.getByRole("table", { name: "Offers" });
    await expect(offers.getByText("about $129.80")).toHaveAttribute("title", /Mar 2, 2026/);
    await page.getByRole("group", { name: "Currency" }).getByText("EUR").click();
    await expect(best).toContainText("about $129.80");
  } finally {
    shop.close();
  }
});
