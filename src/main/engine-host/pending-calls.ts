import type { CallResult, OperationName } from "../../shared/calls.js";
import type { After } from "../../shared/timers.js";
import { lostCall, timedOutCall } from "./call-failure.js";

type Answer = CallResult<OperationName>;

interface PendingCall {
  readonly resolve: (answer: Answer) => void;
  readonly cancelTimeout: () => void;
}

/** Longer than any operation takes; a call that never ends would leave a spinner for ever. */
const callTimeoutMs = 60_000;

/** Calls that were sent and not yet answered. Every one of them ends: by its answer, its time-out or the engine's end. */
export class PendingCalls {
  readonly #calls = new Map<number, PendingCall>();
  readonly #after: After;
  #lastId = 0;

  constructor(after: After) {
    this.#after = after;
  }

  /** A new call: the id to send it under, and its answer. Never rejects. */
  open(): { id: number; answer: Promise<Answer> } {
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = new Promise<Answer>((resolve) => {
      const cancelTimeout = this.#after(callTimeoutMs, () => this.settle(id, timedOutCall(callTimeoutMs)));
      this.#calls.set(id, { resolve, cancelTimeout });
    });
    return { id, answer };
  }

  /** Answers to calls that have timed out already are dropped. */
  settle(id: number, answer: Answer): void {
    const call = this.#calls.get(id);
    if (!call) return;
    this.#calls.delete(id);
    call.cancelTimeout();
    call.resolve(answer);
  }

  loseAll(): void {
    for (const id of [...this.#calls.keys()]) this.settle(id, lostCall);
  }
}
