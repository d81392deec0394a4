import type { After } from "../../../../src/shared/time.js";

/** Time that passes only when the test advances it. */
export class ManualTime {
  #nowMs = 0;
  readonly #due = new Set<{ atMs: number; run: () => void }>();

  readonly after: After = (delayMs, run) => {
    const timer = { atMs: this.#nowMs + delayMs, run };
    this.#due.add(timer);
    return () => this.#due.delete(timer);
  };

  /** Lets time pass in which no timer runs; those that became due run at the end. */
  async sleep(ms: number): Promise<void> {
    this.#nowMs += ms;
    for (const timer of this.#due) timer.atMs = Math.max(timer.atMs, this.#nowMs);
    await this.pass(0);
  }

  /** Runs the timers due within `ms` in order, and lets promises settle after each. */
  async pass(ms: number): Promise<void> {
    const endMs = this.#nowMs + ms;
    for (;;) {
      const next = [...this.#due].sort((a, b) => a.atMs - b.atMs).find(({ atMs }) => atMs <= endMs);
      if (!next) break;
      this.#due.delete(next);
      this.#nowMs = next.atMs;
      next.run();
      await settle();
    }
    this.#nowMs = endMs;
    await settle();
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}
