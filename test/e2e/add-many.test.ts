import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test, waitForEngine } from "../support/electron.js";
import {
  allowHost,
  expectAccessible,
  findSampleProducts,
  goTo,
  lookUpBox,
  openAddMany,
  photograph,
} from "../support/window.js";

function linesBox(page: Page) {
  return page.getByRole("textbox", { name: /^One per line/ });
}

function cards(page: Page) {
  return page.getByRole("list", { name: "Add several at once" }).getByRole("article");
}

const offer = { "@type": "Offer", priceCurrency: "EUR", availability: "InStock" };

function productPage(name: string, offers: object): string {
  const data = { "@context": "https://schema.org", "@type": "Product", name, offers };
  return `<!doctype html><h1>${name}</h1><script type="application/ld+json">${JSON.stringify(data)}</script>`;
}

/** How a shop of the test answers for each of its three pages. */
type Answer = (name: string) => { readonly status: number; readonly html: string; readonly waitMs?: number };

const good: Answer = (name) => ({ status: 200, html: productPage(name, { ...offer, price: "24.90" }) });
const slow: Answer = (name) => ({ ...good(name), waitMs: 1_500 });
const blocked: Answer = () => ({ status: 403, html: "Access denied" });
const broken: Answer = () => ({ status: 500, html: "Oops" });
const ambiguous: Answer = (name) => ({
  status: 200,
  html: productPage(name, [
    { ...offer, price: "19.90" },
    { ...offer, price: "29.90" },
  ]),
});
const answers = [good, good, good, good, slow, slow, blocked, broken, ambiguous, good];

async function startShops(): Promise<Server[]> {
  return Promise.all(
    answers.map(async (answer, index) => {
      const shop = createServer((request, response) => {
        const { status, html, waitMs = 0 } = answer(`Thing ${index}${request.url?.replace("/", " ")}`);
        setTimeout(() => response.writeHead(status, { "Content-Type": "text/html" }).end(html), waitMs);
      });
      await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
      return shop;
    }),
  );
}

test("says which lines it leaves out, and when a link that is watched already was checked", async ({
  tidemark: { page },
}) => {
  await waitForEngine(page, "ready");
  const shops = await startShops();
  const [origin = ""] = shops.map((shop) => `http://127.0.0.1:${(shop.address() as AddressInfo).port}`);
  try {
    await allowHost(page, origin);
    await openAddMany(page);
    await linesBox(page).fill(`For the kitchen\n${origin}/a`);
    await expect(page.getByText("Left out: 1 line without a link or barcode.")).toBeVisible();
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(page.getByRole("article")).toContainText("Watching, checked daily");
    await openAddMany(page);
    await linesBox(page).fill(`${origin}/a`);
    await goTo(page, "Deals");
    await openAddMany(page);
    await expect(linesBox(page)).toHaveValue(`${origin}/a`);
    await linesBox(page).press("ControlOrMeta+Enter");
    await expect(page.getByRole("article")).toContainText("Checked just now");
  } finally {
    for (const shop of shops) {
      shop.close();
      shop.closeAllConnections();
    }
  }
});

test("shows a shop that joins a product of the same list as a line that compares its price", async ({
  tidemark,
}) => {
  const { page } = tidemark;
  const shop = createServer((request, response) => {
    const price = request.headers.host?.startsWith("127.0.0.1:") ? "170.00" : "171.48";
    const gtin13 = "4006381333931";
    const data = { "@type": "Product", name: "Trail Lantern", gtin13, offers: { ...offer, price } };
    response
      .setHeader("Content-Type", "text/html")
      .end(`<h1>Trail Lantern</h1><script type="application/ld+json">${JSON.stringify(data)}</script>`);
  });
  await new Promise<void>((resolve) => shop.listen(0, "0.0.0.0", resolve));
  const { port } = shop.address() as AddressInfo;
  const [first, second] = ["127.0.0.1", "127.0.0.2"].map((host) => `http://${host}:${port}/a`);
  try {
    await waitForEngine(page, "ready");
    await allowHost(page, first ?? "");
    await openAddMany(page);
    await linesBox(page).fill(`${first}\n${second}`);
    await linesBox(page).press("ControlOrMeta+Enter");
    await expect(page.getByText("1 of 2 watched. Waiting for you: 1 link.")).toBeVisible();
    await page.getByRole("button", { name: /^Allow 127\.0\.0\.2/ }).click();
    const joined = cards(page).filter({
      hasText: "127.0.0.2 joins Trail Lantern: €171.48, €1.48 dearer than the best.",
    });
    await expect(joined).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Target price in EUR" })).toHaveCount(1);
    await photograph(tidemark, "joined-shop");
    await expectAccessible(page);
    await joined.getByRole("button", { name: "Undo" }).click();
    await expect(cards(page)).toHaveCount(1);
    await cards(page).getByRole("button", { name: "Open" }).click();
    await expect(page.getByRole("table", { name: "Offers" })).not.toContainText("127.0.0.2");
  } finally {
    shop.close();
    shop.closeAllConnections();
  }
});

