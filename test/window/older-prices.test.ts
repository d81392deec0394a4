import { callEngine } from "../support/call-engine.js";
import { importProduct } from "../support/command-line.js";
import { expect, test, testOptions } from "../support/electron.js";
import { type openShop, productHtml } from "../support/shop-site.js";
import { recordBanners } from "../support/window.js";

const copies = { 2022: "70.00", 2023: "60.00", 2024: "45.00", 2025: "55.00" } as const;

/** A shop that is a web archive, too, with a copy of its page from each of four years. */
async function openArchive(open: typeof openShop) {
  const asked: string[] = [];
  const shop = await open((path) => {
    const year = /^\/web\/(\d{4})\d{10}id_\//.exec(path)?.[1] as keyof typeof copies | undefined;
    const isIndex = path.startsWith("/cdx/");
    if (!isIndex && year === undefined) return productHtml();
    asked.push(path);
    if (year !== undefined) return { html: productHtml({ price: copies[year] }), delayMs: 200 };
    const names = ["timestamp", "original", "statuscode", "mimetype", "digest"];
    const rows = Object.keys(copies).map((at) => [
      `${at}0701120000`,
      shop.url,
      "200",
      "text/html",
      `digest-${at}`,
    ]);
    return JSON.stringify([names, ...rows]);
  });
  return { ...shop, asked };
}

const archiveTest = test.extend<{ archive: Awaited<ReturnType<typeof openArchive>> }>({
  archive: async ({ openShop }, use) => use(await openArchive(openShop)),
  tidemark: async ({ open, archive }, use) => {
    await use(await open([], undefined, testOptions({ archive: archive.origin })));
  },
});

archiveTest(
  "a pasted link has a verdict with older prices after one act more, and no archive is asked before",
  async ({ archive, page, ui }) => {
    await ui.links.allow(archive.url);
    // As without an archive: paste, Enter and Open.
    await ui.lookUp(`${archive.url}?utm_source=mail`);
    await ui.links.open();
    const { history, verdict } = ui.product;
    await expect(history).toContainText("See older prices: ask the Internet Archive.");
    await expect(history).toContainText(
      `${new URL(archive.url).host} is told ${archive.url}, and learns no more of you`,
    );
    await expect(history.getByRole("button", { name: "Always" })).toBeVisible();
    await ui.inspect("older-prices-question");
    expect(archive.asked).toEqual([]);

    const readProgress = await recordBanners(page);
    await history.getByRole("button", { name: "Ask now" }).click();
    await expect(verdict).toContainText(
      "Older prices of single days: $45.00 to $70.00; cheaper on 1 of 4 days since 2022.",
    );
    await expect(ui.product.chart.locator(".copy-dot")).toHaveCount(4);
    expect(archive.asked).toHaveLength(5);
    expect(await readProgress()).toContainEqual(expect.stringMatching(/^Reading archived pages: \d of 4$/));
    await ui.photographInGerman("older-prices-read");
  },
);

test("gives and withdraws the consent to ask an archive for each new page", async ({ page, ui }) => {
  await ui.settings.open("Shops");
  const always = page.getByRole("switch", { name: "Ask the Internet Archive for older prices" });
  await expect(always).not.toBeChecked();
  await always.click();
  await expect(always).toBeChecked();
  expect(await callEngine(page, "history.consent", {})).toEqual({ always: true });
  await ui.inspect("older-prices-setting");
  await always.click();
  await expect(always).not.toBeChecked();
});

test("shows the prices of archived pages as dots, in the verdict and in a list, and takes them back", async ({
  tidemark,
  app,
  page,
  ui,
}) => {
  const samples = [60, 45, 55, 70].map((price, i) => ({
    price,
    currency: "USD",
    availability: "in" as const,
    source: "archive",
    evidence: "json-ld:offers.price",
    timestamp: new Date(Date.now() - (700 - i * 170) * 86_400_000).toISOString(),
    url: `https://web.archive.org/web/2025010${i}120000id_/https://shop.example/p/lantern`,
  }));
  const productKey = await importProduct(tidemark.dataFolder, {
    type: "product",
    service: "product/lantern/old",
    title: "Trail Lantern 400",
    offers: [
      {
        id: "lantern",
        retailer: "shop.example",
        price: 49.99,
        currency: "USD",
        availability: "in",
        URL: "https://shop.example/p/lantern",
        samples,
      },
    ],
  });
  await ui.product.open(productKey);
  await expect(ui.product.verdict.getByRole("heading")).toHaveText("In between, by older prices.");
  await expect(ui.product.verdict).toContainText(
    /Older prices of single days: \$45\.00 to \$70\.00; cheaper on 1 of 4/,
  );
  await expect(ui.product.chart).toBeVisible();
  await expect(ui.product.history.getByText("older prices of single days", { exact: true })).toBeVisible();
  await expect(ui.product.chart.locator(".copy-dot")).toHaveCount(4);
  const list = ui.product.history.getByText("4 older prices of single days");
  await list.press("Enter");
  // The page for readers, not the copy that was read.
  await app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = async (url) => void opened.push(url);
  });
  await ui.product.history.getByRole("button", { name: /^Open the copy of .* with \$45\.00$/ }).click();
  await ui.product.chart.locator(".copy-dot").nth(1).click();
  const readerPage = "https://web.archive.org/web/20250101120000/https://shop.example/p/lantern";
  await expect
    .poll(() => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened))
    .toEqual([readerPage, readerPage]);
  await ui.inspect("older-prices");
  await ui.product.history.getByRole("button", { name: "Remove these prices" }).click();
  await expect(list).toBeHidden();
  await expect(ui.product.verdict).not.toContainText("archived");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(list).toBeVisible();
  await expect(ui.product.chart.locator(".copy-dot")).toHaveCount(4);
  await ui.photographInGerman("older-prices");
});
