import { expect, test } from "../support/electron.js";
import { type OpenShop, type openShop, productHtml } from "../support/shop-site.js";

/** Opens ten shops: some are slow, blocked, ambiguous, or broken while `isBroken` says so. */
function openShops(open: typeof openShop, isBroken: () => boolean): Promise<OpenShop[]> {
  const good = (name: string) => productHtml({ name, price: "24.90", currency: "EUR" });
  const slow = (name: string) => ({ html: good(name), delayMs: 1_500 });
  const blocked = () => ({ status: 403, html: "Access denied" });
  const broken = (name: string) => (isBroken() ? { status: 500, html: "Oops" } : good(name));
  const ambiguous = (name: string) => productHtml({ name, price: ["19.90", "29.90"], currency: "EUR" });
  const answers = [good, good, good, good, slow, slow, blocked, broken, ambiguous, good];
  return Promise.all(
    answers.map((answer, i) => open((path) => answer(`Thing ${i}${path.replace("/", " ")}`))),
  );
}

test("says which lines it leaves out, and when a link that is watched already was checked", async ({
  page,
  ui,
  openShop,
}) => {
  const { origin } = await openShop((path) => productHtml({ name: `Thing${path}` }));
  await ui.links.allow(origin);
  await ui.links.openAddMany();
  await ui.links.lines.fill(`For the kitchen\n${origin}/a`);
  await expect(page.getByText("Left out: 1 line without a link or barcode.")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(ui.links.all).toContainText("Watching, checked daily");
  await ui.links.openAddMany();
  await ui.links.lines.fill(`${origin}/a`);
  await ui.goTo("Deals");
  await ui.links.openAddMany();
  await expect(ui.links.lines).toHaveValue(`${origin}/a`);
  await ui.links.lines.press("ControlOrMeta+Enter");
  await expect(ui.links.all).toContainText("Checked just now");
});

test("shows a shop that joins a product of the same list as a line that compares its price", async ({
  page,
  ui,
  openShop,
}) => {
  const shop = await openShop((_path, host) => {
    const price = host.startsWith("127.0.0.1:") ? "170.00" : "171.48";
    return productHtml({ name: "Trail Lantern", price, currency: "EUR", gtin13: "4006381333931" });
  }, "0.0.0.0");
  const first = `${shop.origin}/a`;
  const second = `http://127.0.0.2:${shop.port}/a`;
  await ui.links.allow(first);
  await ui.links.addMany([first, second]);
  await expect(page.getByText("1 of 2 watched. Waiting for you: 1 link.")).toBeVisible();
  await page.getByRole("button", { name: /^Allow 127\.0\.0\.2/ }).click();
  const joined = ui.links.several.filter({
    hasText: "127.0.0.2 joins Trail Lantern: €171.48, €1.48 dearer than the best.",
  });
  await expect(joined).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Target price in EUR" })).toHaveCount(1);
  await ui.inspect("joined-shop");
  await joined.getByRole("button", { name: "Undo" }).click();
  await expect(ui.links.several).toHaveCount(1);
  await ui.links.several.getByRole("button", { name: "Open" }).click();
  await expect(ui.product.offers).not.toContainText("127.0.0.2");
});

test("says how many of the added products have a target, and offers an alert for one that is sold out", async ({
  page,
  ui,
  openShop,
}) => {
  const { origin } = await openShop((path) => {
    const availability = path === "/stove" ? "OutOfStock" : "InStock";
    return productHtml({ name: path.replace("/", "Trail "), price: "24.90", currency: "EUR", availability });
  });
  await ui.links.allow(origin);
  await ui.links.addMany(["lantern", "kettle", "stove"].map((name) => `${origin}/${name}`));
  await page.getByRole("button", { name: "Alert me at 10% less, for all" }).click({ timeout: 40_000 });
  await expect(page.getByRole("button", { name: "2 of 3 have a target" })).toBeDisabled();
  await expect(page.getByRole("main")).toContainText("Out of stock, so without a price to go by: 1 product.");
  const soldOut = ui.links.several.filter({ hasText: "Trail stove" });
  await expect(soldOut).toContainText("You get an alert when it is back.");
  await ui.inspect("targets-for-some");
});

test("asks one question for all products that are sold out without a price", async ({
  page,
  ui,
  openShop,
}) => {
  const { origin } = await openShop((path) =>
    productHtml({
      name: path.replace("/", "Trail "),
      price: "",
      currency: "EUR",
      availability: "OutOfStock",
    }),
  );
  await ui.links.allow(origin);
  await ui.links.addMany(["lantern", "kettle", "stove"].map((name) => `${origin}/${name}`));
  await expect(page.getByRole("heading", { name: "3 products are out of stock" })).toBeVisible({
    timeout: 40_000,
  });
  await ui.inspect("sold-out-group");
  await page.getByRole("button", { name: "Show the next one" }).press("Enter");
  await expect(page.getByRole("button", { name: "Watch until they are back" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("3 links watched.", { exact: true })).toBeVisible({ timeout: 40_000 });
  await page.keyboard.press("ControlOrMeta+z");
  await ui.watchList.open();
  await expect(ui.watchList.empty).toBeVisible();
});

test("adds 30 pasted links of ten shops, some slow, blocked, broken or ambiguous", async ({
  app,
  page,
  ui,
  openShop,
}) => {
  let isBroken = true;
  const origins = (await openShops(openShop, () => isBroken)).map(({ origin }) => origin);
  for (const origin of origins) await ui.links.allow(origin);
  const links = origins.flatMap((origin) => ["/a", "/b", "/c"].map((path) => origin + path));
  await app.evaluate(({ clipboard }, text) => clipboard.writeText(text), links.join("\n"));
  // Acts: paste, Enter.
  await ui.lookUpBox.focus();
  await page.keyboard.press("ControlOrMeta+v");
  await page.keyboard.press("Enter");
  await expect(ui.lookUpBox).toHaveValue("");
  await expect(ui.links.several).toHaveCount(30);
  const status = page.getByRole("main").getByRole("status").filter({ hasText: "watched" });
  await expect(status).toContainText("21 of 30 watched. Waiting for you: 9 links.", { timeout: 120_000 });
  await expect(ui.links.question("Which price is meant?")).toHaveCount(3);
  await expect(ui.links.unread).toHaveCount(3);
  const down = ui.links.several.filter({ has: page.getByRole("button", { name: "Try all again" }) });
  await expect(down.getByRole("heading")).toHaveText("127.0.0.1: 3 links");
  await page.getByRole("button", { name: "Show the next one" }).click();
  await expect(page.getByRole("region").locator("button:focus")).toBeVisible();
  await ui.inspect("added-30");
  isBroken = false;
  await down.getByRole("button", { name: "Try all again" }).click();
  await expect(status).toContainText("24 of 30 watched. Waiting for you: 6 links.", { timeout: 50_000 });
  await page.getByRole("button", { name: "Alert me at 10% less, for all" }).click();
  await expect(page.getByText("Set 24 targets.")).toBeVisible();
  await expect(page.getByRole("button", { name: "All have a target" })).toBeDisabled();
  const removeAll = page.getByRole("button", { name: "Remove all 24" });
  await removeAll.click();
  await expect(ui.links.several).toHaveCount(6);
  await expect(page.getByText("Removed 24 products.")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(ui.links.several).toHaveCount(30);
  await removeAll.click();
  await expect(ui.links.several).toHaveCount(6);
  await ui.watchList.open();
  await expect(ui.watchList.empty).toBeVisible();
});
