import type { Page } from "@playwright/test";
import { expect, goTo, lookUp, sampleProducts, test } from "../support/electron.js";

function products(page: Page) {
  return page.getByRole("list", { name: "Products" });
}

function watched(page: Page) {
  return page.getByRole("list", { name: "Watched products" });
}

/** What the engine has on record, whatever the window shows. */
function schedules(page: Page) {
  return page.evaluate(async () => {
    const result = await window.tidemark.call("schedules.overview", {});
    return result.ok ? result.data.schedules.map(({ schedule, retailer }) => ({ schedule, retailer })) : null;
  });
}

async function watchAll(page: Page, count: number): Promise<void> {
  const ids = (await sampleProducts(page, "headphones", count)).map(({ service }) => service);
  await page.evaluate((list) => window.tidemark.call("schedules.put", { ids: list, schedule: "daily" }), ids);
}

test("a product is watched from its page, changed, stopped and watched again", async ({
  tidemark: { page },
}) => {
  await lookUp(page, "headphones");
  await products(page).locator("[data-row]").first().click();
  const section = page.getByRole("region", { name: "Watching" });
  await expect(section).toContainText("Not watched");
  await expect(section).toContainText("checks are free");
  await section.getByText("Hourly").click();
  await section.getByRole("button", { name: "Watch for 1 credit" }).click();
  await expect(section).toContainText("Watched hourly");
  await expect(section).toContainText("Next check");
  expect(await schedules(page)).toEqual([{ schedule: "hourly", retailer: null }]);

  await section.getByText("Weekly").click();
  expect(await schedules(page)).toEqual([{ schedule: "hourly", retailer: null }]);
  await section.getByRole("button", { name: "Change for 1 credit" }).click();
  await expect(section).toContainText("Watched weekly");

  await section.getByRole("button", { name: "Stop watching" }).click();
  await expect(section).toContainText("Not watched");
  expect(await schedules(page)).toEqual([]);
  await page.getByRole("button", { name: "Undo for 1 credit" }).click();
  await expect(section).toContainText("Watched weekly");
  expect(await schedules(page)).toEqual([{ schedule: "weekly", retailer: null }]);
});

test("a row of the results watches daily with one click", async ({ tidemark: { page } }) => {
  await lookUp(page, "headphones");
  const first = products(page).getByRole("listitem").first();
  const toggle = first.getByRole("checkbox");
  await toggle.click({ force: true });
  await expect(toggle).toBeChecked();
  await expect.poll(() => schedules(page)).toEqual([{ schedule: "daily", retailer: null }]);
  await goTo(page, "Watch list");
  await expect(watched(page).getByRole("listitem")).toHaveCount(1);
});

test("the list of what is watched: cadence, removal, undo, by keyboard too", async ({
  tidemark: { page },
}) => {
  await watchAll(page, 3);
  await goTo(page, "Watch list");
  const rows = watched(page).getByRole("listitem");
  await expect(rows).toHaveCount(3);

  await rows
    .first()
    .getByRole("button", { name: /^How often/ })
    .click();
  await page.getByRole("menuitemradio", { name: "Hourly" }).click();
  await expect
    .poll(async () => (await schedules(page))?.map(({ schedule }) => schedule).sort())
    .toEqual(["daily", "daily", "hourly"]);

  await watched(page).locator("[data-row]").first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Delete");
  await expect(rows).toHaveCount(2);
  await expect(watched(page).locator("[data-row]:focus")).toHaveCount(1);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(rows).toHaveCount(3);
});

test("many at once: cadence and removal of the chosen", async ({ tidemark: { page } }) => {
  await watchAll(page, 5);
  await goTo(page, "Watch list");
  await expect(watched(page).getByRole("listitem")).toHaveCount(5);
  await page.getByRole("checkbox", { name: "Choose all" }).check();
  await page.getByRole("button", { name: /^How often the chosen/ }).click();
  await page.getByRole("menuitemradio", { name: "Weekly" }).click();
  await expect
    .poll(async () => (await schedules(page))?.every(({ schedule }) => schedule === "weekly"))
    .toBe(true);
  await page.getByRole("button", { name: "Stop watching", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Nothing is watched yet" })).toBeVisible();
  await page.getByRole("button", { name: "Undo for 5 credits" }).click();
  await expect(watched(page).getByRole("listitem")).toHaveCount(5);
});
