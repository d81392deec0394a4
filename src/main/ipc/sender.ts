import { isPage, type Page } from "../window/page.js";

/** The facts about the sender of an IPC message that decide whether it is trusted. */
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
