import { call } from "./engine.js";
import { readShownPage } from "./shown-page.js";

/** All of a shop's pages, as browsers grant access to them. */
function pagesOf(url: string): string {
  return `${new URL(url).protocol}//${new URL(url).hostname}/*`;
}

/** Whether the user has agreed that visits to this page's shop are passed on. */
export function isAgreed(url: string): Promise<boolean> {
  return chrome.permissions.contains({ origins: [pagesOf(url)] });
}

/** Asks the browser, which asks the user. Must be called right after a click. */
export function agree(url: string): Promise<boolean> {
  return chrome.permissions.request({ origins: [pagesOf(url)] });
}

export function disagree(url: string): Promise<boolean> {
  return chrome.permissions.remove({ origins: [pagesOf(url)] });
}

/** Shows a product's grade on the extension's button while the tab shows its page. */
export async function showGrade(tabId: number, productKey: string): Promise<void> {
  const figures = await call("products.figures", { product_keys: [productKey] });
  const grade = figures.ok ? (figures.data.figures[0]?.grade ?? "") : "";
  // The tab may be gone by now.
  await chrome.action.setBadgeText({ tabId, text: grade }).catch(() => undefined);
}

/** Passes a page that has just been shown on to the engine, if the user has agreed and it is a known product's. */
export async function passOn(tabId: number, url: string): Promise<void> {
  if (!/^https?:/.test(url) || !(await isAgreed(url))) return;
  const found = await call("visits.find", { url });
  if (!found.ok || found.data.product_key === null) return;
  const page = await readShownPage(tabId);
  if (page === null || page.html === null) return;
  await call("visits.record", { url: page.url, html: page.html });
  await showGrade(tabId, found.data.product_key);
}
