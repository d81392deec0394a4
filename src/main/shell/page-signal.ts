import { type After, realAfter } from "../../shared/timers.js";

/** Tracks whether the window's page has drawn and subscribed to events, and queues callbacks until then. */
export class PageSignal {
  readonly #after: After;
  #isListening = false;
  #waiting: (() => void)[] = [];
  #cancelPatience = () => {};

  constructor(after: After = realAfter) {
    this.#after = after;
  }

  /** A new page is loading and has not subscribed yet. */
  begin(): void {
    this.#cancelPatience();
    this.#isListening = false;
  }

  /** Treats the page as ready after `ms`, because an interrupted or hidden page never reports it. */
  listensWithin(ms: number): void {
    this.#cancelPatience();
    this.#cancelPatience = this.#after(ms, () => this.listens());
  }

  /** The page has drawn and subscribed. */
  listens(): void {
    this.#isListening = true;
    for (const run of this.#waiting.splice(0)) run();
  }

  /** Runs the callback as soon as the page is ready, or now if it already is. */
  whenListening(run: () => void): void {
    if (this.#isListening) run();
    else this.#waiting.push(run);
  }

  /** Runs the callback once: as soon as the page is ready, but after `ms` at the latest. */
  whenListeningWithin(ms: number, run: () => void): void {
    let hasRun = false;
    const go = () => {
      cancel();
      if (!hasRun) run();
      hasRun = true;
    };
    const cancel = this.#after(ms, go);
    this.whenListening(go);
  }
}
