/** More are never in use at a time; the oldest go first. */
const mostKept = 5_000;

/** What a service was asked a moment ago, so that it is not asked, and paid, again for the same. Memory only. */
export class RecentAsks {
  readonly #untilMs = new Map<string, number>();

  has(key: string, nowMs: number): boolean {
    const until = this.#untilMs.get(key);
    return until !== undefined && nowMs < until;
  }

  note(key: string, untilMs: number): void {
    this.#untilMs.delete(key);
    this.#untilMs.set(key, untilMs);
    if (this.#untilMs.size <= mostKept) return;
    const oldest = this.#untilMs.keys().next();
    if (oldest.done !== true) this.#untilMs.delete(oldest.value);
  }

  clear(): void {
    this.#untilMs.clear();
  }
}
