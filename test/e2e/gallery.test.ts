import { expectAccessible } from "../support/accessibility.js";
import { openDevServer } from "../support/dev-server.js";
import { expect, photograph, test } from "../support/electron.js";

test("the View menu shows the gallery of components in development", async ({ open }) => {
  const server = await openDevServer();
  try {
    const tidemark = await open([], undefined, { ELECTRON_RENDERER_URL: server.url });
    const { app, page } = tidemark;
    const showGallery = () =>
      app.evaluate(({ Menu }) => {
        const item = Menu.getApplicationMenu()?.getMenuItemById("go-gallery");
        item?.click();
        return item !== undefined && item !== null;
      });
    await expect.poll(showGallery, { timeout: 20_000 }).toBe(true);
    await expect(page.getByRole("heading", { level: 1, name: "gallery" })).toBeVisible({ timeout: 20_000 });
    await photograph(tidemark, "gallery", false);
    await page.getByRole("heading", { name: "figures" }).scrollIntoViewIfNeeded();
    await photograph(tidemark, "gallery-figures", false);
    await expectAccessible(page);
  } finally {
    await server.close();
  }
});
