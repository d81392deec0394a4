import type { BrowserWindow } from "electron";
import { app } from "electron";
import { z } from "zod";
import type { PickedPrice } from "../../shared/ipc.js";
import { buildRecipe, candidateSelectors } from "../../shared/recipe/build.js";
import { type ClickReport, clickReport, recipeHost } from "../../shared/recipe/recipe.js";
import type { CallEngine } from "../ipc/engine-call.js";
import type { ShellTextSource, ShellTexts } from "../window/shell-texts.js";
import type { AppWindow } from "../window/window.js";
import { type PickNotes, pickInPage, uniqueSelectors } from "./pick-script.js";
import { openShopWindow, runInPage, type ShopWindow } from "./shop-window.js";

export type PickPrice = (url: string) => Promise<PickedPrice>;

export interface PickOptions {
  readonly url: string;
  readonly parent: BrowserWindow | null;
  readonly allowedHosts: readonly string[];
  readonly language: string;
  readonly texts: ShellTexts["pickPrice"];
}

const loadTimeoutMs = 8_000;

/** Serialises a call, to run in a page that has no access to this module. */
function serializeCall<T>(fn: (input: T) => unknown, input: T): string {
  return `(${fn.toString()})(${JSON.stringify(input)})`;
}

/**
 * Waits for a click on a price, in this page or one that the user navigates to. Rejects if the page cannot be opened.
 */
function waitForClick(page: ShopWindow, notes: PickNotes): Promise<ClickReport> {
  const { webContents: contents } = page.window;
  return new Promise((resolve, reject) => {
    // Each new document needs the script again. Once the user leaves a document, its promise never settles.
    contents.on("dom-ready", () => {
      // Scripts run only once the page has loaded, so stop a page that never finishes.
      setTimeout(
        () => !contents.isDestroyed() && contents.isLoadingMainFrame() && contents.stop(),
        loadTimeoutMs,
      );
      runInPage(page, serializeCall(pickInPage, notes)).then(
        (reply) => {
          const parsed = clickReport.safeParse(reply);
          if (parsed.success) resolve(parsed.data);
        },
        () => undefined,
      );
    });
    contents.on("did-fail-load", (_event, code, description, _url, isMainFrame) => {
      if (isMainFrame && code !== -3) reject(new Error(description));
    });
    contents.on("render-process-gone", () => reject(new Error("its process ended")));
  });
}

function waitForClose({ window }: ShopWindow): Promise<null> {
  return new Promise((resolve) => {
    window.on("closed", () => resolve(null));
    window.webContents.on("before-input-event", (event, { type, key }) => {
      if (type !== "keyDown" || key !== "Escape") return;
      event.preventDefault();
      window.close();
    });
  });
}

async function createRecipe(page: ShopWindow, host: string, click: ClickReport): Promise<PickedPrice> {
  const found = z
    .array(z.string())
    .safeParse(await runInPage(page, serializeCall(uniqueSelectors, candidateSelectors(click))));
  const recipe = buildRecipe(host, click, found.success ? found.data : []);
  if (recipe !== null) return { outcome: "picked", recipe };
  const message = "Nothing on the page identifies this spot. Click closer to the price itself.";
  return { outcome: "failed", message };
}

async function pickOnPage(page: ShopWindow, { url, texts }: PickOptions): Promise<PickedPrice> {
  const address = new URL(url);
  try {
    const closed = waitForClose(page);
    const click = waitForClick(page, texts);
    page.window.webContents.loadURL(url).catch(() => undefined);
    const report = await Promise.race([click, closed]);
    return report === null ? { outcome: "closed" } : await createRecipe(page, recipeHost(address), report);
  } catch (error) {
    if (page.window.isDestroyed()) return { outcome: "closed" };
    const message = page.isRefused(address.host)
      ? "The page was not opened because its address is inside a private network."
      : `The page could not be opened (${(error as Error).message}).`;
    return { outcome: "failed", message };
  }
}

let current: ShopWindow | null = null;

/** Opens a shop's page in a separate window, in which the user clicks the price. */
export async function pickPrice(options: PickOptions): Promise<PickedPrice> {
  await current?.close();
  const { allowedHosts, language, parent, texts } = options;
  const page = await openShopWindow({
    purpose: "pick",
    allowedHosts,
    language,
    window: {
      title: texts.title,
      width: 1_100,
      height: 800,
      autoHideMenuBar: true,
      ...(parent === null ? {} : { parent }),
    },
  });
  current = page;
  // Keep our own window title.
  page.window.on("page-title-updated", (event) => event.preventDefault());
  page.window.removeMenu();
  try {
    return await pickOnPage(page, options);
  } finally {
    if (current === page) current = null;
    await page.close();
  }
}

/** Lets the user click the price on a page. */
export function createPricePicker(
  call: CallEngine,
  window: AppWindow,
  shellTexts: ShellTextSource,
): PickPrice {
  return async (url) => {
    const answer = await call("pages.hosts", {});
    if (!answer.ok) return { outcome: "failed", message: answer.error.message };
    // `CallEngine` does not relate the result's type to the operation.
    const { hosts } = answer.data as { hosts: readonly string[] };
    return pickPrice({
      url,
      parent: window.current,
      allowedHosts: hosts,
      language: app.getLocale() || "en",
      texts: shellTexts.current().pickPrice,
    });
  };
}
