import { createHash } from "node:crypto";
import { request } from "node:http";
import type { Page } from "@playwright/test";
import { expect, startSecondInstance, test } from "../support/electron.js";
import { startShopSite } from "../support/shop-site.js";
import { allowHost, expectAccessible, lookUpBox, openSettings, photograph } from "../support/window.js";

test.use({ hasOwnApp: true });

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

test("adds no page from a tidemark: link without the user's consent", async ({ tidemark }) => {
  const { page, dataFolder } = tidemark;
  const url = "https://shop.example/p/lantern?size=M";
  await startSecondInstance(dataFolder, [deepLink(url)]);
  const dialog = page.getByRole("dialog", { name: "Watch a product from shop.example?" });
  await expect(dialog).toContainText(url);
  await photograph(tidemark, "offered-page");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Not now" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Nothing is watched yet" })).toBeVisible();
});

test("adds the page of an accepted tidemark: link without another question", async ({
  tidemark: { page, dataFolder },
}) => {
  const shop = await startShopSite();
  try {
    await allowHost(page, shop.origin);
    await startSecondInstance(dataFolder, [deepLink(`${shop.origin}${shop.products[0]?.path}`)]);
    await page.getByRole("dialog").getByRole("button", { name: "Add and open" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Watching" })).toBeVisible({ timeout: 40_000 });
  } finally {
    shop.close();
  }
});

/** Asks the engine to pair an extension, as the extension in the browser does. */
function askToPair(page: Page, key: string) {
  return page
    .evaluate(() => window.tidemark.invoke("engine:call", "app.info", {}))
    .then(async (info) => {
      if (!info.ok) throw new Error(info.error.message);
      const { port } = new URL(info.data.base_url);
      return new Promise<{ status: number; body: string }>((resolve, reject) => {
        const options = {
          host: "127.0.0.1",
          port,
          path: "/app/v1/pair",
          method: "POST",
          headers: {
            "Content-Type": "application/json",
            Origin: `chrome-extension://${"abcdefghijklmnop".repeat(2)}`,
          },
        };
        const sent = request(options, (response) => {
          let body = "";
          response.setEncoding("utf8").on("data", (text: string) => {
            body += text;
          });
          response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
        });
        sent.on("error", reject);
        const hash = createHash("sha256").update(key).digest("hex");
        sent.end(JSON.stringify({ name: "Chromium", key_hash: hash }));
      });
    });
}

test("pairs a browser's extension when the user confirms its code, and disconnects it", async ({
  tidemark,
}) => {
  const { page } = tidemark;
  const key = `ss_live_${"a".repeat(32)}`;
  const { code } = JSON.parse((await askToPair(page, key)).body) as { code: string };
  const dialog = page.getByRole("dialog", { name: "Connect the extension in Chromium?" });
  await expect(dialog.getByTestId("pairing-code")).toHaveText(code);
  await photograph(tidemark, "pairing");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "The codes match" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("Chromium is connected.")).toBeVisible();
  expect(JSON.parse((await askToPair(page, key)).body)).toEqual({ state: "paired" });
  await openSettings(page, "Browser");
  await photograph(tidemark, "settings-browser-paired");
  await page.getByRole("button", { name: "Disconnect Chromium" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
  await expect(page.getByText("No browser yet")).toBeVisible();
});

test("refuses a browser's extension when its dialog is closed", async ({ tidemark: { page } }) => {
  const key = `ss_live_${"b".repeat(32)}`;
  await askToPair(page, key);
  await page.getByRole("dialog").getByRole("button", { name: "Refuse" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(JSON.parse((await askToPair(page, key)).body)).toEqual({ state: "refused" });
});

test("ignores an invalid tidemark: link", async ({ tidemark: { page, dataFolder } }) => {
  await startSecondInstance(dataFolder, ["tidemark://add?url=file%3A%2F%2F%2Fetc%2Fpasswd"]);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Nothing is watched yet" })).toBeVisible();
});

test("looks up words dropped on the window", async ({ tidemark: { page } }) => {
  await dispatchText(page, "drop", "text/plain", "headphones");
  await expect(page.getByRole("heading", { name: /headphones/ })).toBeVisible();
});

test("adds several dropped links", async ({ tidemark: { page } }) => {
  await dispatchText(page, "drop", "text/uri-list", "http://127.0.0.1:9/a\nhttp://127.0.0.1:9/b");
  await expect(page.getByRole("list", { name: "Add several at once" }).getByRole("listitem")).toHaveCount(2);
});

test("adds a link pasted anywhere", async ({ tidemark: { page } }) => {
  await dispatchText(page, "paste", "text/plain", "http://127.0.0.1:9/nobody-knows-this-one");
  await expect(page.getByRole("article", { name: "127.0.0.1:9" })).toBeVisible();
});

test("ignores words pasted outside a field", async ({ tidemark: { page } }) => {
  await dispatchText(page, "paste", "text/plain", "headphones");
  // Once the link that follows is looked up, the words would have been, too.
  await dispatchText(page, "paste", "text/plain", "http://127.0.0.1:9/nobody-knows-this-one");
  await expect(page.getByRole("article", { name: "127.0.0.1:9" })).toBeVisible();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByRole("heading", { name: "Nothing is watched yet" })).toBeVisible();
});

test("opens the shortcut sheet on ?, and closes it on Escape", async ({ tidemark }) => {
  const { page } = tidemark;
  await expect(page.getByRole("heading", { name: "Nothing is watched yet" })).toBeVisible();
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet).toContainText("Undo the latest change");
  await photograph(tidemark, "shortcuts");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
});

test("runs commands from the look-up box", async ({ tidemark }) => {
  const { page } = tidemark;
  await page.keyboard.press("ControlOrMeta+k");
  await expect(lookUpBox(page)).toBeFocused();
  await page.keyboard.type("deals");
  await expect(page.getByRole("option", { name: /Go to Deals/ })).toBeVisible();
  await photograph(tidemark, "command-box");
  await expectAccessible(page);
  await page.getByRole("option", { name: /Go to Deals/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Deals" })).toBeVisible();

  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("> dark");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
  await expect(lookUpBox(page)).toHaveValue("");

  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type(">");
  await expect(page.getByRole("option")).toHaveCount(22);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("listbox")).toHaveCount(0);
});

test("switches the language of page and menu immediately, and keeps it at the next start", async ({
  tidemark,
  open,
}) => {
  const { page, app } = tidemark;
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("> German");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Noch wird nichts beobachtet" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  const labels = await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label));
  expect(labels).toContain("&Datei");
  await expectAccessible(page);
  await app.close();
  const again = await open();
  await expect(again.page.getByRole("heading", { name: "Noch wird nichts beobachtet" })).toBeVisible({
    timeout: 40_000,
  });
  // Chromium's own controls, such as date fields, follow.
  expect(await again.page.evaluate(() => navigator.language)).toMatch(/^de\b/);
  await photograph(again, "first-start-german");
});
