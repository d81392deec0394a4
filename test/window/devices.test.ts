import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import Database from "better-sqlite3";
import { databaseFile } from "../../src/main/engine/db/data-folder.js";
import type { InboxEntry } from "../../src/shared/app/alerts.js";
import { callEngine } from "../support/call-engine.js";
import { test as base, expect } from "../support/electron.js";
import { inboxEntries } from "../support/models/inbox.js";
import { Ui } from "../support/models/ui.js";
import {
  expectAccessible,
  expectNoSidewaysScrolling,
  findSampleProducts,
  goTo,
  inspect,
  lookUp,
  lookUpBox,
  screenshot,
  setTheme,
} from "../support/window.js";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const computer = { viewport: { width: 1_280, height: 800 } } as const;
type Screen = typeof phone | typeof computer;

interface Device {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly ui: Ui;
}

interface Fixtures {
  /** Where the app serves the page. */
  readonly origin: string;
  /** Opens a browser on a device that is not paired yet. */
  readonly openBrowser: (screen: Screen, serviceWorkers?: "allow" | "block") => Promise<BrowserContext>;
  /** Opens a paired browser. */
  readonly pair: (screen?: Screen) => Promise<Device>;
}

interface WorkerFixtures {
  /** Debian's Chromium, for all tests. */
  readonly deviceBrowser: Browser;
}

const test = base.extend<Fixtures, WorkerFixtures>({
  deviceBrowser: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern.
    async ({}, use) => {
      const args = ["--no-sandbox", "--host-resolver-rules=MAP nas.local 127.0.0.1"];
      const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args });
      await use(browser);
      await browser.close();
    },
    { scope: "worker" },
  ],
  origin: async ({ tidemark }, use) => {
    const { urls } = await callEngine(tidemark.page, "web.configure", { enabled: true, port: 0, listen: [] });
    await use(new URL(urls[0] ?? "").origin);
  },
  openBrowser: async ({ deviceBrowser }, use) => {
    await use((screen, serviceWorkers = "allow") =>
      deviceBrowser.newContext({ ...screen, serviceWorkers, locale: "en-US" }),
    );
    for (const context of deviceBrowser.contexts()) await context.close();
  },
  pair: async ({ tidemark, origin: _served, openBrowser }, use) => {
    await use(async (screen = phone) => {
      const { url } = await callEngine(tidemark.page, "web.start_pairing", {});
      const context = await openBrowser(screen);
      const page = await context.newPage();
      await page.goto(url);
      await expect(lookUpBox(page)).toBeVisible();
      // Neither bookmarked nor shared, the code is used only once.
      expect(new URL(page.url()).hash).toBe("");
      return { context, page, ui: new Ui(page) };
    });
  },
});

test("pairs a phone with six digits, and revokes it", async ({ tidemark, ui, origin, openBrowser }) => {
  await ui.settings.open("Other devices");
  await expect(tidemark.page.getByText(origin)).toBeVisible();
  await inspect(tidemark, "devices");
  await tidemark.page.getByRole("button", { name: "Pair a device" }).click();
  const dialog = tidemark.page.getByRole("dialog", { name: "Pair a device" });
  await expect(dialog.getByRole("img", { name: /^QR code/ })).toBeVisible();
  await expect(dialog.getByText(/^Valid for one device, for another [45]:\d\d minutes/)).toBeVisible();
  const digits = (await dialog.getByTestId("device-code").textContent()) ?? "";
  await screenshot(tidemark.page, "devices-code");

  const page = await (await openBrowser(phone)).newPage();
  await page.goto(origin);
  const field = page.getByRole("textbox", { name: "Six digits" });
  await field.fill(digits === "000000" ? "000001" : "000000");
  await page.getByRole("textbox", { name: "Name of this device" }).fill("Ada’s phone");
  await page.getByRole("button", { name: "Connect" }).click();
  await expect(page.getByRole("alert")).toHaveText(/Compare them and try again/);
  await field.fill(digits);
  await page.getByRole("button", { name: "Connect" }).click();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();

  await expect(dialog).toHaveCount(0);
  await expect(ui.settings.devices).toContainText("Ada’s phone");
  await ui.settings.press("Revoke Ada’s phone");
  await ui.settings.confirm("Revoke device");
  await expect(field).toBeVisible();
  await expect(ui.settings.devices).toContainText("No devices yet");
});

