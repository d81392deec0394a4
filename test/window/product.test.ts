import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { callEngine, watch } from "../support/call-engine.js";
import { importKettle, importProduct, kettle } from "../support/command-line.js";
import { expect, test } from "../support/electron.js";
import type { Ui } from "../support/models/ui.js";
import { lantern, soldOut, twoCurrencies } from "../support/price-history.js";
import { productHtml } from "../support/shop-site.js";
import { findHeadphones, screenshot } from "../support/window.js";

const money = /\$\d[\d,]*\.\d\d/;

async function openHeadphones(ui: Ui, page: Page) {
  const product = await findHeadphones(page);
  await ui.product.open(product.service);
  await expect(ui.product.title(product.title)).toBeVisible();
  await expect(ui.product.offers).toBeVisible();
  return product;
}

/** The product's own rules, as the engine has stored them. */
async function readOwnRules(page: Page, productKey: string) {
  const { rules } = await callEngine(page, "rules.list", { product_key: productKey });
  return rules.filter(({ product_key: own }) => own !== null);
}

test("rates a price by verdict, low, distribution and cheapest shop", async ({ page, ui }) => {
  await openHeadphones(ui, page);
  await expect(ui.product.best).toContainText(money);
  await expect(ui.product.verdict.getByRole("heading")).toHaveText(
    /^(Low tide. Buy now|A (good|fair) price|High tide. Wait)\.$/,
  );
  await expect(ui.product.verdict.getByRole("img", { name: /^Grade/ })).toBeVisible();
  await expect(ui.product.verdict).toContainText(/its 30-day median of \$/);
  await expect(ui.product.verdict).toContainText(/ (in the last year|so far)\./);

  const figure = (name: string) =>
    ui.product.assessment.getByRole("term").filter({ hasText: name }).locator("..");
  await expect(figure("Lowest so far")).toContainText(/\$[\d.,]+.*sample-.*\.example, /);
  await expect(figure("History")).toContainText("days");

  const prices = ui.product.assessment.getByRole("table", { name: "Where the price has been" });
  await expect(prices.getByRole("row", { name: /\(now\)/ })).toHaveCount(1);
  await expect(ui.product.section("Where the price has been")).toContainText(
    /Most often \$.* to \$.*: \d+ days/,
  );
  const months = ui.product.assessment.getByRole("table", { name: "Cheapest months" });
  await expect(months.getByRole("row")).toHaveCount(13);
  await expect(ui.product.section("Cheapest months")).toContainText(/Cheapest in [A-Z]/);
  const shops = ui.product.assessment
    .getByRole("list", { name: "Cheapest most often" })
    .getByRole("listitem");
  await expect(shops.first()).toContainText(/sample-.*\.example.*%/);
});

test("shows the chart without scrolling, and the price at the end of the page, too", async ({ page, ui }) => {
  await ui.resize("1280x800");
  await openHeadphones(ui, page);
  const box = await ui.product.chart.boundingBox();
  expect((box?.y ?? 800) + (box?.height ?? 0) / 2).toBeLessThan(800);
  await expect(ui.product.best).toBeInViewport();
  await page.keyboard.press("End");
  await expect(ui.product.chart).not.toBeInViewport();
  await expect(ui.product.best).toBeInViewport();
});

test("says how far a target is below the price, and below the lowest one", async ({ ui, dataFolder }) => {
  await ui.lookUp(await importProduct(dataFolder, lantern(Date.now())));
  await ui.product.target.fill("50");
  await expect(ui.product.watching).toContainText("4% below today’s price");
  await ui.product.target.fill("900");
  await expect(ui.product.watching).toContainText("Already reached: today’s price is $52.00.");
  await ui.product.target.fill("40");
  await expect(ui.product.watching).toContainText(
    "It has never been that low: the lowest so far was $49.00.",
  );
});

test("shows a high price in a warm color, the offers under the chart, and only statistics that say something", async ({
  page,
  ui,
  dataFolder,
}) => {
  const product = lantern(Date.now());
  const offers = product.offers?.slice(0, 1).map((offer) => {
    const history = offer.history?.map((point, i, all) =>
      i < all.length - 1 ? point : { ...point, price: 70 },
    );
    return { ...offer, price: 70, history };
  });
  await ui.lookUp(await importProduct(dataFolder, { ...product, offers }));
  const headline = ui.product.verdict.getByRole("heading", { name: "High tide. Wait." });
  const [red = 0, , blue = 0] = await headline.evaluate((element) =>
    (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).map(Number),
  );
  expect(red).toBeGreaterThan(blue + 50);
  await expect(
    page.getByRole("region", { name: /^(Price history|Offers|Is it a good price\?)$/ }),
  ).toHaveText([/^Price history/, /^Offers/, /^Is it a good price\?/]);
  await expect(ui.product.assessment).toContainText("Where the price has been");
  await expect(ui.product.assessment).not.toContainText("Cheapest months");
});

