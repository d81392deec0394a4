import { type After, systemAfter } from "../../shared/time.js";

/** Tracks whether the window's page has drawn and subscribed to events, and queues callbacks until then. */
export class PageReadiness {
  readonly #after: After;
  #isReady = false;
  #callbacks: (() => void)[] = [];
  #cancelTimeout = () => {};

  constructor(after: After = systemAfter) {
    this.#after = after;
  }

  /** A new page is loading and has not subscribed yet. */
  reset(): void {
    this.#cancelTimeout();
    this.#isReady = false;
  }

  /** Treats the page as ready after `ms`, because an interrupted or hidden page never reports it. */
  assumeReadyAfter(ms: number): void {
    this.#cancelTimeout();
    this.#cancelTimeout = this.#after(ms, () => this.markReady());
  }

  /** The page has drawn and subscribed. */
  markReady(): void {
    this.#isReady = true;
    for (const callback of this.#callbacks.splice(0)) callback();
  }

  /** Runs the callback as soon as the page is ready, or now if it already is. */
  whenReady(callback: () => void): void {
    if (this.#isReady) callback();
    else this.#callbacks.push(callback);
  }

  /** Runs the callback once: as soon as the page is ready, but after `ms` at the latest. */
  whenReadyWithin(ms: number, callback: () => void): void {
    let hasRun = false;
    const runOnce = () => {
      cancel();
      if (!hasRun) callback();
      hasRun = true;
    };
    const cancel = this.#after(ms, runOnce);
    this.whenReady(runOnce);
  }
}
