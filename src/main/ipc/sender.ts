import { isPage, type Page } from "../shell/page.js";

/** Who sent a message, as far as trust goes. */
export interface Sender {
  /** The message came from the app's own window, not from any other contents. */
  readonly isOwnWindow: boolean;
  /** The frame's address; `null` when the frame is gone already. */
  readonly url: string | null;
  readonly isMainFrame: boolean;
}

/** Only the page itself, in the window itself, at the top: not a frame inside it, not another document. */
export function isTrusted(sender: Sender, page: Page): boolean {
  return sender.isOwnWindow && sender.isMainFrame && sender.url !== null && isPage(page, sender.url);
}
