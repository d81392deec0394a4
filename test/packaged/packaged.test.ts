import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { listPackage } from "@electron/asar";
import { FuseState, FuseV1Options, getCurrentFuseWire } from "@electron/fuses";
import type { Page } from "@playwright/test";
import { unzipSync } from "fflate";
import { openChromium, openFirefox } from "../support/browsers.js";
import { type OtherServer, startOtherServer } from "../support/command-line.js";
import { hasKeyring, keyringSwitch, startKeyring } from "../support/desktop.js";
import { findFilesContaining, scratchFolder } from "../support/disk.js";
import { expect, killEngine, waitForEngine } from "../support/electron.js";
import { Ui } from "../support/models/ui.js";
import {
  test as base,
  type RunningPackage,
  type StartPackage,
  withPackages,
} from "../support/packaged-app.js";
import { type ShopProduct, startShopSite } from "../support/shop-site.js";
import { goTo, lookUp } from "../support/window.js";

interface Fixtures {
  readonly start: StartPackage;
  /** Starts the app with a keyring that outlives it, because Chromium aborts without its message bus. */
  readonly startWithKeyring: () => Promise<RunningPackage>;
  readonly otherServer: OtherServer;
}

const test = base.extend<Fixtures>({
  start: ({ built, dataFolder }, use) => withPackages(built, dataFolder, use),
  startWithKeyring: async ({ built, dataFolder }, use) => {
    const keyring = await startKeyring();
    try {
      await withPackages(built, dataFolder, (start) =>
        use(() => start({ args: [keyringSwitch], env: keyring.env })),
      );
    } finally {
      keyring.close();
    }
  },
  // Playwright reads a fixture's dependencies from its first parameter, which must be a destructuring pattern.
  // biome-ignore lint/correctness/noEmptyPattern: see above
  otherServer: async ({}, use) => {
    const folder = scratchFolder("other");
    const server = await startOtherServer(folder.path);
    await use(server);
    await server.stop();
    folder.remove();
  },
});

test("opens a package, looks up a product, and shows its history", async ({ start }) => {
  const { page } = await start();
  const { baseUrl } = await waitForEngine(page, "ready");
  await page.getByRole("button", { name: /^Look around the sample/ }).click();
  await expect(page.getByRole("region", { name: "Verdict" })).toBeVisible({ timeout: 40_000 });
  await lookUp(page, "wireless headphones");
  await page.getByRole("list", { name: "Products" }).locator("[data-row]").first().click();
  await expect(page.getByRole("heading", { name: "Price history" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: /headphones/i })).toBeVisible();

  const chart = page.getByRole("application", { name: "Chart of prices" });
  await chart.scrollIntoViewIfNeeded();
  await chart.focus();
  await page.keyboard.press("End");
  await expect(chart.getByRole("status")).toContainText(/\$\d/);
  await page.screenshot({ path: join(process.cwd(), "test-results/pictures/packaged-product.png") });

  const described = await fetch(`${baseUrl}/openapi.json`);
  expect(described.status).toBe(200);
  // So many that the thread for heavy reads answers, whose program lies in the archive.
  const missing = await page.evaluate(() =>
    window.tidemark.invoke("engine:call", "products.get", {
      ids: Array.from({ length: 30 }, (_, i) => `unknown${i}`),
    }),
  );
  expect(missing).toMatchObject({ ok: false, error: { code: "ERR_PRODUCT_NOT_FOUND" } });
});

test("a package watches a pasted link with a target, and alerts when the price falls below it", async ({
  start,
}) => {
  const shop = await startShopSite();
  try {
    const [lantern] = shop.products as [ShopProduct, ...ShopProduct[]];
    const { page } = await start();
    await waitForEngine(page, "ready");
    const ui = new Ui(page);
    await ui.links.add(shop.origin + lantern.path);
    await expect(ui.links.target).toBeFocused({ timeout: 40_000 });
    await page.keyboard.press("Enter");
    await expect(page.getByText("You get an alert at $47.50 or less.")).toBeVisible();

    lantern.price = 44.99;
    await ui.links.open();
    await ui.product.checkNow();
    // The engine pauses for some seconds between visits to a shop.
    await expect(ui.product.watching).toContainText(/Reached\. Alert sent/, { timeout: 40_000 });
    await expect(ui.product.best).toContainText("$44.99");
    await ui.inbox.open();
    await expect(ui.inbox.rows).toContainText("your target of $47.50");
    await page.screenshot({ path: join(process.cwd(), "test-results/pictures/packaged-alert.png") });
  } finally {
    shop.close();
  }
});

