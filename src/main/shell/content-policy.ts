import { isOfPage, type Page } from "./page.js";

/**
 * Sent with the page. Product images come from anywhere on the web; everything else is our own or nothing. Dialogs and
 * menus put a style sheet into the page while they are open: it carries the nonce that the page was given.
 */
export function contentSecurityPolicy(styleNonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${styleNonce}'`,
    // React and the charts set single properties of elements; whole inline style sheets stay out.
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
  /** Chromium's name of what asks: `image`, `script`, `xhr`… */
  readonly resourceType: string;
}

/** The second lock behind the policy above: what the page's network stack may fetch at all. */
export function isRequestAllowed(page: Page, { url, resourceType }: PageRequest): boolean {
  if (isOfPage(page, url)) return true;
  if (!URL.canParse(url)) return false;
  const { protocol } = new URL(url);
  if (protocol === "data:" || protocol === "blob:") return true;
  if (protocol === "devtools:") return page.isDevelopment;
  return resourceType === "image" && isPublicPicture(url);
}

/** Whether a picture may be fetched from an address that a shop's page or a catalogue names. */
export function isPublicPicture(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" && isPublicName(hostname);
}

/** Whether a download is what the page itself has made, a table that the shopper saves; the system asks where to. */
export function isOwnFile(page: Page, url: string): boolean {
  return url.startsWith("blob:") && isOfPage(page, url.slice("blob:".length));
}

/** A product's image address is a stranger's text: it must not make the window knock at the router or the printer. */
function isPublicName(hostname: string): boolean {
  const isAddress = hostname.startsWith("[") || /^[\d.]+$/.test(hostname);
  const isLocalName =
    !hostname.includes(".") || /\.(local|localhost|internal|lan|home|test)\.?$/.test(hostname);
  return !isAddress && !isLocalName;
}
