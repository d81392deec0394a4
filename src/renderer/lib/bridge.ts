import type { PushChannel, PushMessages, TidemarkBridge } from "../../shared/ipc.js";

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
 * Takes a state of the main process now and whenever it changes, until the returned function is called. One pushed during the
 * request is newer than the answer.
 */
export function followState<C extends PushChannel>(
  changes: C,
  request: () => Promise<PushMessages[C]>,
  take: (state: PushMessages[C]) => void,
): () => void {
  let isHeard = false;
  const stop = bridge().on(changes, (state) => {
    isHeard = true;
    take(state);
  });
  void request().then((state) => isHeard || take(state));
  return stop;
}

/** Opens a page in the browser; the system refuses other addresses than `https:`. */
export function openPage(url: string): void {
  void bridge().invoke("shell:open-external", url);
}

/**
 * Whether this is a page in a browser, on a paired device: without files, tray, updates and windows with shop pages, and
 * without what only the owner's computer may do.
 */
export function isInBrowser(): boolean {
  return bridge().platform === "web";
}
