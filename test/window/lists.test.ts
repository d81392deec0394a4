import { expect, test } from "../support/electron.js";
import { productHtml, type ShopProduct, type ShopSite } from "../support/shop-site.js";

test("imports a table of links with targets, undoes it, and imports it again", async ({ page, ui, shop }) => {
  await ui.links.allow(shop.origin);
  const links = shop.products.map(({ path }) => shop.origin + path);
  const rows = links.map((link, i) => `${link};Thing ${i};${i === 0 ? "45" : ""}`);
  const broken = "not a link;nothing;";
  const table = ["link;title;target", ...rows, broken, `${links[0]}?utm_source=mail;Again;`].join("\r\n");
  await ui.links.openFile("wishes.csv", table);
  const preview = page.getByRole("region", { name: "wishes" });
  await expect(preview.getByRole("status")).toHaveText("Table · 6 links · 1 repeated");
  await expect(preview.getByText("Left out: 1 line")).toBeVisible();
  await preview.getByText("Left out: 1 line").click();
  await ui.inspect("list-preview");
  await preview.getByRole("checkbox", { name: /^Thing 5/ }).uncheck();
  await preview.getByRole("textbox", { name: "Tags" }).fill("camping, gifts");
  await preview.getByRole("button", { name: "Watch 5 links" }).click();
  const imports = page.getByRole("list", { name: "Imported lists" }).getByRole("listitem");
  await expect(imports.first()).toContainText("5 links watched", { timeout: 40_000 });
  await ui.photograph("imported-list");
  await ui.watchList.open();
  await expect(ui.watchList.rows).toHaveCount(5);
  await page.getByRole("button", { name: "Tags" }).click();
  await expect(page.getByRole("checkbox", { name: "camping" })).toBeVisible();
  await page.keyboard.press("Escape");
  await ui.links.openAddMany();
  await imports.first().getByRole("button", { name: "Undo import" }).click();
  await expect(page.getByText(/^Undone: Imported 5 products\./)).toBeVisible();
  await expect(imports.first()).toContainText("Undone");
  await imports.first().getByRole("button", { name: "Import again" }).click();
  await ui.watchList.open();
  await expect(ui.watchList.rows).toHaveCount(5);
  await expect(ui.watchList.rows.filter({ hasText: "Trail Lantern 400" })).toBeVisible();
});

test("asks which target is meant if a list states it in another currency", async ({ page, ui, openShop }) => {
  const { url } = await openShop(() => productHtml({ price: "49.99" }));
  await ui.links.allow(url);
  await ui.links.openFile("wishes.csv", `link;target\r\n${url};40 EUR`);
  await page.getByRole("button", { name: "Watch 1 link" }).click();
  const imports = page.getByRole("list", { name: "Imported lists" }).getByRole("listitem");
  await imports.first().getByRole("button", { name: "Answer" }).click({ timeout: 40_000 });
  const question = ui.links.question("Which target?");
  await expect(question).toContainText("The target is 40 EUR, but the page says USD 49.99.", {
    timeout: 40_000,
  });
  await ui.inspect("which-target");
  await question.getByRole("button", { name: "Target USD 40.00" }).click();
  await ui.links.open();
  await expect(page.getByText("20% below today’s price")).toBeVisible();
});

test("asks where a saved page with relative links is from, and reads it then", async ({ page, ui, shop }) => {
  const items = shop.products.map(
    ({ path, title }) => `<li><a href="${path}">${title}</a> <b>$5.00</b></li>`,
  );
  await ui.links.openFile(
    "saved.html",
    `<!doctype html><title>My wishes</title><main><ul>${items.join("")}</ul></main>`,
  );
  const preview = page.getByRole("region", { name: "My wishes" });
  const address = preview.getByRole("textbox", { name: "Address of the page or shop" });
  await expect(preview.getByRole("button", { name: "Read the links" })).toBeDisabled();
  await ui.inspect("list-without-address");
  await address.fill(`${shop.origin}/wishes`);
  await address.press("Enter");
  await expect(preview.getByRole("status")).toHaveText(`Web page · ${shop.products.length} links`);
  await expect(address).toBeHidden();
});

/** A page that links to some of the shop's products. */
function wishList({ origin }: ShopSite, shown: readonly ShopProduct[]): string {
  const items = shown.map(
    ({ path, title, price }) =>
      `<li><a href="${origin}${path}">${title}</a> <span class="price">US$${price.toFixed(2)}</span></li>`,
  );
  const text = `<h1>Ada’s wishes</h1><p>${"For the tour along the coast. ".repeat(60)}</p>`;
  return `<title>Ada’s wishes</title><main>${text}<ul>${items.join("")}</ul></main>`;
}

test("follows a wish list: offers what is new, watches or dismisses it, and says what is gone", async ({
  page,
  ui,
  shop,
  openShop,
}) => {
  const [lantern, kettle, blanket] = shop.products as [ShopProduct, ShopProduct, ShopProduct];
  let wishes: ShopProduct[] = [];
  const list = await openShop(() => wishList(shop, wishes));
  await ui.links.allow(shop.origin);
  await ui.links.allow(list.origin);
  await ui.links.openAddMany();
  const field = page.getByRole("textbox", { name: "Link of the page to follow" });
  await field.fill(`${list.origin}/wishes`);
  await field.press("Enter");
  const note = page.getByRole("alert");
  await expect(note).toContainText("no links to products", { timeout: 40_000 });
  const [below, beside] = [await note.boundingBox(), await field.boundingBox()];
  expect(below?.y).toBeGreaterThan((beside?.y ?? 0) + (beside?.height ?? 0));
  wishes = [lantern, kettle];
  await field.press("Enter");
  const followed = page.getByRole("list", { name: "Followed pages" }).getByRole("listitem").first();
  await expect(followed).toContainText("New: 2 links", { timeout: 40_000 });
  await expect(followed.getByRole("heading")).toHaveText("Ada’s wishes");
  await ui.inspect("followed-list");
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
  await ui.watchList.open();
  await expect(ui.watchList.rows).toHaveCount(1);
  await expect(page.getByText("New on Ada’s wishes: 2 links.")).toBeVisible();
  await ui.links.openAddMany();
  await ui.photographInGerman("followed-list-german");
});

test("watches the cheapest product of a page that lists several", async ({ page, ui, shop, openShop }) => {
  const list = await openShop(() => wishList(shop, shop.products));
  await ui.links.add(`${list.origin}/camping`);
  await expect(page.getByRole("heading", { name: "This page lists 6 products." })).toBeVisible({
    timeout: 40_000,
  });
  await expect(page.getByRole("button", { name: "Follow the page" })).toBeVisible();
  await ui.inspect("listed-page");
  await page.getByRole("textbox", { name: "Only with these words" }).fill("blanket");
  await page.keyboard.press("Enter");
  await expect(ui.links.all).toContainText("$69.99", { timeout: 40_000 });
  await ui.links.open();
  await expect(page.getByText("Cheapest now:")).toBeVisible();
  await expect(ui.product.best).toContainText("Wool Blanket 600");
  await ui.photograph("cheapest-listed");
});