/** Unpacks the archive that was built for a browser's shop. */
function unpackExtension(browser: string, folder: string): void {
  const archive = readdirSync("dist").find((name) => name.startsWith(`tidemark-extension-${browser}-`));
  const files = unzipSync(readFileSync(join("dist", archive ?? "")));
  for (const [name, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
}

for (const [name, open] of [
  ["Chromium", openChromium],
  ["Firefox", openFirefox],
] as const)
  test(`a package pairs with the archive of the extension in ${name}, which shows a page's price`, async ({
    start,
  }) => {
    test.skip(process.platform !== "linux", "Elsewhere, only the unpacked app is built.");
    const [extension, shop] = [scratchFolder("extension"), await startShopSite()];
    unpackExtension(name.toLowerCase(), extension.path);
    const { page } = await start();
    const { baseUrl } = await waitForEngine(page, "ready");
    const browser = await open({ extension: extension.path, enginePort: Number(new URL(baseUrl).port) });
    try {
      const [lantern] = shop.products as [ShopProduct, ...ShopProduct[]];
      await browser.goTo(shop.origin + lantern.path);
      const popup = await browser.openPopup();
      await popup.click("Connect");
      await popup.waitFor("Compare the codes");
      const dialog = page.getByRole("dialog", { name: `Connect the extension in ${name}?` });
      const code = await dialog.getByTestId("pairing-code").textContent();
      expect(await popup.text()).toContain(code);
      await dialog.getByRole("button", { name: "The codes match" }).click();
      await popup.waitFor("$49.99");
      await popup.click("Watch");
      await popup.waitFor("Watching");
      await goTo(page, "Watch list");
      await expect(page.getByRole("row", { name: new RegExp(lantern.title) })).toContainText("$49.99");
    } finally {
      await browser.close();
      shop.close();
      extension.remove();
    }
  });

test("sets Electron's fuses", async ({ built }) => {
  const wire = await getCurrentFuseWire(built.program);
  const state = (fuse: FuseV1Options) => FuseState[wire[fuse] ?? FuseState.INHERIT];
  expect({
    runAsNode: state(FuseV1Options.RunAsNode),
    cookieEncryption: state(FuseV1Options.EnableCookieEncryption),
    nodeOptions: state(FuseV1Options.EnableNodeOptionsEnvironmentVariable),
    inspect: state(FuseV1Options.EnableNodeCliInspectArguments),
    asarIntegrity: state(FuseV1Options.EnableEmbeddedAsarIntegrityValidation),
    onlyAsar: state(FuseV1Options.OnlyLoadAppFromAsar),
    ownSnapshot: state(FuseV1Options.LoadBrowserProcessSpecificV8Snapshot),
    filePrivileges: state(FuseV1Options.GrantFileProtocolExtraPrivileges),
  }).toEqual({
    runAsNode: "DISABLE",
    cookieEncryption: "ENABLE",
    nodeOptions: "DISABLE",
    inspect: "DISABLE",
    asarIntegrity: "ENABLE",
    onlyAsar: "ENABLE",
    ownSnapshot: "DISABLE",
    filePrivileges: "DISABLE",
  });
});

test("runs no code named by the environment or the command line", async ({ dataFolder, start }) => {
  const marker = join(dataFolder, "ran");
  const intruder = join(dataFolder, "intruder.cjs");
  writeFileSync(intruder, `require("node:fs").writeFileSync(${JSON.stringify(marker)}, "");`);
  const { page, stderrText } = await start({
    env: { ELECTRON_RUN_AS_NODE: "1", NODE_OPTIONS: `--require=${intruder}` },
    args: ["--inspect=0", `--require=${intruder}`, "--js-flags=--allow-natives-syntax", intruder],
  });
  await waitForEngine(page, "ready");
  expect(existsSync(marker)).toBe(false);
  expect(stderrText()).not.toContain("Debugger listening");
});

test("does not run an app folder placed beside the archive", async ({ built, dataFolder, start }) => {
  const marker = join(dataFolder, "ran");
  const folder = join(built.resources, "app");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "intruder", main: "index.cjs" }));
  writeFileSync(
    join(folder, "index.cjs"),
    `require("node:fs").writeFileSync(${JSON.stringify(marker)}, "");`,
  );
  const { page } = await start();
  await waitForEngine(page, "ready");
  expect(page.url()).toBe("app://tidemark/index.html");
  expect(existsSync(marker)).toBe(false);
});

