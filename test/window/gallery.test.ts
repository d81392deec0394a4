import { createServer, mergeConfig } from "vite";
import configuration from "../../electron.vite.config.js";
import { scratchFolder } from "../support/disk.js";
import { expect, test } from "../support/electron.js";
import { findFreePort } from "../support/network.js";
import { expectAccessible, photograph } from "../support/window.js";

interface DevServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the window's page from its sources, as `npm run dev` does. */
async function openDevServer(): Promise<DevServer> {
  if (!("renderer" in configuration)) throw new Error("electron.vite.config.ts has no renderer.");
  const cache = scratchFolder("vite");
  const port = await findFreePort();
  const server = await createServer(
    mergeConfig(configuration.renderer ?? {}, {
      configFile: false,
      cacheDir: cache.path,
      logLevel: "error",
      server: { host: "127.0.0.1", port, strictPort: true },
    }),
  );
  await server.listen();
  return {
    url: `http://127.0.0.1:${port}/`,
    close: async () => {
      await server.close();
      cache.remove();
    },
  };
}

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
    await expect.poll(showGallery, { timeout: 40_000 }).toBe(true);
    await expect(page.getByRole("heading", { level: 1, name: "gallery" })).toBeVisible({ timeout: 90_000 });
    await photograph(tidemark, "gallery", false);
    await page.getByRole("heading", { name: "figures" }).scrollIntoViewIfNeeded();
    await photograph(tidemark, "gallery-figures", false);
    await expectAccessible(page);
  } finally {
    await server.close();
  }
});
