/** More than are ever in use at a time; the oldest are evicted first. */
const maxEntries = 5_000;

/**
 * Recent queries to upstream servers, so that the same query is not sent, and paid for, again. In memory
 * only.
 */
export class RecentQueries {
  readonly #untilMs = new Map<string, number>();

  has(key: string, nowMs: number): boolean {
    const until = this.#untilMs.get(key);
    return until !== undefined && nowMs < until;
  }

  remember(key: string, untilMs: number): void {
    this.#untilMs.delete(key);
    this.#untilMs.set(key, untilMs);
    if (this.#untilMs.size <= maxEntries) return;
    const oldest = this.#untilMs.keys().next();
    if (oldest.done !== true) this.#untilMs.delete(oldest.value);
  }

  clear(): void {
    this.#untilMs.clear();
  }
}
