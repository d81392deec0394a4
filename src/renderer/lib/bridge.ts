import type { TidemarkBridge } from "../../shared/ipc.js";

declare global {
  interface Window {
    /** The page's only access to the system: defined by the preload script, or by the page itself in a browser. */
    readonly tidemark: TidemarkBridge;
  }
}

/** Read at each use, so that a test can install its own bridge before the first call. */
export function bridge(): TidemarkBridge {
  return window.tidemark;
}

/**
 * Whether this is a page in a browser, on a paired device: without files, tray, updates and windows with shop pages, and
 * without what only the owner's computer may do.
 */
export function isInBrowser(): boolean {
  return bridge().platform === "web";
}
