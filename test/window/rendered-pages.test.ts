import { existsSync, readdirSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { ElectronApplication, Page } from "@playwright/test";
import { generate } from "selfsigned";
import { HOUR_MS } from "../../src/shared/time.js";
import { callEngine, readLink } from "../support/call-engine.js";
import { expect, type RunningApp, test } from "../support/electron.js";
import { findFreePort } from "../support/network.js";
import { type LocalServer, startPrivateServer, startScriptShop } from "../support/shop-site.js";
import { checkHourly, lookUp, screenshot } from "../support/window.js";

const openServers: LocalServer[] = [];

test.afterEach(() => {
  for (const server of openServers.splice(0)) server.close();
});

/** Closes a server when the test ends. */
async function opened<S extends LocalServer>(starting: Promise<S>): Promise<S> {
  const server = await starting;
  openServers.push(server);
  return server;
}

function countWindows(app: ElectronApplication): Promise<number> {
  return app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
}

async function addFromLocalNetwork({ page }: RunningApp, url: string): Promise<void> {
  await lookUp(page, url);
  await page.getByRole("button", { name: /^Allow 127\.0\.0\.1:\d+ and add the page/ }).click();
}

/** Adds a page from the local network, up to the message that it has no clear price, even in a hidden browser. */
async function addUnpriced(tidemark: RunningApp, url: string) {
  await addFromLocalNetwork(tidemark, url);
  const question = tidemark.page.getByRole("region", {
    name: /^The price on 127\.0\.0\.1:\d+ could not be read$|^Which price is meant\?$/,
  });
  await expect(question).toBeVisible({ timeout: 50_000 });
  return question;
}

/** Input that closes a window may fail, because the window is gone before the input is reported as done. */
async function lastInput(input: Promise<unknown>): Promise<void> {
  await input.catch(() => undefined);
}

test("reads a price that a script renders in a hidden window that reaches nothing else", async ({
  clock,
  tidemark,
  app,
  page,
  ui,
  dataFolder,
}) => {
  const neighbour = await opened(startPrivateServer());
  const shop = await opened(
    startScriptShop(
      '<p class="price">$49.99</p>',
      `fetch("${neighbour.origin}/fetched", { method: "POST", mode: "no-cors" }).catch(() => {});
     new Image().src = "${neighbour.origin}/image.png";
     try { new WebSocket("${neighbour.origin.replace("http", "ws")}/socket"); } catch {}
     new WebSocket("ws://" + location.host + "/own-socket");
     window.open("${neighbour.origin}/popup"); window.open("/own-popup");
     document.body.insertAdjacentHTML("beforeend", '<iframe src="${neighbour.origin}/frame"></iframe><a id=file href="/file.bin" download>x</a>');
     document.getElementById("file").click();
     alert("Stop."); Notification.requestPermission();`,
    ),
  );
  let maxWindows = 0;
  const counting = setInterval(
    () =>
      void countWindows(app).then(
        (count) => (maxWindows = Math.max(maxWindows, count)),
        () => 0,
      ),
    100,
  );

  await addFromLocalNetwork(tidemark, `${shop.origin}/p/lantern`);
  await ui.links.open();
  await expect(ui.product.best).toContainText("$49.99");

  await expect.poll(() => countWindows(app)).toBe(1);
  clearInterval(counting);
  expect(maxWindows).toBe(2);
  expect(neighbour.requests).toEqual([]);
  const paths = shop.requests.map(({ path }) => path);
  expect(paths).toContain("/own-socket");
  expect(paths).not.toContain("/own-popup");
  expect(paths).not.toContain("/lantern.png");
  expect(shop.requests.every(({ agent }) => agent.includes("Tidemark/"))).toBe(true);
  const downloads = join(dataFolder, "..", "file.bin");
  expect(existsSync(downloads) || readdirSync(dataFolder).includes("file.bin")).toBe(false);

  await checkHourly(page, "Trail Lantern 4000");
  shop.markup = '<p class="price">$44.50</p>';
  clock.advance(HOUR_MS);
  await expect(ui.product.best).toContainText("$44.50", { timeout: 40_000 });
  await expect.poll(() => countWindows(app)).toBe(1);
  expect(neighbour.requests).toEqual([]);
});

test("refuses a page that navigates into a private network", async ({ tidemark }) => {
  const neighbour = await opened(startPrivateServer());
  const shop = await opened(startScriptShop("<p>Soon.</p>", `location.href = "${neighbour.origin}/router";`));
  const question = await addUnpriced(tidemark, `${shop.origin}/p/lantern`);
  await question.getByRole("button", { name: "Load it in the background" }).click();
  await expect(question).toContainText("leads to a private network", { timeout: 40_000 });
  expect(neighbour.requests).toEqual([]);
  await expect.poll(() => countWindows(tidemark.app)).toBe(1);
});

test("refuses a page with an untrusted certificate", async ({ app, page }) => {
  const { cert, private: key } = await generate([{ name: "commonName", value: "127.0.0.1" }]);
  let handshakes = 0;
  const server = createServer({ cert, key }, (_request, response) =>
    response.end("<p class=price>$5.00</p>"),
  );
  server.on("tlsClientError", () => handshakes++);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  await callEngine(page, "pages.allow", { host, is_allowed: true });
  const answer = await readLink(page, { url: `https://${host}/p`, render: true });
  server.close();
  expect(answer).toMatchObject({ outcome: "unread", reason: expect.stringContaining("ERR_CERT") });
  // The request reached the server, so the certificate is the reason for the refusal.
  expect(handshakes).toBeGreaterThan(0);
  await expect.poll(() => countWindows(app)).toBe(1);
});

test("turns a clicked price into a recipe for later checks", async ({ clock, tidemark, app, page, ui }) => {
  // Eight visits to one shop, with its pauses.
  test.setTimeout(300_000);
  const shop = await opened(startScriptShop("<div>Yours for <b>49.99</b> <button>Buy</button></div>"));
  await addUnpriced(tidemark, `${shop.origin}/p/lantern`);
  await ui.inspect("unpriced-link");
  const picker = await openPicker(tidemark);
  expect(await picker.evaluate(() => "tidemark" in window)).toBe(false);
  expect(
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((each) => each.getTitle())),
  ).toContain("Click the price – Tidemark");
  await picker.locator("b").hover();
  await screenshot(picker, "pick-price");
  // A click on anything else goes to the page.
  await picker.locator("h1").click();
  await picker.locator("b").click();
  await screenshot(picker, "pick-price-confirm");
  await lastInput(picker.keyboard.press("Enter"));
  const currency = ui.links.question("Which currency is it?");
  await expect(currency).toContainText("49.99", { timeout: 50_000 });
  await expect.poll(() => countWindows(app)).toBe(1);
  await currency.getByRole("button", { name: "USD 49.99", exact: true }).click();
  await ui.links.open();
  await expect(ui.product.best).toContainText("$49.99", { timeout: 50_000 });

  await checkHourly(page, "Trail Lantern 4000");
  shop.markup = "<div>Yours for <b>44.50</b> <button>Buy</button></div>";
  clock.advance(HOUR_MS);
  await expect(ui.product.best).toContainText("$44.50", { timeout: 40_000 });
  const more = page.getByRole("button", { name: /^More for 127\.0\.0\.1/ });
  await more.scrollIntoViewIfNeeded();
  await ui.photograph("corrected-price");
  shop.markup = "<div>Yours for <b>44.50</b>, or <i>39.00</i> with what we do not say</div>";
  const correctPrice = () =>
    openPicker(tidemark, async () => {
      await more.click();
      await page.getByRole("menuitem", { name: /^Wrong price\?/ }).click();
    });
  const second = await correctPrice();
  await second.locator("i").click();
  await lastInput(second.locator("i").click());
  await expect(ui.product.best).toContainText("$39.00", { timeout: 50_000 });
  await expect(ui.product.best).toContainText("−22%since you added it");
  await expect.poll(() => countWindows(app)).toBe(1);

  shop.markup =
    "<p>It was $50 until last week, and costs $45 for all who order it by telephone.</p><p>Our price: USD 41.50. Postage 6.50 within the country, by post.</p>";
  const sentences = await correctPrice();
  await sentences.locator("p").first().click();
  await screenshot(sentences, "pick-price-unclear");
  await sentences.locator("p").last().click();
  await lastInput(sentences.keyboard.press("Enter"));
  await expect(ui.product.best).toContainText("$41.50", { timeout: 50_000 });
  await expect.poll(() => countWindows(app)).toBe(1);

  await ui.settings.open("Shops");
  const recipes = ui.settings.section("Prices you clicked");
  await recipes.scrollIntoViewIfNeeded();
  await expect(recipes.getByRole("list", { name: "Prices you clicked" })).toContainText(shop.host);
  await ui.inspect("recipes");
  await recipes.getByRole("button", { name: `Remove the place on ${shop.host}` }).click();
  await expect(recipes.getByRole("list", { name: "Prices you clicked" })).toHaveCount(0);
  await page.getByTestId("recipes-file").setInputFiles({
    name: "recipes.jsonl",
    mimeType: "application/x-ndjson",
    buffer: Buffer.from(
      `{"type":"tidemark-recipe","version":1,"host":"shop.example","price":{"selectors":["#price"]}}\nnonsense\n`,
    ),
  });
  await expect(recipes.getByRole("status")).toContainText("1 place imported, 1 line left out.");
  await expect(recipes).toContainText("Line 2: It is not JSON.");
  await ui.photograph("recipes-imported");
});

