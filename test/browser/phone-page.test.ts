import { createHash, X509Certificate } from "node:crypto";
import { createServer } from "node:http";
import {
  type Browser,
  type BrowserContext,
  chromium,
  expect as expectOfPage,
  firefox,
  type LaunchOptions,
  type Locator,
  type Page,
} from "@playwright/test";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { TestEngine } from "../support/engine.js";
import { Ui } from "../support/models/ui.js";
import { serve } from "../support/serve.js";
import { startShopAndEngine } from "../support/shop.js";
import { startTlsProxy, trustedCertificate } from "../support/tls.js";
import { expectNoSidewaysScrolling, goTo, lookUpBox } from "../support/window.js";

/** Browsers take longer beside other tests. */
const expectShown = expectOfPage.configure({ timeout: 20_000 });

/** Names that lead to this computer: an attacker's, as seen by the browser. */
const attackerHost = "evil.example";

/** Debian's Chromium, which takes the proxy's certificate for a valid one. */
async function launchChromium(): Promise<Browser> {
  const { publicKey } = new X509Certificate((await trustedCertificate()).cert);
  const spki = publicKey.export({ type: "spki", format: "der" });
  const hash = createHash("sha256").update(spki).digest("base64");
  const trust = `--ignore-certificate-errors-spki-list=${hash}`;
  const args = ["--no-sandbox", `--host-resolver-rules=MAP ${attackerHost} 127.0.0.1`, trust];
  return chromium.launch({ executablePath: "/usr/bin/chromium", args });
}

/** The parts of Playwright's own Firefox session that are changed below. */
interface BidiSession {
  send(method: string, ...more: readonly unknown[]): Promise<unknown>;
}

/** Debian's Firefox ESR, driven through WebDriver BiDi. */
async function launchFirefox(): Promise<Browser> {
  const options: LaunchOptions = {
    channel: "moz-firefox",
    executablePath: "/usr/bin/firefox-esr",
    firefoxUserPrefs: { "network.dns.localDomains": attackerHost },
  };
  const browser = await firefox.launch(options);
  // Playwright sets the colour scheme of each page by a command that the ESR does not have yet.
  const { _connection } = browser as unknown as {
    readonly _connection: { toImpl(of: Browser): { readonly _browserSession: BidiSession } };
  };
  const session = Object.getPrototypeOf(_connection.toImpl(browser)._browserSession) as BidiSession;
  const { send } = session;
  session.send = function (this: BidiSession, method, ...more) {
    return method === "emulation.setMediaFeaturesOverride"
      ? Promise.resolve()
      : send.call(this, method, ...more);
  };
  return browser;
}

async function revokeAll(engine: TestEngine): Promise<void> {
  for (const { id } of (await engine.data("web.list", {})).devices) await engine.data("web.revoke", { id });
}

const phone = { width: 390, height: 844 };
const computer = { width: 1_280, height: 800 };

const cells = [
  { name: "Chromium on a phone", launch: launchChromium, viewport: phone },
  { name: "Chromium on a computer", launch: launchChromium, viewport: computer },
  { name: "Firefox", launch: launchFirefox, viewport: computer },
] as const;

