import { expect, startSecondInstance, test } from "../support/electron.js";

test("opens with a first page, and then the page of each sidebar entry", async ({ page, ui }) => {
  await expect(page).toHaveTitle("Tidemark");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  for (const [place, heading] of [
    ["Deals", "Deals"],
    ["Watch list", "Nothing is watched yet"],
    ["Alerts", "Alerts"],
    ["Settings", "Settings"],
    ["Search", "Is it a good price?"],
  ] as const) {
    await ui.goTo(place);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  }
});

test("runs menu commands in the window", async ({ app, page, ui }) => {
  const press = (id: string) =>
    app.evaluate(({ Menu }, item) => Menu.getApplicationMenu()?.getMenuItemById(item)?.click(), id);
  await press("go-deals");
  await expect(page.getByRole("heading", { level: 1, name: "Deals" })).toBeVisible();
  await press("focus-lookup");
  await expect(ui.lookUpBox).toBeFocused();
});

test("looks up words from the command line, at the first start and beside a running app", async ({
  open,
  dataFolder,
}) => {
  const { page } = await open(["headphones"]);
  await expect(page.getByRole("heading", { name: "headphones" })).toBeVisible({ timeout: 40_000 });
  expect(await startSecondInstance(dataFolder, ["coffee"])).toContain("already open");
  await expect(page.getByRole("heading", { name: "coffee" })).toBeVisible();
});

test("shows no tip for a place that was clicked first", async ({ page, ui }) => {
  await ui.resize("800x600");
  await page.clock.install();
  await page.getByRole("button", { name: "Deals" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Deals" })).toBeVisible();
  // The tip would appear half a second after the pointer has come.
  await page.clock.runFor(1_000);
  await expect(page.getByRole("tooltip")).toBeHidden();
  await page.getByRole("button", { name: "Settings" }).hover();
  await page.clock.runFor(1_000);
  await expect(page.getByRole("tooltip")).toBeVisible();
});
