import { appScheme, belongsToPage, type Page } from "./page.js";

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
