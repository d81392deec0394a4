import { type Session, session } from "electron";
import { isOwnFile, isRequestAllowed } from "./content-policy.js";
import { isOfPage, type Page } from "./page.js";

/** Removes every permission and feature that the window's page does not need. */
export function setupSessionGuard(page: Page): void {
  const own = session.defaultSession;
  denyPermissions(own);
  filterRequests(own, page);
  own.setSpellCheckerEnabled(false);
  own.on("will-download", (event, item) => {
    if (!isOwnFile(page, item.getURL())) event.preventDefault();
  });
}

function denyPermissions(own: Session): void {
  own.setPermissionCheckHandler(() => false);
  own.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  own.setDevicePermissionHandler(() => false);
}

function filterRequests(own: Session, page: Page): void {
  own.webRequest.onBeforeRequest((request, answer) => {
    answer({ cancel: !isRequestAllowed(page, request) });
  });
  // No cookies for images: shops must not track the user from product to product.
  own.webRequest.onBeforeSendHeaders(({ url, requestHeaders }, answer) => {
    answer({ requestHeaders: isOfPage(page, url) ? requestHeaders : without(requestHeaders, "cookie") });
  });
  own.webRequest.onHeadersReceived(({ url, responseHeaders = {} }, answer) => {
    answer({
      responseHeaders: isOfPage(page, url) ? responseHeaders : without(responseHeaders, "set-cookie"),
    });
  });
}

function without<T>(headers: Record<string, T>, name: string): Record<string, T> {
  return Object.fromEntries(Object.entries(headers).filter(([key]) => key.toLowerCase() !== name));
}
