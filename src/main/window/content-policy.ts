import { appScheme, belongsToPage, type Page } from "./page.js";

/**
 * Everything must be our own: also product images, which the engine fetches and keeps. Dialogs and menus insert a style
 * sheet while they are open, which carries the nonce.
 */
export function contentSecurityPolicy(styleNonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${styleNonce}'`,
    // React and the charts set style attributes. Inline style sheets stay forbidden.
    "style-src-attr 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Enforces the policy above a second time, in the network layer. */
export function isRequestAllowed(page: Page, url: string): boolean {
  if (belongsToPage(page, url)) return true;
  if (!URL.canParse(url)) return false;
  const { protocol } = new URL(url);
  if (protocol === "data:" || protocol === "blob:") return true;
  // A page of the development server shows pictures that the app serves.
  return page.isDevelopment && (protocol === "devtools:" || protocol === `${appScheme}:`);
}

/** Whether a download is a file that the page itself generated, such as a table that the user saves. */
export function isOwnDownload(page: Page, url: string): boolean {
  return url.startsWith("blob:") && belongsToPage(page, url.slice("blob:".length));
}
