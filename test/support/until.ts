import { setTimeout as delay } from "node:timers/promises";
import { vi } from "vitest";

/** Long enough for a busy computer; only a failing test waits for all of it. */
const longMs = 60_000;
const interval = 10;

/** Waits until a condition holds, under any test runner, and returns its value. */
export async function until<T>(
  holds: () => T | Promise<T>,
  timeoutMs = longMs,
): Promise<Exclude<T, false | null | undefined>> {
  const deadlineMs = performance.now() + timeoutMs;
  for (;;) {
    const value = await holds();
    if (value) return value as Exclude<T, false | null | undefined>;
    if (performance.now() >= deadlineMs) throw new Error(`Waited ${timeoutMs} ms in vain.`);
    await delay(interval);
  }
}

/** Waits until an assertion passes, and otherwise fails with its error. */
export async function untilPasses(assertion: () => void | Promise<void>): Promise<void> {
  await vi.waitFor(assertion, { timeout: longMs, interval });
}