test("changes no target field that the shopper is in", async ({ page, ui, dataFolder }) => {
  await importKettle(dataFolder, 60);
  await ui.lookUp(kettle.service);
  await expect(ui.product.target).toHaveValue("57");
  await ui.product.target.focus();
  await importKettle(dataFolder, 50);
  await expect(ui.product.best).toContainText("$50.00");
  await page.keyboard.type("40");
  await expect(ui.product.target).toHaveValue("40");
});

test("sets, changes and removes a target at the top of the page, and starts watching", async ({
  page,
  ui,
}) => {
  const { service: productKey } = await openHeadphones(ui, page);
  await expect(ui.product.watchSwitch).not.toBeChecked();
  await ui.product.target.fill("150");
  await ui.product.watching.getByRole("button", { name: "Set and watch" }).click();
  await expect(ui.product.watching).toContainText("Target price $150.00");
  await expect(ui.product.watchSwitch).toBeChecked();
  await expect(ui.product.frequency("Daily")).toBeVisible();
  expect(await readOwnRules(page, productKey)).toMatchObject([{ trigger: { price: 150 } }]);
  await expect(ui.product.history.getByRole("img", { name: /Target \$150\.00/ })).toBeVisible();

  await ui.product.watching.getByRole("button", { name: "Change target" }).click();
  await expect(ui.product.watching.getByRole("textbox")).toBeFocused();
  await ui.product.watching.getByRole("textbox").fill("140");
  await ui.product.watching.getByRole("button", { name: "Set target" }).click();
  await expect(ui.product.watching).toContainText("Target price $140.00");
  expect(await readOwnRules(page, productKey)).toMatchObject([{ trigger: { price: 140 } }]);
  await expect(page.getByText("The target is now $140.00 instead of $150.00.")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(ui.product.watching).toContainText("Target price $150.00");
  expect(await readOwnRules(page, productKey)).toMatchObject([{ trigger: { price: 150 } }]);

  await ui.product.watching.getByRole("button", { name: "Change target" }).click();
  await ui.product.watching
    .getByRole("group", { name: "Suggested targets" })
    .getByRole("button")
    .first()
    .click();
  await expect(ui.product.watching).not.toContainText("Target price $150.00");
  expect(await readOwnRules(page, productKey)).toHaveLength(1);
  await ui.photograph("product-target");

  await ui.product.watching.getByRole("button", { name: "Remove target" }).click();
  await expect(page.getByText(/^Removed the target \$/)).toBeVisible();
  // The field that takes the target's place has nothing of its own to undo.
  await expect(ui.product.target).toBeFocused();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(ui.product.watching).toContainText(/Target price \$/);
});

test("watches, sets a target, sorts the offers and opens an offer's menu by keyboard", async ({
  page,
  ui,
}) => {
  await openHeadphones(ui, page);
  const tabTo = async (target: ReturnType<Page["getByRole"]>) => {
    for (let press = 0; press < 60; press++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    await expect(target).toBeFocused();
  };
  await page.getByRole("combobox", { name: "Look up a product" }).focus();
  await tabTo(ui.product.watchSwitch);
  await page.keyboard.press("Space");
  await expect(ui.product.watchSwitch).toBeChecked();
  await tabTo(ui.product.watching.getByRole("textbox"));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("123");
  await page.keyboard.press("Enter");
  await expect(ui.product.watching).toContainText("Target price $123.00");
  await expect(ui.product.watching.getByRole("button", { name: "Change target" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(ui.product.watching.getByRole("textbox")).toBeFocused();
  const byPrice = ui.product.offers.getByRole("columnheader", { name: "Price" });
  await tabTo(byPrice.getByRole("button"));
  await page.keyboard.press("Enter");
  await expect(byPrice).toHaveAttribute("aria-sort", "descending");
  await tabTo(page.getByRole("button", { name: /^More for/ }).first());
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Open in the browser" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /^More for/ }).first()).toBeFocused();
});

test("watches, sets the target, checks, opens the shop and copies its link by single keys", async ({
  app,
  page,
  ui,
}) => {
  await openHeadphones(ui, page);
  await expect(ui.product.watching.getByRole("textbox")).toBeVisible();
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("w");
  await expect(ui.product.watchSwitch).toBeChecked();
  await page.keyboard.press("t");
  await page.keyboard.type("99");
  await page.keyboard.press("Enter");
  await expect(ui.product.watching).toContainText("Target price $99.00");
  await app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = async (url) => void opened.push(url);
  });
  await page.keyboard.press("o");
  const opened = () => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
  await expect.poll(opened).toEqual([expect.stringMatching(/^https:\/\/sample-/)]);
  await page.keyboard.press("c");
  await expect(page.getByText("Link copied.")).toBeVisible();
  await page.keyboard.press("r");
  await expect(ui.product.best).toContainText("Checked just now");
});

test("shows the first days of a product without a panel that has nothing to show", async ({
  page,
  ui,
  dataFolder,
}) => {
  await importKettle(dataFolder, 60);
  await ui.lookUp(kettle.service);
  await expect(ui.product.verdict.getByRole("heading")).toHaveText("Not watched.");
  await ui.product.watchSwitch.click();
  await expect(ui.product.verdict.getByRole("heading")).toHaveText("Watching since today.");
  await expect(ui.product.verdict).toContainText(/From [A-Z][a-z]+ \d+, Tidemark can say/);
  await expect(
    ui.product.verdict.getByRole("img", { name: "0 of 14 days to the first verdict" }),
  ).toBeVisible();
  await expect(ui.product.history).toContainText("$60.00 since");
  for (const name of ["Is it a good price?", "Expert review", "Details"])
    await expect(ui.product.section(name)).toHaveCount(0);
  await expect(page.getByText("Too little data")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "More for shop.example" })).toBeVisible();
  await ui.inspect("product-thin");
});

test("shows the last price of a product sold out everywhere, without a verdict", async ({
  page,
  ui,
  dataFolder,
}) => {
  const now = Date.now();
  await ui.lookUp(await importProduct(dataFolder, soldOut(now)));
  await expect(ui.product.best).toContainText("Last price");
  await expect(ui.product.best).toContainText("Out of stock at every shop");
  await expect(ui.product.verdict.getByRole("heading")).toHaveText("Out of stock.");
  await expect(ui.product.section("Where the price has been")).toContainText(/Most often/);
  await ui.photograph("product-sold-out");
  await page.getByRole("button", { name: "Alert me when it is back" }).click();
  await expect(ui.product.verdict).toContainText("You get an alert when it is back.");
  await expect(ui.product.frequency("Daily")).toBeVisible();
});

test("opens in the currency that the watch list shows, and lists the shops of the other", async ({
  page,
  ui,
  dataFolder,
}) => {
  const telescope = twoCurrencies(Date.now());
  const productKey = await importProduct(dataFolder, telescope);
  await watch(page, [productKey]);
  const row = ui.watchList.row(telescope.title);
  await expect(row).toContainText("€479.00");
  await row.click();
  await expect(ui.product.best).toContainText("€479.00");
  await expect(ui.product.best).not.toContainText("Out of stock");
  const inDollars = ui.product.offers.getByRole("rowgroup", { name: "In US dollars" });
  await expect(inDollars).toContainText("alder.example");
  await expect(inDollars).toContainText("$529.00");
  await expect(inDollars.getByRole("button", { name: "Open alder.example in the browser" })).toBeVisible();
  await ui.photograph("two-currencies");
  await screenshot(ui.product.offersSection, "two-currencies-offers");
  await ui.expectAccessible();

  await ui.product.showCurrency("USD");
  await expect(ui.product.best).toContainText("Out of stock in US dollars");
  await expect(ui.product.verdict.getByRole("heading")).toHaveText("Out of stock in US dollars.");
  await expect(ui.product.verdict).toContainText("In euros it costs €479.00 at birke.example.");
  await expect(page.getByText(/No shop has it|every shop/)).toHaveCount(0);
  await ui.photograph("two-currencies-out");
  await ui.product.verdict.getByRole("button", { name: "Show prices in euros" }).click();
  await expect(ui.product.best).toContainText("€479.00");

  await page.evaluate(() => window.tidemark.invoke("settings:update", { language: "de" }));
  await page.getByRole("group", { name: "Währung" }).getByText("USD").click();
  await expect(ui.product.section("Einschätzung")).toContainText(
    "In Euro kostet es 479,00\u00a0€ bei birke.example.",
  );
  await ui.photographInGerman("two-currencies-out");
});

test("keeps to the currency of the target, and shows the other price in the list", async ({
  page,
  ui,
  dataFolder,
}) => {
  const telescope = twoCurrencies(Date.now(), "in");
  const productKey = await importProduct(dataFolder, telescope);
  await watch(page, [productKey]);
  const row = ui.watchList.row(telescope.title);
  await expect(row).toContainText("$529.00");
  await expect(row).toContainText("also €479.00");
  await row.click();
  await expect(ui.product.best).toContainText("$529.00");
  await ui.product.showCurrency("EUR");
  await ui.product.target.fill("450");
  await page.keyboard.press("Enter");
  await expect(ui.product.watching).toContainText("Target price €450.00");

  await page.getByRole("button", { name: "Watch list" }).click();
  await expect(row).toContainText("€479.00");
  await expect(row).toContainText("also $529.00");
  await ui.photograph("two-currencies-list");
  await row.click();
  await expect(ui.product.best).toContainText("€479.00");
  await ui.expectAccessible();
});

test("explains that a shop blocks programs, and offers what to do", async ({ page, ui, openShop }) => {
  let isBlocking = false;
  const shop = await openShop((path) => {
    if (path !== "/p/lantern") return { status: 404, html: "" };
    return isBlocking ? { status: 403, html: "Access denied" } : productHtml();
  });
  await ui.links.addAndOpen(shop.url);
  await expect(ui.product.best).toContainText("$49.99", { timeout: 40_000 });
  isBlocking = true;
  await ui.product.checkNow();
  const checks = page.getByRole("list", { name: "Last checks" });
  await expect(checks).toContainText("blocked", { timeout: 45_000 });
  await expect(checks).toContainText("See the price in your browser; checking less often may help.");
  await expect(ui.product.watching).toContainText("blocked");
  await expect(checks.getByRole("button", { name: "Click the price" })).toBeVisible();
  await checks.scrollIntoViewIfNeeded();
  await ui.photograph("product-blocked");
  await checks.getByRole("button", { name: "Check weekly" }).click();
  await expect(ui.product.frequency("Weekly")).toBeVisible();
  await expect(ui.product.best).toContainText("$49.99");
});

/** Runs in the page. Finds elements that extend beyond it or scroll sideways. */
function findOverflow(): string[] {
  const edge = document.querySelector(".product-page")?.getBoundingClientRect().right ?? 0;
  const beyond = [...document.querySelectorAll(".product-page *")]
    .filter((each) => each.getBoundingClientRect().right > edge + 1)
    .map(({ className }) => `beyond the page: ${className}`);
  const table = document.querySelector(".offers-table")?.parentElement;
  const scrolled = [document.documentElement, document.querySelector(".app-view"), table]
    .filter((each) => !each || each.scrollWidth > each.clientWidth)
    .map((each) => `scrolls sideways: ${each?.className}`);
  return [...beyond, ...scrolled];
}

test("shows about how much a price is in one's own currency, once it is chosen", async ({
  page,
  ui,
  dataFolder,
}) => {
  const rates = { date: "2026-03-02", fetched_ms: Date.now(), per_euro: { USD: 2, PLN: 4 } };
  writeFileSync(join(dataFolder, "exchange-rates.json"), JSON.stringify(rates));
  const product = await openHeadphones(ui, page);
  const [shown = ""] = money.exec((await ui.product.best.textContent()) ?? "") ?? [];
  await expect(ui.product.best).not.toContainText("about");

  await ui.settings.open("General");
  await page.getByRole("combobox", { name: "Also show prices in" }).click();
  await page.getByRole("option", { name: "EUR · Euro" }).click();
  await ui.inspect("settings-own-currency");
  await ui.lookUp(product.service);
  const euros = `€${(Number(shown.replace(/[$,]/g, "")) / 2).toFixed(2)}`;
  await expect(ui.product.best.getByText(`about ${euros}`)).toHaveAttribute("title", /Mar 2, 2026/);
  await ui.photograph("product-own-currency");
});

test("renders all sections accessibly and without sideways scrolling", async ({ app, page, ui }) => {
  await openHeadphones(ui, page);
  for (const name of ["Is it a good price?", "Offers", "Watching", "Details"]) {
    await ui.product.section(name).evaluate((element) => element.scrollIntoView({ block: "start" }));
    await ui.photograph(`product-part-${name.toLowerCase().replace(/\W+/g, "-")}`);
  }
  await ui.expectAccessible();
  for (const [width, factor] of [
    [1_600, 1],
    [800, 1],
    [1_280, 2],
  ] as const) {
    await app.evaluate(
      ({ BrowserWindow }, [wide, zoom]) => {
        const [window] = BrowserWindow.getAllWindows();
        window?.setContentSize(wide, 800);
        window?.webContents.setZoomFactor(zoom);
      },
      [width, factor] as const,
    );
    await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(width / factor);
    await expect(ui.product.offers.getByRole("button", { name: /^More for/ }).first()).toBeVisible();
    // A chart resizes a frame or two after its page.
    await expect.poll(() => page.evaluate(findOverflow)).toEqual([]);
    await page.locator(".app-view").evaluate((element) => element.scrollTo(0, 0));
    await screenshot(page, `product-width-${width}-zoom-${factor}`);
  }
});