test("says how many of the added products have a target, and offers an alert for one that is sold out", async ({
  tidemark,
}) => {
  const { page } = tidemark;
  const shop = createServer((request, response) => {
    const [, name = ""] = (request.url ?? "").split("/");
    const availability = name === "stove" ? "OutOfStock" : "InStock";
    response
      .setHeader("Content-Type", "text/html")
      .end(productPage(`Trail ${name}`, { ...offer, price: "24.90", availability }));
  });
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  try {
    await waitForEngine(page, "ready");
    await allowHost(page, origin);
    await openAddMany(page);
    await linesBox(page).fill(["lantern", "kettle", "stove"].map((name) => `${origin}/${name}`).join("\n"));
    await linesBox(page).press("ControlOrMeta+Enter");
    await page.getByRole("button", { name: "Alert me at 10% less, for all" }).click({ timeout: 40_000 });
    await expect(page.getByRole("button", { name: "2 of 3 have a target" })).toBeDisabled();
    await expect(page.getByRole("main")).toContainText(
      "Out of stock, so without a price to go by: 1 product.",
    );
    const soldOut = cards(page).filter({ hasText: "Trail stove" });
    await expect(soldOut).toContainText("You get an alert when it is back.");
    await photograph(tidemark, "targets-for-some");
    await expectAccessible(page);
  } finally {
    shop.close();
    shop.closeAllConnections();
  }
});

test("adds 30 pasted links of ten shops, some slow, blocked, broken or ambiguous", async ({ tidemark }) => {
  const { app, page } = tidemark;
  await waitForEngine(page, "ready");
  const shops = await startShops();
  try {
    const origins = shops.map((shop) => `http://127.0.0.1:${(shop.address() as AddressInfo).port}`);
    for (const origin of origins) await allowHost(page, origin);
    const links = origins.flatMap((origin) => ["/a", "/b", "/c"].map((path) => origin + path));
    await app.evaluate(({ clipboard }, text) => clipboard.writeText(text), links.join("\n"));
    // Acts: paste, Enter.
    await lookUpBox(page).focus();
    await page.keyboard.press("ControlOrMeta+v");
    await page.keyboard.press("Enter");
    await expect(lookUpBox(page)).toHaveValue("");
    await expect(cards(page)).toHaveCount(30);
    const status = page.getByRole("main").getByRole("status").filter({ hasText: "watched" });
    await expect(status).toContainText("21 of 30 watched. Waiting for you: 9 links.", { timeout: 120_000 });
    await expect(page.getByRole("region", { name: "Which price is meant?" })).toHaveCount(3);
    await expect(page.getByRole("region", { name: /could not be read$/ })).toHaveCount(6);
    await page.getByRole("button", { name: "Show the next one" }).click();
    await expect(page.getByRole("region").locator("button:focus")).toBeVisible();
    await photograph(tidemark, "added-30");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Alert me at 10% less, for all" }).click();
    await expect(page.getByText("Set 21 targets.")).toBeVisible();
    await expect(page.getByRole("button", { name: "All have a target" })).toBeDisabled();
    const removeAll = page.getByRole("button", { name: "Remove all 21" });
    await removeAll.click();
    await expect(cards(page)).toHaveCount(9);
    await expect(page.getByText("Removed 21 products.")).toBeVisible();
    await page.keyboard.press("ControlOrMeta+z");
    await expect(cards(page)).toHaveCount(30);
    await removeAll.click();
    await expect(cards(page)).toHaveCount(9);
    await goTo(page, "Watch list");
    await expect(page.getByRole("heading", { name: "Nothing is watched yet" })).toBeVisible();
  } finally {
    for (const shop of shops) {
      shop.close();
      shop.closeAllConnections();
    }
  }
});

test("watches products that are known already, and says which numbers no product has", async ({
  tidemark: { page },
}) => {
  const products = await findSampleProducts(page, "headphones", 3);
  const lines = products.map(({ barcode, service: productKey }) => barcode ?? productKey);
  await openAddMany(page);
  await linesBox(page).fill([...lines, lines[0], "4006381333931"].join("\n"));
  await linesBox(page).press("ControlOrMeta+Enter");
  await expect(cards(page)).toHaveCount(4);
  await expect(page.getByText("3 of 4 watched. Waiting for you: 1 link.")).toBeVisible();
  await expect(cards(page).first()).toContainText("Tidemark does not know the product yet");
  await goTo(page, "Watch list");
  await expect(page.getByRole("grid").getByRole("row")).toHaveCount(4);
});

test("reads the first column of an opened table", async ({ tidemark: { page }, dataFolder }) => {
  const file = join(dataFolder, "list.csv");
  const list = ["4006381333931", "B0ABCDEFGH"];
  writeFileSync(file, ["ean;name", ...list.map((one) => `${one};"a; b"`)].join("\r\n"));
  await openAddMany(page);
  await expect(page.getByRole("button", { name: "Add and watch", exact: true })).toBeDisabled();
  await page.getByTestId("add-file").setInputFiles(file);
  await expect(linesBox(page)).toHaveValue(list.join("\n"));
  expect(readFileSync(file, "utf8")).toContain("ean;name");
});