test("answers a click on words, and ends by Cancel beside the link", async ({ tidemark, app, page }) => {
  const shop = await opened(startScriptShop("<h2>Checking your browser</h2>"));
  const question = await addUnpriced(tidemark, `${shop.origin}/p/lantern`);
  const picker = await openPicker(tidemark);
  const asked = "Click the price. If the shop asks something first, answer that. Esc closes this window.";
  await expect.poll(() => namesIn(picker)).toContain(asked);
  await expect(picker.getByRole("heading", { name: "Checking your browser" })).toBeVisible();
  await clickWords(picker, "Checking");
  await expect.poll(() => namesIn(picker)).toContain("No price there. Click the amount itself.");
  await screenshot(picker, "pick-price-words");
  await expect.poll(() => namesIn(picker), { timeout: 40_000 }).toContain(asked);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => countWindows(app)).toBe(1);
  await expect(question.getByRole("button", { name: "Click the price" })).toBeEnabled();
});

test("closes the price picker on Escape without adding anything", async ({ tidemark, app, page }) => {
  const shop = await opened(startScriptShop("<b>49.99</b>"));
  const question = await addUnpriced(tidemark, `${shop.origin}/p/lantern`);
  await openPicker(tidemark);
  await app.evaluate(({ BrowserWindow }) => {
    const shown = BrowserWindow.getAllWindows().find((each) => each.getTitle().startsWith("Click the price"));
    shown?.webContents.sendInputEvent({ type: "keyDown", keyCode: "Escape" });
  });
  await expect.poll(() => countWindows(app)).toBe(1);
  await expect(question.getByRole("button", { name: "Click the price" })).toBeEnabled();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

/** Opens the picker, without `click` from the question of a page whose price could not be read. */
async function openPicker(
  { app, page }: RunningApp,
  click = () => page.getByRole("button", { name: /click the price/i }).click(),
): Promise<Page> {
  const opening = app.waitForEvent("window");
  await click();
  const picker = await opening;
  await expect(picker.locator("html > div")).toBeAttached({ timeout: 40_000 });
  return picker;
}

/** What a screen reader finds in the page, including the picker's own bar, whose shadow root is closed. */
async function namesIn(picker: Page): Promise<string[]> {
  const session = await picker.context().newCDPSession(picker);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  return nodes.filter(({ ignored }) => !ignored).map(({ name }) => String(name?.value ?? ""));
}

async function clickWords(picker: Page, words: string): Promise<void> {
  const { x, y } = await picker.evaluate((text) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const at = walker.currentNode.nodeValue?.indexOf(text) ?? -1;
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(walker.currentNode, at);
      range.setEnd(walker.currentNode, at + text.length);
      const { left, top, width, height } = range.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    }
    throw new Error(`The page does not show ${text}.`);
  }, words);
  await picker.mouse.click(x, y);
}

