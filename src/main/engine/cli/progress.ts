/** Shorter work shows no progress, and its table in one piece. */
export const quietMs = 2_000;

interface ProgressOptions {
  readonly output?: { readonly isTTY?: boolean; write(text: string): unknown };
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

/**
 * How far long work is, on stderr: on a terminal as one line that updates itself, otherwise as a line for each tenth of
 * the work but the last.
 */
export class Progress {
  readonly #unit: string;
  readonly #output: NonNullable<ProgressOptions["output"]>;
  readonly #now: () => number;
  readonly #startMs: number;
  /** What stands on the terminal. */
  #drawn = "";
  #tenths = 0;

  /** `unit` is in the plural, such as `links`. */
  constructor(
    unit: string,
    { output = process.stderr, now = () => performance.now() }: ProgressOptions = {},
  ) {
    this.#unit = unit;
    this.#output = output;
    this.#now = now;
    this.#startMs = now();
  }

  /** `total` is null if it is not known. */
  update(done: number, total: number | null): void {
    if (this.#now() - this.#startMs < quietMs) return;
    const text = total === null ? `${done} ${this.#unit}` : `${done} of ${total} ${this.#unit}`;
    if (this.#output.isTTY === true) {
      if (text !== this.#drawn) this.#output.write(`\r\u001b[K${text}`);
      this.#drawn = text;
      return;
    }
    // The end shows by itself.
    const tenths = total === null || done >= total ? 0 : Math.floor((10 * done) / total);
    if (tenths > this.#tenths) this.#output.write(`${text}\n`);
    this.#tenths = Math.max(tenths, this.#tenths);
  }

  /** Takes the line off the terminal, so that a result can be printed there. */
  clear(): void {
    if (this.#drawn !== "") this.#output.write("\r\u001b[K");
    this.#drawn = "";
  }

  /** Yields the items of known or unknown number, as their progress. */
  *count<T>(items: Iterable<T>, total: number | null): Generator<T> {
    let done = 0;
    for (const item of items) {
      yield item;
      done++;
      this.update(total === null ? done : Math.min(done, total), total);
    }
    this.clear();
  }
}