describe.each(cells)("the page behind a proxy with TLS, in $name", ({ launch, viewport }) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());

  async function openContext(): Promise<BrowserContext> {
    const isTouched = viewport === phone;
    const context = await browser.newContext({
      viewport,
      hasTouch: isTouched,
      ignoreHTTPSErrors: launch === launchFirefox,
      locale: "en-US",
    });
    onTestFinished(() => context.close());
    return context;
  }

  const openPage = async () => (await openContext()).newPage();

  /** An engine that serves the built page, and a shop that it may visit. */
  async function openServer() {
    const proxy = await startTlsProxy();
    const web = { enabled: true, port: 0, listen: [], allowed_hosts: [] };
    const { engine, ...shop } = await startShopAndEngine({
      pageFolder: "out/renderer",
      publicOrigin: proxy.origin,
      web,
    });
    const { port } = await engine.data("web.status", {});
    const connect = () => proxy.forwardTo(`http://127.0.0.1:${port}`);
    connect();
    return { engine, ...shop, proxy, connect };
  }

  const digitsIn = (page: Page) => page.getByRole("textbox", { name: "Six digits" });
  const navigationOf = (page: Page) => page.getByRole("navigation", { name: "Main" });

  /** By keys: what Playwright fills in at once, Firefox does not report to the page. */
  async function type(field: Locator, text: string): Promise<void> {
    await field.press("ControlOrMeta+A");
    await field.pressSequentially(text);
  }

  async function lookUp(page: Page, text: string): Promise<void> {
    await type(lookUpBox(page), text);
    await lookUpBox(page).press("Enter");
  }

  async function watch(page: Page, url: string): Promise<Ui> {
    const ui = new Ui(page);
    await lookUp(page, url);
    await ui.links.open();
    await expectShown(ui.product.best).toContainText("$49");
    return ui;
  }

  async function enter(page: Page, code: string): Promise<void> {
    await type(digitsIn(page), code);
    await page.getByRole("button", { name: "Connect" }).click();
  }

  async function pair(server: Awaited<ReturnType<typeof openServer>>): Promise<Page> {
    const page = await openPage();
    await page.goto((await server.engine.data("web.start_pairing", {})).url);
    await expectShown(navigationOf(page)).toBeVisible();
    return page;
  }

  it("pairs, watches a pasted link, alerts below its target, and ends when it is revoked", async () => {
    const { engine, url, shop, proxy } = await openServer();
    const page = await openPage();
    await page.goto(proxy.origin);
    await enter(page, (await engine.data("web.start_pairing", {})).code);
    const ui = await watch(page, url);
    await type(ui.product.target, "45");
    await ui.product.target.press("Enter");
    await expectShown(ui.product.watching).toContainText("45");
    shop.page = { offer: { price: 43.99, availability: "InStock" } };
    await ui.product.checkNow();
    await expectShown(ui.product.verdict).toContainText("Below your target");
    await goTo(page, "Alerts");
    await expectShown(ui.inbox.rows).toContainText(["Trail Lantern"]);
    await revokeAll(engine);
    await expectShown(digitsIn(page)).toBeVisible();
  });

  it("shows what was seen while Tidemark cannot be reached, and nothing of it once it is revoked", async () => {
    const server = await openServer();
    const page = await pair(server);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
    await page.reload();
    if (launch === launchChromium) {
      const devTools = await page.context().newCDPSession(page);
      const { installabilityErrors } = await devTools.send("Page.getInstallabilityErrors");
      expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(["in-incognito"]);
    }
    const ui = await watch(page, server.url);
    server.proxy.forwardTo("http://127.0.0.1:9");
    await page.reload();
    await expectShown(page.getByText(/^No connection to Tidemark\. Last update here:/)).toBeVisible();
    await expectShown(ui.product.title("Trail Lantern")).toBeVisible();
    await expectShown(ui.product.best).toContainText("$49");
    await goTo(page, "Watch list");
    await expectShown(ui.watchList.row(/Trail Lantern/)).toBeVisible();
    await goTo(page, "Search");
    await lookUp(page, "kettle");
    await expectShown(page.getByRole("search")).toContainText(
      "This was not opened while Tidemark was connected.",
    );
    server.connect();
    // Without waiting for the button: the page also connects again by itself, and then it is gone.
    const connectAgain = page.getByRole("button", { name: "Connect again" });
    await connectAgain.evaluateAll(([button]) => (button as HTMLElement | undefined)?.click());
    await expectShown(page.getByText(/^No connection/)).toHaveCount(0);
    await revokeAll(server.engine);
    await expectShown(digitsIn(page)).toBeVisible();
    expect(await page.evaluate(async () => [await caches.has("seen 1"), localStorage.length])).toEqual([
      false,
      0,
    ]);
  });

  it("fits its screen", async () => {
    const server = await openServer();
    const page = await pair(server);
    await watch(page, server.url);
    for (const place of [null, "Watch list", "Search", "Deals", "Alerts", "Settings"] as const) {
      if (place !== null) await goTo(page, place);
      await expectNoSidewaysScrolling(page);
    }
  });

  /** What the page's own script is answered if it calls an operation. */
  const callOf = (origin: string) => `fetch("${origin}/app/v1/watch.list", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: "{}", credentials: "include"
  }).then(({ status }) => status, () => "unreadable")`;

  it("shows a browser that is not paired nothing but the form", async () => {
    const { proxy } = await openServer();
    const page = await openPage();
    await page.goto(`${proxy.origin}/?product=product%2Ftrail-lantern%2F1`);
    await expectShown(digitsIn(page)).toBeVisible();
    await expectShown(navigationOf(page)).toHaveCount(0);
    expect(await page.evaluate(callOf(proxy.origin))).toBe(401);
  });

  /** Another site under TLS: at another port of the same host, whose requests carry the device's cookie. */
  async function openAttacker(html: string) {
    const proxy = await startTlsProxy();
    const answer = createServer((_request, response) =>
      response.writeHead(200, { "Content-Type": "text/html" }).end(html),
    );
    const site = `http://127.0.0.1:${await serve(answer)}`;
    proxy.forwardTo(site);
    return { origin: proxy.origin, site };
  }

  it("does not appear in a frame of another page", async () => {
    const server = await openServer();
    const page = await pair(server);
    const attacker = await openAttacker(`<iframe src="${server.proxy.origin}"></iframe>`);
    await page.goto(attacker.origin);
    const frame = page.frames()[1];
    expect(await frame?.evaluate(() => document.body.textContent).catch(() => "")).not.toContain(
      "Watch list",
    );
    await expectShown(page.frameLocator("iframe").getByRole("navigation")).toHaveCount(0);
  });

  it("lets no other page act, also with the device's cookie", async () => {
    const server = await openServer();
    const page = await pair(server);
    await watch(page, server.url);
    const { rows } = await server.engine.data("watch.list", {});
    const target = `${server.proxy.origin}/app/v1/products.remove`;
    const input = JSON.stringify({ product_keys: rows.map(({ product_key: key }) => key) });
    const attacker = await openAttacker(`<form method="post" enctype="text/plain" action="${target}">
      <input name='${input.slice(0, -1)}, "x":"' value='"}'></form>`);
    await page.goto(attacker.origin);
    expect(await page.evaluate(callOf(server.proxy.origin))).toBe("unreadable");
    const send = `fetch("${target}", { method: "POST", mode: "no-cors", credentials: "include", body: '${input}' })`;
    await page.evaluate(`${send}.catch(() => null).then(() => null)`);
    const refused = page.waitForResponse(target);
    await page.evaluate("document.forms[0].submit()");
    expect((await refused).status()).toBe(403);
    expect((await server.engine.data("watch.list", {})).rows).toEqual(rows);
  });

  it("is refused under a name that an attacker leads to it", async () => {
    const server = await openServer();
    const page = await pair(server);
    const attacker = await openAttacker("<h1>Win a prize</h1>");
    const rebound = `https://${attackerHost}:${new URL(server.proxy.origin).port}`;
    server.proxy.forwardTo(attacker.site);
    await page.goto(rebound);
    server.connect();
    expect(await page.evaluate(callOf(rebound))).toBe(421);
    expect((await page.goto(rebound))?.status()).toBe(421);
    await expectShown(navigationOf(page)).toHaveCount(0);
  });
});
