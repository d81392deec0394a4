import type { PriceStatistics } from "../shared/app/statistics.js";
import { gradeText } from "../shared/texts/sentences.js";
import { call } from "./engine.js";
import { hasPanel, setPanel, showPanel } from "./panel.js";
import { readShownPage } from "./shown-page.js";

/** The match pattern of a shop's pages, for which browsers grant access. */
export function pagesOf(url: string): string {
  return `${new URL(url).protocol}//${new URL(url).hostname}/*`;
}

/** Whether the user has agreed that visits to this page's shop go to the engine. */
export function isAgreed(url: string): Promise<boolean> {
  return chrome.permissions.contains({ origins: [pagesOf(url)] });
}

/** Asks the browser, which asks the user. Must be called right after a click. */
export function agree(url: string): Promise<boolean> {
  return chrome.permissions.request({ origins: [pagesOf(url)] });
}

export async function disagree(url: string): Promise<boolean> {
  await setPanel(url, false);
  return chrome.permissions.remove({ origins: [pagesOf(url)] });
}

/** A price on a page, in a known currency. */
export interface PagePrice {
  readonly price: number;
  readonly currency: string;
}

/** The button's text for a watched product whose price has no grade yet; empty for other products. */
async function watchedMark(product_key: string): Promise<string> {
  const found = await call("watch.rows", { product_keys: [product_key] });
  return found.ok && found.data.rows.length > 0 ? "✓" : "";
}

/**
 * A product's statistics, with the verdict on the page's own price; null without such a price. While the tab shows the
 * page, the extension's button shows the grade, or that the product is watched.
 */
export async function evaluatePage(
  tabId: number,
  productKey: string,
  page: PagePrice | null,
): Promise<PriceStatistics | null> {
  const answer = page && (await call("app.statistics", { product_key: productKey, page }));
  const statistics = answer?.ok ? answer.data : null;
  const grade = statistics?.verdict.grade;
  const text = grade ? gradeText(grade) : await watchedMark(productKey);
  // The tab may be gone by now. In Firefox, the panel has no right to the button.
  if ("action" in chrome) await chrome.action.setBadgeText({ tabId, text }).catch(() => undefined);
  return statistics;
}

async function record(tabId: number, url: string): Promise<void> {
  const found = await call("visits.find", { url });
  if (!found.ok || found.data.product_key === null) return;
  const page = await readShownPage(tabId);
  const html = page?.html;
  const recorded = html == null ? null : await call("visits.record", { url: page?.url ?? url, html });
  const seen = recorded?.ok && recorded.data.outcome === "recorded" ? recorded.data.page : null;
  await evaluatePage(tabId, found.data.product_key, seen);
}

async function offerPanel(tabId: number, url: string): Promise<void> {
  if (!(await hasPanel(url))) return;
  const page = await readShownPage(tabId);
  const read = page?.html == null ? null : await call("visits.read", { url: page.url, html: page.html });
  if (read?.ok) await showPanel(tabId, read.data.reading);
}

/**
 * Sends a page that the tab has just loaded to the engine, if the user has agreed and the product is known. Shows the
 * panel on it if the user has switched that on.
 */
export async function passOn(tabId: number, url: string): Promise<void> {
  if (!/^https?:/.test(url) || !(await isAgreed(url))) return;
  await record(tabId, url);
  await offerPanel(tabId, url);
}
