import { hash, timingSafeEqual } from "node:crypto";
import { alphanumeric, randomText } from "../../../../shared/api-key.js";
import { MINUTE_MS } from "../../../../shared/time.js";
import type { OperationContext } from "../request/context.js";

export const codeMs = 5 * MINUTE_MS;
const maxWrongGuesses = 5;

interface WaitingCode {
  /** To be typed. */
  readonly digits: string;
  /** For a QR code. */
  readonly text: string;
  readonly expiresMs: number;
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(hash("sha256", one, "buffer"), hash("sha256", other, "buffer"));
}

/**
 * The code with which one device can be paired. It is in memory only: after a restart, the owner asks for another one.
 * `expired` also means that it was used, or guessed at too often, so that a stranger cannot tell.
 */
export class PairingCode {
  readonly #context: Pick<OperationContext, "clock" | "randomBytes">;
  #waiting: WaitingCode | null = null;
  #wrongGuesses = 0;

  constructor(context: Pick<OperationContext, "clock" | "randomBytes">) {
    this.#context = context;
  }

  /** Takes the place of an earlier code. */
  create(): WaitingCode {
    const { clock, randomBytes } = this.#context;
    this.#wrongGuesses = 0;
    this.#waiting = {
      digits: randomText(randomBytes, "0123456789", 6),
      text: randomText(randomBytes, alphanumeric, 24),
      expiresMs: clock.now() + codeMs,
    };
    return this.#waiting;
  }

  /** Uses the code up if it is the one that waits. */
  redeem(guess: string): "right" | "wrong" | "expired" {
    const waiting = this.#waiting;
    const leftMs = waiting === null ? 0 : waiting.expiresMs - this.#context.clock.now();
    // The clock may have been set back since.
    if (waiting === null || leftMs <= 0 || leftMs > 2 * codeMs) return "expired";
    const plain = guess.replaceAll(/\s/g, "");
    const isRight = isSame(plain, waiting.digits) || isSame(plain, waiting.text);
    if (!isRight) this.#wrongGuesses++;
    if (isRight || this.#wrongGuesses >= maxWrongGuesses) this.#waiting = null;
    return isRight ? "right" : "wrong";
  }
}
