import { type Session, session } from "electron";
import { isOwnDownload, isRequestAllowed } from "./content-policy.js";
import { belongsToPage, type Page } from "./page.js";

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
