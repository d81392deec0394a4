import { belongsToPage, type Page } from "./page.js";

/**
 * Product images may come from anywhere on the web; everything else must be our own. Dialogs and menus insert a style
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
    "img-src 'self' data: https:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

export interface PageRequest {
  readonly url: string;
  /** Chromium's resource type: `image`, `script`, `xhr`… */
  readonly resourceType: string;
}

/** Enforces the policy above a second time, in the network layer. */
export function isRequestAllowed(page: Page, { url, resourceType }: PageRequest): boolean {
  if (belongsToPage(page, url)) return true;
  if (!URL.canParse(url)) return false;
  const { protocol } = new URL(url);
  if (protocol === "data:" || protocol === "blob:") return true;
  if (protocol === "devtools:") return page.isDevelopment;
  return resourceType === "image" && isPublicImage(url);
}

/** Whether a product image may be fetched from this URL, which comes from a shop's page or a catalogue. */
export function isPublicImage(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" && isPublicHostname(hostname);
}

/** Whether a download is a file that the page itself generated, such as a table that the user saves. */
export function isOwnDownload(page: Page, url: string): boolean {
  return url.startsWith("blob:") && belongsToPage(page, url.slice("blob:".length));
}

/** Image URLs are untrusted: they must not make the window send requests to the user's router or printer. */
function isPublicHostname(hostname: string): boolean {
  const isAddress = hostname.startsWith("[") || /^[\d.]+$/.test(hostname);
  const isLocalName =
    !hostname.includes(".") || /\.(local|localhost|internal|lan|home|test)\.?$/.test(hostname);
  return !isAddress && !isLocalName;
}