test("shows the product that the browser extension names in the address", async ({ pair, origin }) => {
  const { page, ui } = await pair();
  const key = await page.evaluate(async () => {
    const html = `<h1>Trail Lantern 400</h1><p class="price">$49.99</p><button>Add to cart</button>`;
    const link = { text: "https://lanterns.example/400", html, options: { currency: "USD" } };
    const put = await window.tidemark.invoke("engine:call", "links.add", { links: [link] });
    const ids = put.ok ? put.data.links.map(({ id }) => id) : [];
    const waited = await window.tidemark.invoke("engine:call", "links.wait", { ids });
    return waited.ok ? (waited.data.links[0]?.product_key ?? "") : "";
  });
  await page.goto(`${origin}/?product=${encodeURIComponent(key)}`);
  await expect(ui.product.title("Trail Lantern 400")).toBeVisible();
  // The owner sets up the search, so no button leads there.
  await expect(page.getByRole("button", { name: "DuckDuckGo" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Use your own search engine…" })).toHaveCount(0);
});

test("adds a shared link on a phone", async ({ pair, shop, ui, origin }) => {
  const [product] = shop.products;
  await ui.links.allow(shop.origin);
  const device = await pair();
  await device.page.goto(`${origin}/?text=${encodeURIComponent(`Look: ${shop.origin}${product?.path}`)}`);
  await device.page.getByRole("dialog").getByRole("button", { name: "Add and open" }).click();
  expect(new URL(device.page.url()).search).toBe("");
  await expect(device.page.getByRole("button", { name: "Add others" })).toBeVisible();
  await expectNoSidewaysScrolling(device.page);
  await device.ui.links.open();
  await expect(device.ui.product.title(product?.title ?? "")).toBeVisible();
});

test("goes back with the browser's button, and first closes what is in front", async ({ pair }) => {
  const { page, ui } = await pair();
  await ui.product.openFirst("headphones");
  const title = await page.getByRole("heading", { level: 1 }).textContent();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title ?? "");
  await page.getByRole("button", { name: "Add rule" }).click();
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title ?? "");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(title ?? "");
});

test("works over plain http, and says what does not", async ({ tidemark, origin, openBrowser }) => {
  const { port } = new URL(origin);
  await callEngine(tidemark.page, "web.configure", { allowed_hosts: ["nas.local"] });
  const page = await (await openBrowser(phone)).newPage();
  await page.goto(`http://nas.local:${port}`);
  await expect(page.getByRole("region", { name: "Not encrypted" })).toContainText("need https");
  await expect(page.getByRole("link", { name: "Tailscale" })).toHaveAttribute("rel", "noreferrer");
  const { code } = await callEngine(tidemark.page, "web.start_pairing", {});
  await page.goto(`http://nas.local:${port}/#pair=${code}`);
  await page.reload();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
});

test("says whether the page or Tidemark is older", async ({ tidemark, openBrowser, origin }) => {
  const { url } = await callEngine(tidemark.page, "web.start_pairing", {});
  const page = await (await openBrowser(phone, "block")).newPage();
  await page.goto(url);
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  for (const [version, words] of [
    ["0.0.9", /^Tidemark is version 0\.0\.9, older than this page/],
    ["0.10.0", /^This page is from Tidemark .*, older than the 0\.10\.0/],
  ] as const) {
    await page.route("**/web/session", async (route) => {
      const session = await (await route.fetch()).json();
      await route.fulfill({ json: { ...session, version } });
    });
    await page.goto(origin);
    await expect(page.getByText(words)).toBeVisible();
  }
});

test("offers nothing that only the app can do", async ({ pair }) => {
  const { page, ui } = await pair(computer);
  await goTo(page, "Settings");
  const parts = page.getByRole("navigation", { name: "Settings" }).getByRole("button");
  await expect(parts).toHaveText(["General", "About"]);
  await expect(page.getByRole("region", { name: "This device" })).toContainText("Chrome");
  await ui.settings.press("About");
  await expect(page.getByRole("region", { name: "Updates" })).toHaveCount(0);
  await lookUp(page, "unheard-of gizmo");
  await expect(page.getByRole("button", { name: "Change the words" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Connect a service" })).toHaveCount(0);
  await lookUp(page, "https://192.168.1.5/p/1");
  await expect(page.getByText("on a server with --allow-host")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Allow/ })).toHaveCount(0);
  await lookUp(page, "> data folder");
  await expect(page.getByRole("option")).toHaveCount(0);
});

/** Into the engine's database, which devices read. */
function storeAlerts(dataFolder: string, entries: readonly InboxEntry[]): void {
  const db = new Database(databaseFile(dataFolder));
  const insert = db.prepare(
    "INSERT INTO inbox (event_id, type, is_test, data, received_at, read_at) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const toMs = (time: string | null) => (time === null ? null : Date.parse(time));
  for (const { event_id, type, is_test, data, received_at, read_at } of entries)
    insert.run(event_id, type, Number(is_test), JSON.stringify(data), toMs(received_at), toMs(read_at));
  db.close();
}

const views: Readonly<Record<string, (device: Device) => Promise<unknown>>> = {
  list: async () => undefined,
  product: ({ ui }) => ui.watchList.rows.first().click(),
  add: ({ ui }) => ui.links.openAddMany(),
  alerts: ({ page }) => goTo(page, "Alerts"),
  deals: ({ page }) => goTo(page, "Deals"),
  search: ({ page }) => goTo(page, "Search"),
  results: ({ page }) => lookUp(page, "headphones"),
  settings: ({ page }) => goTo(page, "Settings"),
};

test("fits a phone in each view, accessibly and without sideways scrolling", async ({
  tidemark,
  ui,
  pair,
  openBrowser,
  origin,
  dataFolder,
}) => {
  await ui.watchList.fill(6);
  storeAlerts(dataFolder, inboxEntries(await findSampleProducts(tidemark.page, "headphones", 4)));
  const unpaired = await (await openBrowser(phone)).newPage();
  await unpaired.goto(origin);
  await expect(unpaired.getByRole("heading", { level: 1 })).toBeVisible();
  await expectNoSidewaysScrolling(unpaired);
  await screenshot(unpaired, "phone-pairing");
  const device = await pair();
  for (const [name, open] of Object.entries(views)) {
    await goTo(device.page, "Watch list");
    await open(device);
    for (const language of ["de", "en"] as const) {
      await device.page.evaluate(
        (to) => window.tidemark.invoke("settings:update", { language: to }),
        language,
      );
      await expect(device.page.locator("html")).toHaveAttribute("lang", language);
      await expect(device.page.locator(".skeleton, .spin")).toHaveCount(0);
      await device.page.setViewportSize({ width: 360, height: 740 });
      await expectNoSidewaysScrolling(device.page);
      await device.page.setViewportSize(phone.viewport);
      for (const theme of ["light", "dark"] as const) {
        await setTheme(device.page, theme);
        await screenshot(device.page, `phone-${name}-${language}-${theme}`);
      }
    }
    await expectAccessible(device.page);
  }
});
