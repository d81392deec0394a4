import type { BrowserWindow } from "electron";
import { z } from "zod";
import type { AppOutput } from "../../shared/app/operations.js";
import type { PickedPrice } from "../../shared/ipc.js";
import { readHtml } from "../../shared/node/render-page.js";
import { buildRecipe, candidateSelectors } from "../../shared/recipe/build.js";
import { type PickEvent, pickEvent, type Recipe, recipeHost } from "../../shared/recipe/recipe.js";
import type { Shell } from "../window/shell.js";
import type { ShellTextSource, ShellTexts } from "../window/shell-texts.js";
import { type PickReply, pickInPage, pickStyles, uniqueSelectors } from "./pick-script.js";
import { openShopWindow, runInPage, type ShopWindow } from "./shop-window.js";

export interface PricePicker {
  readonly pick: (url: string) => Promise<PickedPrice>;
  /** Closes the window without a price. */
  readonly cancel: () => void;
}

export interface PickOptions {
  readonly url: string;
  readonly parent: BrowserWindow | null;
  readonly allowedHosts: readonly string[];
  readonly language: string;
  readonly texts: ShellTexts["pickPrice"];
  readonly formatAmount: ShellTextSource["formatAmount"];
  readonly locate: LocatePrice;
}

const loadTimeoutMs = 8_000;

/** Serialises a call, to run in a page that has no access to this module. */
function serializeCall<T>(fn: (input: T) => unknown, input: T): string {
  return `(${fn.toString()})(${JSON.stringify(input)})`;
}

/** Finds out whether a check could read the clicked price, and with which recipe. */
type LocatePrice = (
  click: Extract<PickEvent, { kind: "click" }>,
  page: ShopWindow,
) => Promise<AppOutput<"recipes.locate">["place"]>;

async function readFont(): Promise<string> {
  const { default: address } = await import(
    "@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?inline"
  );
  return address.slice(address.indexOf(",") + 1);
}

type ClickedPlace = NonNullable<AppOutput<"recipes.locate">["place"]>;

/** Without its currency, the price as the page writes it, with the sign that several currencies share. */
function clickedPrice(
  { price, currency, figure }: ClickedPlace,
  format: PickOptions["formatAmount"],
): string {
  return currency === null ? figure : format(price, currency);
}

/** Lets the user click a price in the current document. Never resolves if the user leaves it. */
async function pickInDocument(
  page: ShopWindow,
  { texts, formatAmount, locate }: PickOptions,
): Promise<PickedPrice> {
  const { title: _, failed: _failed, confirm, ...bar } = texts;
  const notes = { styles: pickStyles, font: await readFont(), ...bar };
  await runInPage(page, serializeCall(pickInPage, notes));
  let recipe: Recipe | null = null;
  let figure = "";
  for (;;) {
    const event = pickEvent.parse(await runInPage(page, "tidemarkPicker.next()"));
    if (event.kind === "by-hand") return { outcome: "by-hand", figure };
    if (event.kind === "use") {
      if (recipe !== null) return { outcome: "picked", recipe };
      continue;
    }
    const place = await locate(event, page);
    recipe = place?.recipe ?? null;
    figure = event.figure;
    const reply: PickReply = {
      text: place === null ? bar.unclear : confirm(clickedPrice(place, formatAmount)),
      figure: place?.figure ?? null,
    };
    await runInPage(page, `tidemarkPicker.reply(${JSON.stringify(reply)})`);
  }
}

/** Waits for a price, in this page or one that the user navigates to. Rejects if the page cannot be opened. */
function waitForPick(page: ShopWindow, options: PickOptions): Promise<PickedPrice> {
  const { webContents: contents } = page.window;
  return new Promise((resolve, reject) => {
    // Each new document needs the script again. Once the user leaves a document, its promise never settles.
    contents.on("dom-ready", () => {
      // Scripts run only once the page has loaded, so stop a page that never finishes.
      setTimeout(
        () => !contents.isDestroyed() && contents.isLoadingMainFrame() && contents.stop(),
        loadTimeoutMs,
      );
      pickInDocument(page, options).then(resolve, () => undefined);
    });
    contents.on("did-fail-load", (_event, code, description, _url, isMainFrame) => {
      if (isMainFrame && code !== -3) reject(new Error(description));
    });
    contents.on("render-process-gone", () => reject(new Error("its process ended")));
  });
}

function waitForClose({ window }: ShopWindow): Promise<PickedPrice> {
  return new Promise((resolve) => {
    window.on("closed", () => resolve({ outcome: "closed" }));
    window.webContents.on("before-input-event", (event, { type, key }) => {
      if (type !== "keyDown" || key !== "Escape") return;
      event.preventDefault();
      window.close();
    });
  });
}

/** Asks the engine, which reads the page as its checks do. */
function locateWith(engine: Shell["engine"], host: string): LocatePrice {
  return async ({ click, figure }, page) => {
    const found = z
      .array(z.string())
      .safeParse(await runInPage(page, serializeCall(uniqueSelectors, candidateSelectors(click))));
    const recipe = buildRecipe(host, click, found.success ? found.data : []);
    const html = await readHtml({ evaluate: (code) => runInPage(page, code) });
    if (recipe === null || html === null) return null;
    const url = page.window.webContents.getURL();
    const answer = await engine.call("recipes.locate", { url, html, recipe, clicked: figure });
    return answer.ok ? answer.data.place : null;
  };
}

async function pickOnPage(page: ShopWindow, options: PickOptions): Promise<PickedPrice> {
  const { url } = options;
  try {
    const closed = waitForClose(page);
    const picked = waitForPick(page, options);
    page.window.webContents.loadURL(url).catch(() => undefined);
    return await Promise.race([picked, closed]);
  } catch (error) {
    if (page.window.isDestroyed()) return { outcome: "closed" };
    const { isPrivate, notOpened, again } = options.texts.failed;
    const message = page.isRefused(new URL(url).host) ? isPrivate : notOpened((error as Error).message);
    return { outcome: "failed", error: { code: "BAD_CALL", message, action: again } };
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
export function createPricePicker({ engine, window, shellTexts }: Shell): PricePicker {
  const pick = async (url: string): Promise<PickedPrice> => {
    const answer = await engine.call("pages.hosts", {});
    if (!answer.ok) return { outcome: "failed", error: answer.error };
    return pickPrice({
      url,
      parent: window.current,
      allowedHosts: answer.data.hosts,
      // As for the engine's visits. The app's own locale may be the language chosen for the window.
      language: Intl.DateTimeFormat().resolvedOptions().locale,
      texts: shellTexts.current().pickPrice,
      formatAmount: shellTexts.formatAmount,
      locate: locateWith(engine, recipeHost(new URL(url))),
    });
  };
  return { pick, cancel: () => void current?.close() };
}
