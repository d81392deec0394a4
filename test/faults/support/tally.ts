/** How much of what was looked at: a suite that looks at nothing would lose nothing, too. */
export class Tally {
  readonly #counts = new Map<string, number>();

  add(what: string, count = 1): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + count);
  }

  of(what: string): number {
    return this.#counts.get(what) ?? 0;
  }

  counts(): Record<string, number> {
    return Object.fromEntries(this.#counts);
  }
}
