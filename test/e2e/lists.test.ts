import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test, waitForEngine } from "../support/electron.js";
import { type ShopSite, startShopSite } from "../support/shop-site.js";
import {
  allowHost,
  expectAccessible,
  goTo,
  openAddMany,
  openSettings,
  photograph,
  photographInGerman,
  saveNextDownloadTo,
} from "../support/window.js";

function watchedRows(page: Page) {
  return page.getByRole("grid", { name: "Watched products" }).locator("[data-product]");
}

let shop: ShopSite;
test.beforeEach(async () => {
  shop = await startShopSite();
});
test.afterEach(() => shop.close());

async function openFile(page: Page, file: string, content: string): Promise<void> {
  writeFileSync(file, content);
  await openAddMany(page);
  await page.getByTestId("add-file").setInputFiles(file);
}

test("imports a table of links with targets, undoes it, and imports it again", async ({ tidemark }) => {
  const { page, dataFolder } = tidemark;
  await waitForEngine(page, "ready");
  await allowHost(page, shop.origin);
  const links = shop.products.map(({ path }) => shop.origin + path);
  const rows = links.map((link, i) => `${link};Thing ${i};${i === 0 ? "45" : ""}`);
  const broken = "not a link;nothing;";
  await openFile(
    page,
    join(dataFolder, "wishes.csv"),
    ["link;title;target", ...rows, broken, `${links[0]}?utm_source=mail;Again;`].join("\r\n"),
  );
  const preview = page.getByRole("region", { name: "wishes" });
  await expect(preview.getByRole("status")).toHaveText("Table · 6 links · 1 repeated");
  await expect(preview.getByText("Left out: 1 line")).toBeVisible();
  await preview.getByText("Left out: 1 line").click();
  await photograph(tidemark, "list-preview");
  await expectAccessible(page);
  await preview.getByRole("checkbox", { name: /^Thing 5/ }).uncheck();
  await preview.getByRole("textbox", { name: "Tags" }).fill("camping, gifts");
  await preview.getByRole("button", { name: "Watch 5 links" }).click();
  const imports = page.getByRole("list", { name: "Imported lists" }).getByRole("listitem");
  await expect(imports.first()).toContainText("5 links watched", { timeout: 40_000 });
  await photograph(tidemark, "imported-list");
  await goTo(page, "Watch list");
  await expect(watchedRows(page)).toHaveCount(5);
  await page.getByRole("button", { name: "Tags" }).click();
  await expect(page.getByRole("checkbox", { name: "camping" })).toBeVisible();
  await page.keyboard.press("Escape");
  await openAddMany(page);
  await imports.first().getByRole("button", { name: "Undo import" }).click();
  await expect(page.getByText(/^Import of wishes undone: 5 products removed\./)).toBeVisible();
  await expect(imports.first()).toContainText("Undone");
  await imports.first().getByRole("button", { name: "Import again" }).click();
  await goTo(page, "Watch list");
  await expect(watchedRows(page)).toHaveCount(5);
  await expect(watchedRows(page).filter({ hasText: "Trail Lantern 400" })).toBeVisible();
});