test("packages only the built program and its dependencies", ({ built }) => {
  const files = listPackage(join(built.resources, "app.asar"), { isPack: false }).map((path) =>
    path.replaceAll("\\", "/"),
  );
  const tops = new Set(files.map((path) => path.split("/")[1]));
  expect([...tops].sort()).toEqual(["LICENSE", "node_modules", "out", "package.json", "resources"]);
  expect(files.filter((path) => /\.(ts|tsx|map)$|\.env|\/test\/|^\/out\/developer/.test(path))).toEqual([]);
  const drivers = files.filter((path) => path.endsWith(".node"));
  expect(drivers.every((path) => path.includes(`/${process.platform}-`))).toBe(true);
  expect(drivers.length).toBeGreaterThan(0);
});

/** Creates a secret of each kind, and returns their random parts, which must never be readable on disk. */
async function createSecrets(page: Page, { base_url, api_key }: OtherServer) {
  const { key, secret } = await page.evaluate(
    async (upstream) => {
      const made = await window.tidemark.invoke("engine:call", "keys.create", { name: "a key's own name" });
      const webhook = await window.tidemark.invoke("engine:call", "webhooks.create", {
        url: "https://hooks.example/in",
        events: ["price_drop"],
      });
      const added = await window.tidemark.invoke("engine:call", "upstreams.add", {
        ...upstream,
        name: "Upstream",
      });
      if (!made.ok || !webhook.ok || !added.ok) throw new Error("A secret could not be created.");
      return { key: made.data.key, secret: webhook.data.webhook.secret };
    },
    { base_url, key: api_key },
  );
  return {
    "API key": key.slice("ss_live_".length),
    "signing secret": secret.slice("whsec_".length, -2),
    "service's key": api_key.slice("ss_live_".length),
  };
}

/** Sends a key in places where it does not belong, then crashes the engine while it knows the key. */
async function provokeLeaks(page: Page, key: string): Promise<void> {
  const { baseUrl } = await waitForEngine(page, "ready");
  const own = { Authorization: `Bearer ss_live_${key}` };
  for (const path of [`/products?ids=x&api_key=ss_live_${key}`, `/ss_live_${key}`])
    await fetch(baseUrl + path, { headers: own });
  await lookUp(page, `ss_live_${key}`);
  await killEngine(page, "SIGSEGV");
}

test.describe("secrets with a keyring", () => {
  test.skip(!hasKeyring, "This system has no keyring that a test can start.");

  test("stores no secret in plain text: not in the database, logs or crash dumps", async ({
    dataFolder,
    otherServer,
    startWithKeyring,
  }) => {
    const app = await startWithKeyring();
    await waitForEngine(app.page, "ready");
    const secrets = await createSecrets(app.page, otherServer);
    await provokeLeaks(app.page, secrets["API key"]);
    // Once while the app runs, when recent writes are in the write-ahead log, and once after it has exited.
    for (const state of ["running", "ended"]) {
      if (state === "ended") await app.close();
      for (const [name, secret] of Object.entries(secrets))
        expect({ state, name, files: findFilesContaining(dataFolder, secret) }).toEqual({
          state,
          name,
          files: [],
        });
      expect(findFilesContaining(dataFolder, "PRIVATE KEY-----")).toEqual([]);
      // A text that is not secret must be found, or the search itself is broken.
      expect(findFilesContaining(dataFolder, "a key's own name")).not.toEqual([]);
    }
    expect(statSync(join(dataFolder, "window/secret-key.json")).mode & 0o077).toBe(0);

    // The next start decrypts the stored secrets.
    const { page } = await startWithKeyring();
    await waitForEngine(page, "ready");
    const { upstreams } = await page.evaluate(async () => {
      const listed = await window.tidemark.invoke("engine:call", "upstreams.list", {});
      if (!listed.ok) throw new Error(listed.error.message);
      return listed.data;
    });
    const tested = await page.evaluate(
      (id) => window.tidemark.invoke("engine:call", "upstreams.test", { id }),
      upstreams[0]?.id ?? "",
    );
    expect(tested).toMatchObject({ ok: true, data: { problem: null } });
  });
});
