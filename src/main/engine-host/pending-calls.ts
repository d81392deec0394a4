import type { CallResult, OperationName } from "../../shared/calls.js";
import type { After } from "../../shared/timers.js";
import { lostCall, timedOutCall } from "./call-failure.js";

type Answer = CallResult<OperationName>;

interface PendingCall {
  readonly resolve: (answer: Answer) => void;
  readonly cancelTimeout: () => void;
}

/** Longer than any operation takes. A call without a timeout could leave the window waiting forever. */
const callTimeoutMs = 60_000;

/** Calls without an answer yet. Every call settles: by its answer, its timeout or the engine's exit. */
export class PendingCalls {
  readonly #calls = new Map<number, PendingCall>();
  readonly #after: After;
  #lastId = 0;

  constructor(after: After) {
    this.#after = after;
  }

  /** Registers a call: returns the id to send it with, and its answer, which never rejects. */
  register(): { id: number; answer: Promise<Answer> } {
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = new Promise<Answer>((resolve) => {
      const cancelTimeout = this.#after(callTimeoutMs, () => this.settle(id, timedOutCall(callTimeoutMs)));
      this.#calls.set(id, { resolve, cancelTimeout });
    });
    return { id, answer };
  }

  /** Ignores calls that have already timed out. */
  settle(id: number, answer: Answer): void {
    const call = this.#calls.get(id);
    if (!call) return;
    this.#calls.delete(id);
    call.cancelTimeout();
    call.resolve(answer);
  }

  failAll(): void {
    for (const id of [...this.#calls.keys()]) this.settle(id, lostCall);
  }
}
