import type { After } from "../../shared/time.js";

const defaultIntervalMs = 5_000;
/** An engine that has not answered for 30 s is silent: its longest operations take a fraction of that. */
const maxUnanswered = 6;

interface HeartbeatOptions {
  readonly after: After;
  readonly ping: () => void;
  readonly onSilent: () => void;
  readonly intervalMs?: number | undefined;
}

/**
 * Pings the engine and detects that it no longer answers. Counts pings instead of time: they pause while the computer
 * sleeps.
 */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  #unanswered = 0;
  #cancelTimer: () => void = () => undefined;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
  }

  start(): void {
    this.stop();
    this.#unanswered = 0;
    this.#ping();
  }

  stop(): void {
    this.#cancelTimer();
  }

  handleAnswer(): void {
    this.#unanswered = 0;
  }

  #ping(): void {
    const { after, ping, onSilent, intervalMs = defaultIntervalMs } = this.#options;
    if (this.#unanswered === maxUnanswered) onSilent();
    this.#unanswered += 1;
    ping();
    this.#cancelTimer = after(intervalMs, () => this.#ping());
  }
}
