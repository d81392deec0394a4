import { backoffMs, MINUTE_MS } from "../../../../shared/time.js";

/** A browser that runs. */
interface Running {
  on(event: "disconnected", listener: () => void): unknown;
  close(): Promise<void>;
}

/** The browser cannot be started, for a reason that users see. */
export class BrowserUnavailable extends Error {}

/** An unused browser would take memory, and starts within a second. */
const idleMs = MINUTE_MS;
const maxPauseMs = 30 * MINUTE_MS;
const endedProblem = "The browser has ended unexpectedly.";

/**
 * Runs a browser while there are pages to render. If it ends or does not start, starts it again by itself after growing
 * pauses, which a rendered page resets.
 */
export class BrowserKeeper<B extends Running> {
  readonly #start: () => Promise<B>;
  readonly #log: (line: string) => void;
  readonly #firstPauseMs: number;
  #starting: Promise<B> | null = null;
  #browser: B | null = null;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #problem: string | null = null;
  #isClosed = false;

  /** `start` rejects with `BrowserUnavailable`. */
  constructor(start: () => Promise<B>, log: (line: string) => void, firstPauseMs = 5_000) {
    this.#start = start;
    this.#log = log;
    this.#firstPauseMs = firstPauseMs;
  }

  /** Why there is no browser, until it runs again; `null` while nothing is wrong. */
  get problem(): string | null {
    return this.#problem;
  }

  /** The browser, which is started if need be. Rejects with `BrowserUnavailable` until the next start. */
  get(): Promise<B> {
    if (this.#problem !== null) return Promise.reject(new BrowserUnavailable(this.#problem));
    clearTimeout(this.#timer);
    this.#starting ??= this.#launch();
    return this.#starting;
  }

  /** A page was rendered, and no other is. */
  rest(): void {
    this.#failures = 0;
    this.#after(idleMs, () => void this.release());
  }

  /** Ends the browser until the next page. */
  async release(): Promise<void> {
    const browser = this.#browser;
    this.#browser = null;
    this.#starting = null;
    await browser?.close().catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#starting?.catch(() => undefined);
    await this.release();
  }

  async #launch(): Promise<B> {
    try {
      const browser = await this.#start();
      browser.on("disconnected", () => {
        if (this.#browser === browser) this.#fail(endedProblem);
      });
      this.#browser = browser;
      this.#problem = null;
      return browser;
    } catch (error) {
      this.#fail(error instanceof BrowserUnavailable ? error.message : String(error));
      throw error;
    }
  }

  #fail(problem: string): void {
    this.#browser = null;
    this.#starting = null;
    this.#problem = problem;
    this.#failures++;
    this.#log(problem);
    this.#after(backoffMs(this.#failures, { firstMs: this.#firstPauseMs, maxMs: maxPauseMs }), () => {
      this.#starting = this.#launch();
      this.#starting.then(
        () => this.#after(idleMs, () => void this.release()),
        () => undefined,
      );
    });
  }

  #after(ms: number, action: () => void): void {
    clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = setTimeout(action, ms).unref();
  }
}
