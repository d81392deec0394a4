import { setTimeout as delay } from "node:timers/promises";
import { vi } from "vitest";

/** Long enough for a busy computer; only a failing test waits for all of it. */
const waitOptions = { timeout: 30_000, interval: 10 };

/** Waits until a condition holds, under any test runner. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadlineMs = performance.now() + waitOptions.timeout;
  while (!(await holds())) {
    if (performance.now() >= deadlineMs) throw new Error(`Waited ${waitOptions.timeout} ms in vain.`);
    await delay(waitOptions.interval);
  }
}

/** Waits until an assertion passes, and otherwise fails with its error. */
export async function untilPasses(assertion: () => void | Promise<void>): Promise<void> {
  await vi.waitFor(assertion, waitOptions);
}