for (const { name, markup, words, question, price, currency } of [
  {
    name: "a bare figure beside others",
    markup: "<p>Framing takes about 3 weeks and costs 340 until Friday the 13th</p>",
    words: "340",
    question: "Use 340?",
    price: "£340.00",
    currency: "GBP 340.00",
  },
  {
    name: "a price with raised cents",
    markup:
      "<p>Cushions from <b style='font-size: 40px'><span>$</span><span>109</span><sup>00</sup></b>+</p><p>Others from US$ 20+</p>",
    words: "109",
    question: "Use $109.00?",
    price: "$109.00",
  },
])
  test(`reads ${name} where it was clicked`, async ({ tidemark, ui }) => {
    const shop = await opened(startScriptShop(markup));
    await addUnpriced(tidemark, `${shop.origin}/p/lantern`);
    const picker = await openPicker(tidemark);
    await expect(picker.locator("p").first()).toBeVisible();
    await clickWords(picker, words);
    await expect.poll(() => namesIn(picker)).toContain(question);
    await screenshot(picker, `pick-${name.replaceAll(" ", "-")}`);
    await lastInput(picker.keyboard.press("Enter"));
    if (currency !== undefined) {
      const region = ui.links.question("Which currency is it?");
      await region.getByRole("button", { name: currency, exact: true }).click({ timeout: 50_000 });
    }
    await ui.links.open();
    await expect(ui.product.best).toContainText(price);
  });

