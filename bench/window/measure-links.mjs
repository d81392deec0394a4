/** Measures how soon the window shows what a shop answers: a pasted link as a watched product, and a checked price. */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {{ cardMs: number, pasteMs: number, checkMs: number }} LinkSpeed pasteMs: without the shop's own time */

/** How long the shop takes to answer. */
const answerMs = 100;
/** Checks of a shop are seconds apart. */
const timeoutMs = 30_000;

/**
 * A shop with one product.
 * @param {string} price
 */
async function startShop(price) {
  let current = price;
  let answeredAt = 0;
  const server = createServer(async (_request, response) => {
    const offer = `{"@type":"Offer","price":"${current}","priceCurrency":"USD","availability":"https://schema.org/InStock"}`;
    const product = `{"@context":"https://schema.org","@type":"Product","name":"Pocket Compass","offers":${offer}}`;
    await delay(answerMs);
    answeredAt = Date.now();
    response
      .writeHead(200, { "Content-Type": "text/html" })
      .end(
        `<!doctype html><title>Pocket Compass</title><script type="application/ld+json">${product}</script>`,
      );
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    host: `127.0.0.1:${port}`,
    /** @param {string} next */
    setPrice(next) {
      current = next;
    },
    /** Unix time in milliseconds. */
    answeredAt: () => answeredAt,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * Runs in the page. Resolves to the time, Unix in milliseconds, at which the page shows a text.
 * @param {string} text
 */
function shownAt(text) {
  return new Promise((resolve) => {
    const check = () => {
      if (!document.querySelector("main")?.textContent?.includes(text)) return;
      observer.disconnect();
      requestAnimationFrame(() => resolve(Date.now()));
    };
    const observer = new MutationObserver(check);
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    check();
  });
}

/**
 * Pastes the link of a shop that is new to the app, then opens the product and checks a changed price.
 * @param {Page} page
 * @param {number} run each has its own prices
 * @returns {Promise<LinkSpeed>}
 */
async function measureLink(page, run) {
  const [price, lowerPrice] = [`${60 + run}.00`, `${30 + run}.00`];
  const shop = await startShop(price);
  try {
    await page.evaluate(
      (host) =>
        Reflect.get(window, "tidemark").invoke("engine:call", "pages.allow", { host, is_allowed: true }),
      shop.host,
    );
    await page.getByRole("combobox", { name: "Look up a product" }).fill(`http://${shop.host}/compass`);
    const isCard = page.evaluate(shownAt, shop.host);
    const isWatched = page.evaluate(shownAt, `$${price}`);
    const enteredAt = Date.now();
    await page.keyboard.press("Enter");
    const cardMs = (await isCard) - enteredAt;
    const pasteMs = (await isWatched) - enteredAt - answerMs;

    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByRole("heading", { name: "Pocket Compass" }).first().waitFor();
    shop.setPrice(lowerPrice);
    const isShown = page.evaluate(shownAt, `$${lowerPrice}`);
    await page.getByRole("button", { name: "Check now" }).first().click();
    const shown = await Promise.race([isShown, delay(timeoutMs, Number.NaN, { ref: false })]);
    return { cardMs, pasteMs, checkMs: shown - shop.answeredAt() };
  } finally {
    shop.stop();
  }
}

/**
 * @param {(args: string[], work: (page: Page) => Promise<void>) => Promise<void>} withPage opens the app with arguments
 * @param {number} runs
 * @returns {Promise<LinkSpeed[]>}
 */
export async function measureLinks(withPage, runs) {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-link-bench-"));
  /** @type {LinkSpeed[]} */
  const speeds = [];
  try {
    await withPage([".", "--data", folder, "--port", "0"], async (page) => {
      for (let run = 0; run < runs; run++) speeds.push(await measureLink(page, run));
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return speeds;
}
