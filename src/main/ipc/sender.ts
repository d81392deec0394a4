import { isPage, type Page } from "../window/page.js";

/** The sender of an IPC message, as far as trust is concerned. */
export interface Sender {
  /** Whether the message came from the app's own window rather than other web contents. */
  readonly isOwnWindow: boolean;
  /** `null` if the frame no longer exists. */
  readonly url: string | null;
  readonly isMainFrame: boolean;
}

/** Trusts only the app's own page, in the main frame of the app's own window. */
export function isTrusted(sender: Sender, page: Page): boolean {
  return sender.isOwnWindow && sender.isMainFrame && sender.url !== null && isPage(page, sender.url);
}
