import { type After, realAfter } from "../../shared/timers.js";

/** Whether the window's page is drawn and hears what it is told, and what waits for that. */
export class PageSignal {
  readonly #after: After;
  #isListening = false;
  #waiting: (() => void)[] = [];
  #cancelPatience = () => {};

  constructor(after: After = realAfter) {
    this.#after = after;
  }

  /** Another page begins, which hears nothing yet. */
  begin(): void {
    this.#cancelPatience();
    this.#isListening = false;
  }

  /** A page that says nothing, because it was broken off or is hidden, is taken to listen after so long. */
  listensWithin(ms: number): void {
    this.#cancelPatience();
    this.#cancelPatience = this.#after(ms, () => this.listens());
  }

  /** The page has drawn and subscribed. */
  listens(): void {
    this.#isListening = true;
    for (const run of this.#waiting.splice(0)) run();
  }

  /** Runs at once, or when the page listens: each as often as it was given. */
  whenListening(run: () => void): void {
    if (this.#isListening) run();
    else this.#waiting.push(run);
  }

  /** The same, once, and after so long all the same. */
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
