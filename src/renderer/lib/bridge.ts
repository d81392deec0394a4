import type { TidemarkBridge } from "../../shared/ipc.js";

declare global {
  interface Window {
    /** Put there by the preload; the only way out of the page. */
    readonly tidemark: TidemarkBridge;
  }
}

/** Read at each use, so that a test can put its own bridge in place before the first call. */
export function bridge(): TidemarkBridge {
  return window.tidemark;
}
