import { expect, test } from "../support/electron.js";

test.use({ onlyReads: true });

test("finds the cheapest of several headphones without opening any", async ({ page, ui }) => {
  await ui.lookUp("headphones");
  const list = page.getByRole("list", { name: "Products" });
  await expect(list.getByRole("img", { name: /^Grade/ }).first()).toBeVisible();
  await expect(list.getByRole("listitem").first()).toContainText(/\$[\d.,]+/);
  await ui.photograph("results-by-match");
  await page.getByRole("combobox", { name: "Sort by" }).click();
  await page.getByRole("option", { name: "Lowest price" }).click();
  const prices = () =>
    list.evaluate((node) =>
      [...node.querySelectorAll(".price .visually-hidden")].map((each) =>
        Number((each.textContent ?? "").replace(/[^\d.]/g, "")),
      ),
    );
  await expect.poll(async () => (await prices()).length).toBeGreaterThan(5);
  await expect.poll(prices).toEqual((await prices()).toSorted((one, other) => one - other));
  const brands = page.getByRole("combobox", { name: "Brand" });
  await brands.click();
  const brand = page.getByRole("option").nth(1);
  const name = (await brand.textContent()) ?? "";
  await brand.click();
  await expect(brands).toHaveText(name);
  await ui.expectAccessible();
});

test("leaves no command behind after Escape", async ({ page, ui }) => {
  const box = ui.lookUpBox;
  await box.fill(">");
  await expect(page.getByRole("listbox")).toBeVisible();
  await expect(page.getByText("Type > for all commands")).toBeHidden();
  await box.press("Escape");
  await expect(page.getByRole("listbox")).toBeHidden();
  await expect(box).toHaveValue(">");
  await box.press("Escape");
  await expect(box).toHaveValue("");
  await expect(box).not.toBeFocused();
});

test("says that only this computer was searched, and where else to look", async ({ page, ui }) => {
  await ui.lookUp("zither strings");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("No product found for “zither strings”");
  await expect(page.getByRole("button", { name: "Search the web" })).toBeVisible();
  await ui.inspect("results-none");
});

test.describe("with a watch list", () => {
  test.use({ onlyReads: false });

  test("lists products as viewed that were opened from the watch list, and suggestions with price and grade", async ({
    page,
    ui,
  }) => {
    await ui.watchList.fill(1);
    await ui.watchList.open();
    const title = (await ui.watchList.rows.first().getAttribute("aria-label")) ?? "";
    await ui.watchList.rows.first().click();
    await expect(ui.product.title(title)).toBeVisible();
    await ui.goTo("Search");
    const viewed = page.getByRole("region", { name: "Recently viewed" });
    await expect(viewed.getByRole("listitem")).toHaveCount(1);
    await ui.lookUpBox.fill("headphones");
    await expect(page.getByRole("option", { name: `${title} Watched` })).toContainText(
      /Sample market.*\$[\d.,]+/,
    );
    await expect(
      page
        .getByRole("option")
        .getByRole("img", { name: /^Grade/ })
        .first(),
    ).toBeVisible();
    await ui.photograph("suggestions");
  });
});
