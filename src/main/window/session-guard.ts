import { type Session, session } from "electron";
import { appScheme, belongsToPage, type Page } from "./page.js";

/** Removes every permission and feature that the window's page does not need. */
export function setupSessionGuard(page: Page): void {
  const windowSession = session.defaultSession;
  denyPermissions(windowSession);
  filterRequests(windowSession, page);
  windowSession.setSpellCheckerEnabled(false);
  windowSession.on("will-download", (event, item) => {
    if (!isOwnDownload(page, item.getURL())) event.preventDefault();
  });
}

function denyPermissions(windowSession: Session): void {
  windowSession.setPermissionCheckHandler(() => false);
  windowSession.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  windowSession.setDevicePermissionHandler(() => false);
}

function filterRequests(windowSession: Session, page: Page): void {
  windowSession.webRequest.onBeforeRequest((request, callback) => {
    callback({ cancel: !isRequestAllowed(page, request.url) });
  });
  // No cookies for images: shops must not track the user from product to product.
  windowSession.webRequest.onBeforeSendHeaders(({ url, requestHeaders }, callback) => {
    callback({
      requestHeaders: belongsToPage(page, url) ? requestHeaders : withoutHeader(requestHeaders, "cookie"),
    });
  });
  windowSession.webRequest.onHeadersReceived(({ url, responseHeaders = {} }, callback) => {
    callback({
      responseHeaders: belongsToPage(page, url)
        ? responseHeaders
        : withoutHeader(responseHeaders, "set-cookie"),
    });
  });
}

function withoutHeader<T>(headers: Record<string, T>, name: string): Record<string, T> {
  return Object.fromEntries(Object.entries(headers).filter(([key]) => key.toLowerCase() !== name));
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
