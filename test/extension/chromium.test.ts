import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page, type Worker } from "@playwright/test";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { scratchFolder } from "../support/disk.js";
import { startTestEngine, type TestEngine } from "../support/engine.js";
import { listenOn } from "../support/network.js";
import { until } from "../support/until.js";

const chromiumPath = "/usr/bin/chromium";

let extensionFolder: string;

beforeAll(async () => {
  const script = (await import(join(process.cwd(), "scripts", "extension.mjs"))) as {
    buildExtension(): Promise<Record<"chromium" | "firefox", string>>;
  };
  extensionFolder = (await script.buildExtension()).chromium;
}, 60_000);

interface Shop {
  readonly url: string;
  price: number;
  /** Answers 403 to all but browsers. */
  blocksPrograms: boolean;
}

/** A shop with one page. Under its other name, the extension may not look at it without consent. */
async function startShop(): Promise<Shop> {
  const server = createServer((request, response) => {
    const isProgram = request.headers["sec-fetch-mode"] !== "navigate";
    if (shop.blocksPrograms && isProgram) return response.writeHead(403).end();
    const data = {
      "@type": "Product",
      name: "Trail Lantern 400",
      offers: { "@type": "Offer", price: shop.price, priceCurrency: "USD", availability: "InStock" },
    };
    response
      .writeHead(200, { "Content-Type": "text/html", "Cache-Control": "no-store" })
      .end(
        `<title>Lantern</title><h1>Trail Lantern 400</h1><script type="application/ld+json">${JSON.stringify(data)}</script>`,
      );
  });
  await listenOn(server, 0);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const shop: Shop = { url: `http://127.0.0.1:${port}/p/400`, price: 49.99, blocksPrograms: false };
  return shop;
}

interface Browser {
  readonly context: BrowserContext;
  readonly worker: Worker;
  /** A page that the extension's button looks at. */
  readonly tab: Page;
  /** Opens the popup beside the tab, which stays the active one. */
  openPopup(): Promise<Page>;
}

async function openBrowser(engine: TestEngine, language = "en-US"): Promise<Browser> {
  const profile = scratchFolder("chromium");
  const context = await chromium.launchPersistentContext(profile.path, {
    executablePath: chromiumPath,
    headless: false,
    locale: language,
    args: [
      "--headless=new",
      "--no-sandbox",
      "--host-resolver-rules=MAP shop.example 127.0.0.1",
      `--disable-extensions-except=${extensionFolder}`,
      `--load-extension=${extensionFolder}`,
    ],
  });
  onTestFinished(async () => {
    await context.close();
    profile.remove();
  });
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  await worker.evaluate((port) => chrome.storage.local.set({ port }), engine.port());
  const tab = context.pages()[0] ?? (await context.newPage());
  return {
    context,
    worker,
    tab,
    openPopup: async () => {
      await tab.bringToFront();
      const opening = context.waitForEvent("page");
      await worker.evaluate(() => void chrome.tabs.create({ url: "popup.html", active: false }));
      return opening;
    },
  };
}

async function startEngine(): Promise<TestEngine> {
  const engine = await startTestEngine({ pagePace: { gapMs: 1 }, listenerPort: 0 });
  onTestFinished(() => engine.stop());
  return engine;
}

async function pairWith(engine: TestEngine, popup: Page): Promise<void> {
  await popup.getByRole("button", { name: "Connect" }).click();
  const code = (await popup.getByTestId("code").textContent()) ?? "";
  const listed = await engine.call("pairings.list", {});
  expect(listed).toMatchObject({ data: { pairings: [{ name: "Chromium", code }] } });
  await engine.call("pairings.confirm", { pairing: code });
}

async function rows(engine: TestEngine) {
  const listed = await engine.call("watch.list", {});
  return listed.ok ? listed.data.rows : [];
}

