/** Lets several lines take turns. Of each line, one piece of work runs at a time, the oldest first. */
export class Turns<Line> {
  readonly #canRun: (line: Line, running: ReadonlySet<Line>) => boolean;
  /** In the order of their turns. */
  readonly #lines = new Map<Line, readonly (() => void)[]>();
  readonly #running = new Set<Line>();

  /** `canRun` may hold a line back that others keep from running. */
  constructor(canRun: (line: Line, running: ReadonlySet<Line>) => boolean = () => true) {
    this.#canRun = canRun;
  }

  /** How much work of a line is waiting for its turn. */
  waiting(line: Line): number {
    return this.#waitingIn(line).length;
  }

  #waitingIn(line: Line): readonly (() => void)[] {
    return this.#lines.get(line) ?? [];
  }

  /** Runs `work` when it is its turn. Rejects with the reason if `signal` aborts before. */
  async take<T>(line: Line, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    await this.#wait(line, signal);
    try {
      return await work();
    } finally {
      this.#running.delete(line);
      this.#moveToEnd(line, this.#waitingIn(line));
      this.#startNext();
    }
  }

  #wait(line: Line, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        const others = this.#waitingIn(line).filter((each) => each !== start);
        this.#moveToEnd(line, others);
        reject(signal?.reason);
      };
      const start = () => {
        // The signal may be a connection's, which outlives many turns.
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      this.#lines.set(line, [...this.#waitingIn(line), start]);
      signal?.addEventListener("abort", leave, { once: true });
      this.#startNext();
    });
  }

  #moveToEnd(line: Line, waiting: readonly (() => void)[]): void {
    this.#lines.delete(line);
    if (waiting.length > 0) this.#lines.set(line, waiting);
  }

  #startNext(): void {
    for (const [line, [start, ...others]] of this.#lines) {
      if (start === undefined || this.#running.has(line) || !this.#canRun(line, this.#running)) continue;
      this.#running.add(line);
      this.#moveToEnd(line, others);
      start();
    }
  }
}
