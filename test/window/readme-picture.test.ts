import { copyFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/electron.js";
import { findSampleProducts, resize, setTheme } from "../support/window.js";

/** A plausible mix of products to watch. */
const searchTerms = [
  "headphones",
  "kettle",
  "monitor",
  "tent",
  "drill",
  "laptop",
  "lens",
  "lamp",
  "puzzle",
  "speaker",
];

async function watchProducts(page: Page): Promise<number> {
  const found = await Promise.all(searchTerms.map((words) => findSampleProducts(page, words, 1)));
  const ids = [...new Set(found.flat().map(({ service: productKey }) => productKey))];
  await page.evaluate(async (productKeys) => {
    await window.tidemark.invoke("engine:call", "schedules.put", { ids: productKeys, schedule: "daily" });
    const trigger = { kind: "target_percent", percent: 8 } as const;
    await window.tidemark.invoke("engine:call", "rules.save_many", {
      product_keys: productKeys.slice(0, 6),
      trigger,
    });
    await window.tidemark.invoke("engine:call", "tags.change", {
      product_keys: productKeys.slice(1, 3),
      add: ["gifts"],
    });
  }, ids);
  return ids.length;
}

/** `UPDATE=1` saves it where the README shows it. */
test("takes the picture at the top of the README", async ({ tidemark }) => {
  const { page } = tidemark;
  const count = await watchProducts(page);
  expect(count).toBeGreaterThanOrEqual(9);
  await page.reload();
  await expect(page.getByRole("row")).toHaveCount(count + 1);
  await setTheme(page, "light");
  await resize(tidemark, "1280x800");
  await expect(page.locator(".tide-row").nth(count - 1)).toBeVisible();
  await expect(page.locator(".tide-flag").first()).toBeVisible();
  await page.mouse.move(0, 0);
  const picture = join("test-results/pictures", "readme.png");
  await page.screenshot({ path: picture });
  if (process.env.UPDATE) copyFileSync(picture, "docs/tidemark.png");
});
