/** Work that ends sooner shows no progress, and its table in one piece. */
export const quietMs = 2_000;
/** How often a command that waits looks for results, and reports its progress. */
export const pollMs = 300;

type Output = Pick<typeof process.stderr, "write"> & { readonly isTTY?: boolean };

/**
 * Reports the progress of long work on stderr: on a terminal by one line that updates itself, otherwise by a line for each
 * tenth of the work but the last.
 */
export class Progress {
  readonly #unit: string;
  readonly #output: Output;
  readonly #now: () => number;
  readonly #startMs: number;
  /** The text on the terminal. */
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
    // The result follows at the end.
    const tenths = total === null || done >= total ? 0 : Math.floor((10 * done) / total);
    if (tenths > this.#tenths) this.#output.write(`${text}\n`);
    this.#tenths = Math.max(tenths, this.#tenths);
  }

  /** Erases the line, so that a result can be printed. */
  clear(): void {
    if (this.#drawn !== "") this.#output.write("\r\u001b[K");
    this.#drawn = "";
  }

  /** Yields the items, and reports each as progress. */
  *count<T>(items: Iterable<T>, total: number): Generator<T> {
    let done = 0;
    for (const item of items) {
      yield item;
      this.update(Math.min(++done, total), total);
    }
    this.clear();
  }
}
