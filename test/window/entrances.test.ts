import { createHash } from "node:crypto";
import type { Page } from "@playwright/test";
import { callEngine } from "../support/call-engine.js";
import { expect, startSecondInstance, test } from "../support/electron.js";
import { sendRequest } from "../support/network.js";
import { productHtml } from "../support/shop-site.js";
import { photograph } from "../support/window.js";

const deepLink = (url: string) => `tidemark://add?url=${encodeURIComponent(url)}`;

/** Dispatches a drop or paste event with this text to the page's main element. */
function dispatchText(page: Page, kind: "drop" | "paste", type: string, text: string): Promise<void> {
  return page.evaluate(
    ([how, format, content]) => {
      const data = new DataTransfer();
      data.setData(format, content);
      const target = document.querySelector("main") ?? document.body;
      const event =
        how === "drop"
          ? new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true })
          : new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
      target.dispatchEvent(event);
    },
    [kind, type, text] as const,
  );
}

/** Asks the engine to pair an extension, as the extension in the browser does. */
async function askToPair(page: Page, key: string) {
  const { base_url } = await callEngine(page, "app.info", {});
  const hash = createHash("sha256").update(key).digest("hex");
  return sendRequest({
    port: Number(new URL(base_url).port),
    path: "/app/v1/pair",
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Origin: `chrome-extension://${"abcdefghijklmnop".repeat(2)}`,
    },
    body: JSON.stringify({ name: "Chromium", key_hash: hash }),
  });
}

test("pairs a browser's extension when the user confirms its code, and disconnects it", async ({
  page,
  ui,
}) => {
  const key = `ss_live_${"a".repeat(32)}`;
  const { code } = JSON.parse((await askToPair(page, key)).text) as { code: string };
  const dialog = page.getByRole("dialog", { name: "Connect the extension in Chromium?" });
  await expect(dialog.getByTestId("pairing-code")).toHaveText(code);
  await ui.inspect("pairing");
  await dialog.getByRole("button", { name: "The codes match" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("Chromium is connected.")).toBeVisible();
  expect(JSON.parse((await askToPair(page, key)).text)).toMatchObject({ state: "paired" });
  await ui.settings.open("Browser");
  await ui.photograph("settings-browser-paired");
  await page.getByRole("button", { name: "Disconnect Chromium" }).click();
  await ui.settings.confirm("Disconnect");
  await expect(page.getByText("No browser yet")).toBeVisible();
});

test("refuses a browser's extension when its dialog is closed", async ({ page }) => {
  const key = `ss_live_${"b".repeat(32)}`;
  await askToPair(page, key);
  await page.getByRole("dialog").getByRole("button", { name: "Refuse" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(JSON.parse((await askToPair(page, key)).text)).toMatchObject({ state: "refused" });
});

test("looks up dropped words, and adds dropped links", async ({ page }) => {
  await dispatchText(page, "drop", "text/plain", "headphones");
  await expect(page.getByRole("heading", { name: /headphones/ })).toBeVisible();
  await dispatchText(page, "drop", "text/uri-list", "http://127.0.0.1:9/a\nhttp://127.0.0.1:9/b");
  await expect(page.getByRole("list", { name: "Add several at once" }).getByRole("listitem")).toHaveCount(2);
});

test("adds a link pasted anywhere", async ({ page }) => {
  await dispatchText(page, "paste", "text/plain", "http://127.0.0.1:9/nobody-knows-this-one");
  await expect(page.getByRole("article", { name: "127.0.0.1:9" })).toBeVisible();
});

test("adds a link pasted into the target price of the one before", async ({ app, page, ui, openShop }) => {
  const shop = await openShop(() => productHtml());
  await ui.links.add(shop.url);
  await expect(ui.links.target).toBeFocused();
  await app.evaluate(({ clipboard }) => clipboard.writeText("http://127.0.0.1:9/the-next-one"));
  await page.keyboard.press("ControlOrMeta+v");
  await expect(page.getByRole("article", { name: "127.0.0.1:9" })).toBeVisible();
});

test("puts words pasted outside a field into the box, and says that a picture has none", async ({
  page,
  ui,
}) => {
  await dispatchText(page, "paste", "text/plain", "headphones");
  await expect(ui.lookUpBox).toBeFocused();
  await expect(ui.lookUpBox).toHaveValue("headphones");
  await expect(ui.watchList.empty).toBeVisible();
  await page.keyboard.press("Escape");
  await dispatchText(page, "paste", "image/png", "");
  await expect(page.getByText(/There is no text in that/)).toBeVisible();
  await ui.goTo("Deals");
  await expect(ui.lookUpBox).toHaveValue("");
});

test("opens the shortcut sheet on ?, and closes it on Escape", async ({ page, ui }) => {
  await expect(ui.watchList.empty).toBeVisible();
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet).toContainText("Undo the latest change");
  await ui.inspect("shortcuts");
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
});

test("runs commands from the look-up box", async ({ page, ui }) => {
  await page.keyboard.press("ControlOrMeta+k");
  await expect(ui.lookUpBox).toBeFocused();
  await page.keyboard.type("deals");
  await expect(page.getByRole("option", { name: /Go to Deals/ })).toBeVisible();
  await ui.inspect("command-box");
  await page.getByRole("option", { name: /Go to Deals/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Deals" })).toBeVisible();

  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("> dark");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
  await expect(ui.lookUpBox).toHaveValue("");

  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type(">");
  await expect(page.getByRole("option")).toHaveCount(23);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("listbox")).toHaveCount(0);
});

test.describe("across starts of the app", () => {
  test.use({ hasOwnApp: true });

  test("adds no page from a tidemark: link without the user's consent", async ({
    page,
    ui,
    dataFolder,
    shop,
  }) => {
    const url = "https://shop.example/p/lantern?size=M";
    await startSecondInstance(dataFolder, [deepLink(url)]);
    const dialog = page.getByRole("dialog", { name: "Watch a product from shop.example?" });
    await expect(dialog).toContainText(url);
    await ui.inspect("offered-page");
    await dialog.getByRole("button", { name: "Not now" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(ui.watchList.empty).toBeVisible();

    await ui.links.allow(shop.origin);
    await startSecondInstance(dataFolder, [deepLink(`${shop.origin}${shop.products[0]?.path}`)]);
    await page.getByRole("dialog").getByRole("button", { name: "Add and open" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Watching" })).toBeVisible({ timeout: 40_000 });
  });

  test("switches the language of page and menu immediately, and keeps it at the next start", async ({
    app,
    page,
    ui,
    open,
  }) => {
    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.type("> German");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Noch wird nichts beobachtet" })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    const labels = await app.evaluate(({ Menu }) =>
      Menu.getApplicationMenu()?.items.map(({ label }) => label),
    );
    expect(labels).toContain("&Datei");
    await ui.expectAccessible();
    await app.close();
    const again = await open();
    await expect(again.page.getByRole("heading", { name: "Noch wird nichts beobachtet" })).toBeVisible({
      timeout: 40_000,
    });
    // Chromium's own controls, such as date fields, follow.
    expect(await again.page.evaluate(() => navigator.language)).toMatch(/^de\b/);
    await photograph(again, "first-start-german");
  });
});
