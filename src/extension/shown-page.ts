import { maxPageChars } from "../shared/app/limits.js";

/** A page as it stands in a tab. */
export interface ShownPage {
  readonly url: string;
  /** Null if it is too large. */
  readonly html: string | null;
}

/** Runs within the page, without access to this module. */
function readDocument(): { url: string; html: string } {
  return { url: location.href, html: document.documentElement.outerHTML };
}

/** Strips styles and SVGs, which take up most of many pages and hold no price. */
function withoutDrawings(html: string): string {
  return html.replace(/<(style|svg)\b[\s\S]*?<\/\1>/gi, "");
}

/**
 * Reads the page in a tab; null for a page that the browser closes to extensions. Needs the user's click on the extension's
 * button, or the permission for its host.
 */
export async function readShownPage(tabId: number): Promise<ShownPage | null> {
  try {
    const [frame] = await chrome.scripting.executeScript({ target: { tabId }, func: readDocument });
    if (!frame?.result || !/^https?:/.test(frame.result.url)) return null;
    const { url, html } = frame.result;
    const small = html.length > maxPageChars ? withoutDrawings(html) : html;
    return { url, html: small.length > maxPageChars ? null : small };
  } catch {
    // The browser's own pages, and its shop for extensions.
    return null;
  }
}