/** A page that links to some of the shop's products. */
async function startWishList(shown: () => readonly ShopSite["products"][number][]) {
  const server = createServer((_request, response) => {
    const items = shown().map(
      ({ path, title, price }) =>
        `<li><a href="${shop.origin}${path}">${title}</a> <span class="price">US$${price.toFixed(2)}</span></li>`,
    );
    response
      .writeHead(200, { "Content-Type": "text/html" })
      .end(
        `<title>Ada’s wishes</title><main><h1>Ada’s wishes</h1><p>${"For the tour along the coast. ".repeat(60)}</p><ul>${items.join("")}</ul></main>`,
      );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

test("follows a wish list: offers what is new, watches or dismisses it, and says what is gone", async ({
  tidemark,
}) => {
  const { page } = tidemark;
  await waitForEngine(page, "ready");
  const [lantern, kettle, blanket] = shop.products;
  if (!lantern || !kettle || !blanket) throw new Error("The shop has too few products.");
  let wishes = [lantern, kettle];
  const list = await startWishList(() => wishes);
  try {
    await allowHost(page, shop.origin);
    await allowHost(page, list.origin);
    await openAddMany(page);
    await page.getByRole("textbox", { name: "Link of the page to follow" }).fill(`${list.origin}/wishes`);
    await page.keyboard.press("Enter");
    const followed = page.getByRole("list", { name: "Followed pages" }).getByRole("listitem").first();
    await expect(followed).toContainText("New: 2 links", { timeout: 40_000 });
    await expect(followed.getByRole("heading")).toHaveText("Ada’s wishes");
    await photograph(tidemark, "followed-list");
    await expectAccessible(page);
    await followed.getByRole("button", { name: `Dismiss ${kettle.title}` }).click();
    await expect(page.getByText("Dismissed 1 link.")).toBeVisible();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(followed).toContainText("New: 2 links");
    await followed.getByRole("button", { name: `Watch ${lantern.title}` }).click();
    await expect(followed).toContainText("1 link watched", { timeout: 40_000 });
    wishes = [kettle, blanket];
    await followed.getByRole("button", { name: "Read now" }).click();
    await expect(followed).toContainText(blanket.title, { timeout: 40_000 });
    await expect(followed).toContainText("1 no longer on the page");
    await goTo(page, "Watch list");
    await expect(watchedRows(page)).toHaveCount(1);
    await expect(page.getByText("New on Ada’s wishes: 2 links.")).toBeVisible();
    await openAddMany(page);
    await photographInGerman(tidemark, "followed-list-german");
  } finally {
    list.close();
  }
});

test("exports the watch list, and imports it without visiting a shop", async ({ tidemark }) => {
  const { page, dataFolder } = tidemark;
  await waitForEngine(page, "ready");
  await allowHost(page, shop.origin);
  await openFile(
    page,
    join(dataFolder, "links.txt"),
    shop.products.map(({ path }) => shop.origin + path).join("\n"),
  );
  await page.getByRole("button", { name: "Watch 6 links" }).click();
  // Five pauses of up to 7 s.
  await expect(page.getByText("6 links watched")).toBeVisible({ timeout: 80_000 });
  await openSettings(page, "Data");
  const file = join(dataFolder, "exported.json");
  await saveNextDownloadTo(tidemark, file);
  await page.getByRole("button", { name: "Export watch list" }).click();
  await expect
    .poll(() => existsSync(file) && readFileSync(file, "utf8").includes("Trail Lantern 400"))
    .toBe(true);
  const content = readFileSync(file, "utf8");
  await openAddMany(page);
  await page.getByRole("button", { name: "Undo import" }).click();
  await expect(page.getByText(/6 products removed\./)).toBeVisible();
  const visits = shop.visits.length;
  await openFile(page, file, content);
  await expect(page.getByText("Tidemark watch list · 6 links")).toBeVisible();
  await page.getByRole("button", { name: "Watch 6 links" }).click();
  await goTo(page, "Watch list");
  await expect(watchedRows(page)).toHaveCount(6);
  expect(shop.visits).toHaveLength(visits);
});

test("watches the cheapest product of a page that lists several", async ({ tidemark }) => {
  const { page } = tidemark;
  await waitForEngine(page, "ready");
  const wishes = [...shop.products];
  const list = await startWishList(() => wishes);
  try {
    await allowHost(page, list.origin);
    await page.getByRole("combobox", { name: "Look up a product" }).fill(`${list.origin}/camping`);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "This page lists 6 products." })).toBeVisible({
      timeout: 40_000,
    });
    await expect(page.getByRole("button", { name: "Follow the page" })).toBeVisible();
    await photograph(tidemark, "listed-page");
    await expectAccessible(page);
    await page.getByRole("textbox", { name: "Only with these words" }).fill("blanket");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("article")).toContainText("$69.99", { timeout: 40_000 });
    await page.getByRole("article").getByRole("button", { name: "Open", exact: true }).click();
    await expect(page.getByText("Cheapest now:")).toBeVisible();
    await expect(page.getByRole("region", { name: "Best price" })).toContainText("Wool Blanket 600");
    await photograph(tidemark, "cheapest-listed");
  } finally {
    list.close();
  }
});
