import type { VisitReading } from "../shared/app/extension.js";

/** The panel that stands on a shop's own pages, in a frame of the extension that the page cannot read. */

type Side = "left" | "right";

interface Stored {
  /** Hosts on whose pages the user wants it. */
  readonly panelHosts?: readonly string[];
  readonly panelSide?: Side;
}

async function stored(): Promise<Required<Stored>> {
  const { panelHosts = [], panelSide = "right" } = await chrome.storage.local.get<Stored>([
    "panelHosts",
    "panelSide",
  ]);
  return { panelHosts, panelSide };
}

export async function hasPanel(url: string): Promise<boolean> {
  return (await stored()).panelHosts.includes(new URL(url).hostname);
}

export async function setPanel(url: string, isOn: boolean): Promise<void> {
  const { hostname } = new URL(url);
  const others = (await stored()).panelHosts.filter((host) => host !== hostname);
  await chrome.storage.local.set({ panelHosts: isOn ? [...others, hostname] : others });
}

/** The globals of the extension's scripts, which the page cannot reach. The panel is null once the user has closed it. */
type PanelWorld = typeof globalThis & { tidemarkPanel?: HTMLElement | null; tidemarkPage?: string };

/** Runs within the page. Puts the panel into the wanted corner, or the other one if a control of the page is there. */
function place(src: string, wanted: Side): void {
  const world = globalThis as PanelWorld;
  const isThere = world.tidemarkPanel?.isConnected === true && world.tidemarkPage === location.href;
  if (world.tidemarkPanel === null || isThere) return;
  world.tidemarkPanel?.remove();
  world.tidemarkPage = location.href;
  const [width, height, gap] = [320, 400, 12];
  const covers = (side: Side) =>
    [...document.querySelectorAll("button, input, select, [role=button]")].some((each) => {
      const { left, right, top, bottom } = each.getBoundingClientRect();
      const isBeside = side === "left" ? left < width + gap : right > innerWidth - width - gap;
      return right > left && isBeside && bottom > innerHeight - height - gap && top < innerHeight;
    });
  const other = wanted === "left" ? "right" : "left";
  const side = covers(wanted) && !covers(other) ? other : wanted;
  const host = document.createElement("div");
  const frame = document.createElement("iframe");
  Object.assign(frame, { src, title: "Tidemark" });
  frame.style.cssText = `display: block; width: 100%; height: 100%; border: 0; border-radius: 12px; color-scheme: light dark;`;
  host.style.cssText = `all: initial; position: fixed; bottom: ${gap}px; ${side}: ${gap}px; width: ${width}px; max-width: calc(100vw - ${2 * gap}px); height: 64px; max-height: min(${height}px, 100vh - ${2 * gap}px); z-index: 2147483647; border-radius: 12px; box-shadow: 0 4px 20px rgb(0 0 0 / 30%);`;
  host.attachShadow({ mode: "closed" }).append(frame);
  document.documentElement.append(host);
  world.tidemarkPanel = host;
}

function remove(isClosed: boolean): void {
  const world = globalThis as PanelWorld;
  world.tidemarkPanel?.remove();
  if (isClosed) world.tidemarkPanel = null;
}

function move(): Side {
  const { style } = (globalThis as PanelWorld).tidemarkPanel ?? document.createElement("div");
  const isLeft = style.left === "12px";
  const [left, right] = isLeft ? ["auto", "12px"] : ["12px", "auto"];
  Object.assign(style, { left, right });
  return isLeft ? "right" : "left";
}

/** Returns the height that the page has room for. */
function resize(height: number): number {
  const panel = (globalThis as PanelWorld).tidemarkPanel;
  if (!panel) return height;
  panel.style.height = `${height}px`;
  return panel.offsetHeight;
}

function isProduct({ kind }: VisitReading): boolean {
  return kind === "price" || kind === "sold-out";
}

/** Shows the panel on a page of a product, and on no other. */
export async function showPanel(tabId: number, reading: VisitReading): Promise<void> {
  const target = { tabId };
  if (!isProduct(reading))
    return void (await chrome.scripting.executeScript({ target, func: remove, args: [false] }));
  const { panelSide } = await stored();
  const src = chrome.runtime.getURL("popup.html");
  await chrome.scripting.executeScript({ target, func: place, args: [src, panelSide] });
}

/** What the panel asks the background for: Firefox gives a frame in a page few of the extension's rights. */
export type PanelRequest = "read" | "close" | "move" | { readonly height: number };

/** Removes the panel until the page is loaded again. */
export async function closePanel(tabId: number): Promise<void> {
  await chrome.scripting.executeScript({ target: { tabId }, func: remove, args: [true] });
}

/** Makes the panel as high as its content, in CSS pixels, up to its max height; returns its height. */
export async function resizePanel(tabId: number, height: number): Promise<number> {
  const [resized] = await chrome.scripting.executeScript({ target: { tabId }, func: resize, args: [height] });
  return resized?.result ?? height;
}

/** Moves the panel to the other corner, on other pages, too. */
export async function movePanel(tabId: number): Promise<void> {
  const [moved] = await chrome.scripting.executeScript({ target: { tabId }, func: move });
  if (moved?.result) await chrome.storage.local.set({ panelSide: moved.result });
}
