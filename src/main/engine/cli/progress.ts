/** Shorter work shows no progress, and its table in one piece. */
export const quietMs = 2_000;

type Output = Pick<typeof process.stderr, "write"> & { readonly isTTY?: boolean };

/**
 * How far long work is, on stderr: on a terminal as one line that updates itself, otherwise as a line for each tenth of
 * the work but the last.
 */
export class Progress {
  readonly #unit: string;
  readonly #output: Output;
  readonly #now: () => number;
  readonly #startMs: number;
  /** What stands on the terminal. */
  #drawn = "";
  #tenths = 0;

  /** `unit` is in the plural, such as `links`; `now` is a monotonic clock. */
  constructor(unit: string, output: Output = process.stderr, now = () => performance.now()) {
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

  /** Yields the items, as their progress. */
  *count<T>(items: Iterable<T>, total: number): Generator<T> {
    let done = 0;
    for (const item of items) {
      yield item;
      this.update(Math.min(++done, total), total);
    }
    this.clear();
  }
}