test("refuses a figure that cannot be read, and takes it by hand", async ({ tidemark, page }) => {
  const shop = await opened(startScriptShop("<p>Ask for offer 17/340</p>"));
  await addUnpriced(tidemark, `${shop.origin}/p/lantern`);
  const picker = await openPicker(tidemark);
  await expect(picker.locator("p")).toBeVisible();
  await clickWords(picker, "340");
  await expect.poll(() => namesIn(picker)).toContain("Enter the price");
  await picker.emulateMedia({ colorScheme: "dark" });
  await screenshot(picker, "pick-price-refused-dark");
  const { width, height } = await picker.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  const session = await picker.context().newCDPSession(picker);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  const button = nodes.find(
    ({ role, name }) => role?.value === "button" && name?.value === "Enter the price",
  );
  const { model } = await session.send("DOM.getBoxModel", { backendNodeId: button?.backendDOMNodeId ?? 0 });
  const [left = 0, top = 0] = model.border;
  expect([left, top].every((each) => each > 0) && left < width && top < height).toBe(true);
  await lastInput(picker.mouse.click(left + 10, top + 10));
  await expect(page.getByLabel("Price", { exact: true })).toHaveValue("340");
});

function addLate(markup: string): string {
  return `setTimeout(() => document.body.insertAdjacentHTML("beforeend", ${JSON.stringify(markup)}), 1_200);`;
}

test("waits for a price that a script adds after a pause", async ({ tidemark, ui }) => {
  const shop = await opened(startScriptShop("", addLate('<p class="price">$49.99</p>')));
  await addFromLocalNetwork(tidemark, `${shop.origin}/p/lantern`);
  await ui.links.open();
  await expect(ui.product.best).toContainText("$49.99");
});

test("waits for the clicked place on a page that shows another price", async ({ page, ui }) => {
  const shop = await opened(
    startScriptShop('<p class="price">$12.00</p>', addLate('<b id="own">$49.99</b>')),
  );
  await ui.links.allow(shop.origin);
  const recipe = { version: 1 as const, host: shop.host, price: { selectors: ["#own"] } };
  const answer = await readLink(page, { url: `${shop.origin}/p/lantern`, recipe });
  expect(answer).toMatchObject({ outcome: "added", price: 49.99 });
});

test("reports a shop that refuses connections as not reached", async ({ page, ui }) => {
  const url = `http://127.0.0.1:${await findFreePort()}/p`;
  await ui.links.allow(url);
  const answer = await readLink(page, { url, render: true });
  expect(answer).toMatchObject({ outcome: "unread", cause: "network" });
});