describe("the extension in Chromium", () => {
  it("pairs, shows the price of a page, and watches it with a target", async () => {
    const [engine, shop] = [await startEngine(), await startShop()];
    const { tab, openPopup } = await openBrowser(engine);
    await tab.goto(shop.url);
    const popup = await openPopup();
    await pairWith(engine, popup);
    await popup.getByRole("heading", { name: "Trail Lantern 400" }).waitFor();
    await popup.getByText("$49.99").waitFor();
    await popup.getByLabel("Target price in USD").fill("45");
    await popup.getByRole("button", { name: "Watch" }).click();
    await popup.getByText("Watching, target $45.00").waitFor();
    expect(await rows(engine)).toMatchObject([
      { title: "Trail Lantern 400", best: { price: 49.99 }, target: { price: 45 }, schedule: "daily" },
    ]);
  });

  it("covers a shop that blocks programs: a visit records the price and alerts", async () => {
    const [engine, shop] = [await startEngine(), await startShop()];
    shop.blocksPrograms = true;
    const { tab, openPopup } = await openBrowser(engine);
    await tab.goto(shop.url);
    const popup = await openPopup();
    await pairWith(engine, popup);
    await popup.getByLabel("Target price in USD").fill("45");
    await popup.getByRole("button", { name: "Watch" }).click();
    await popup.getByText("Watching, target $45.00").waitFor();
    engine.clock.advance(60 * 60_000);
    shop.price = 43.99;
    await tab.reload();
    await until(async () => (await rows(engine))[0]?.best?.price === 43.99);
    expect((await rows(engine))[0]?.visited_at).not.toBeNull();
    await until(async () => {
      const inbox = await engine.call("inbox.list", {});
      return (
        inbox.ok && inbox.data.entries.some(({ reason }) => reason?.includes("under your target") === true)
      );
    });
  });

  it("reads nothing at a shop before the user has agreed", async () => {
    const [engine, shop] = [await startEngine(), await startShop()];
    const { tab, openPopup, worker } = await openBrowser(engine);
    const url = shop.url.replace("127.0.0.1", "shop.example");
    await tab.goto(url);
    const popup = await openPopup();
    await pairWith(engine, popup);
    // Without a click on the button, the page is closed to the popup, too.
    await popup.getByText("Open a shop’s product page").waitFor();
    const html = await tab.content();
    const added = await engine.call("links.add", { url, html });
    expect(added).toMatchObject({ data: { outcome: "added" } });
    shop.price = 43.99;
    await tab.reload();
    await tab.waitForTimeout(3_000);
    expect(await engine.call("visits.read", { url, html })).toMatchObject({ data: { is_known_page: true } });
    const info = await engine.call("app.info", {});
    expect(info).toMatchObject({ data: { points: 1 } });
    expect(
      await worker.evaluate(() => chrome.permissions.contains({ origins: ["http://shop.example/*"] })),
    ).toBe(false);
  });

  it("asks to be connected again after its key was revoked", async () => {
    const [engine, shop] = [await startEngine(), await startShop()];
    const { tab, openPopup } = await openBrowser(engine);
    await tab.goto(shop.url);
    const popup = await openPopup();
    await pairWith(engine, popup);
    await popup.getByText("$49.99").waitFor();
    const keys = await engine.call("keys.list", {});
    const own = keys.ok ? keys.data.find(({ extension }) => extension !== null) : undefined;
    await engine.call("keys.revoke", { id: own?.id ?? "" });
    await popup.reload();
    await popup.getByRole("button", { name: "Connect" }).waitFor();
  });

  it("tells a refusal, and that no engine answers", async () => {
    const [engine, shop] = [await startTestEngine(), await startShop()];
    const { tab, openPopup } = await openBrowser(engine);
    await tab.goto(shop.url);
    const popup = await openPopup();
    await popup.getByRole("button", { name: "Connect" }).click();
    const code = (await popup.getByTestId("code").textContent()) ?? "";
    await engine.call("pairings.refuse", { pairing: code });
    await popup.getByText("Tidemark has refused the connection.").waitFor();
    await engine.stop();
    await popup.reload();
    await popup.getByRole("heading", { name: "Tidemark is not running" }).waitFor();
    expect(await popup.getByRole("link", { name: "Open Tidemark" }).getAttribute("href")).toBe(
      `tidemark://add?url=${encodeURIComponent(shop.url)}`,
    );
  });

  it("gives web pages no way to the engine", async () => {
    const [engine, shop] = [await startEngine(), await startShop()];
    const { tab } = await openBrowser(engine);
    await tab.goto(shop.url);
    const statuses = await tab.evaluate(async (origin) => {
      const tried = await Promise.allSettled([
        fetch(`${origin}/app/v1/pair`, { method: "POST", body: "{}" }),
        fetch(`${origin}/app/v1/pair`, { method: "POST", body: "{}", mode: "no-cors" }),
        fetch(`${origin}/health`),
      ]);
      return tried.map((each) => (each.status === "fulfilled" ? each.value.type : "failed"));
    }, engine.origin());
    expect(statuses).toEqual(["failed", "opaque", "failed"]);
    expect(await engine.call("pairings.list", {})).toMatchObject({ data: { pairings: [] } });
  });
});
