import type { TidemarkBridge } from "../../shared/ipc.js";

declare global {
  interface Window {
    /** Defined by the preload script; the page's only access to the system. */
    readonly tidemark: TidemarkBridge;
  }
}

/** Read at each use, so that a test can install its own bridge before the first call. */
export function bridge(): TidemarkBridge {
  return window.tidemark;
}
