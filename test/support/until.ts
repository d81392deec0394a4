import { vi } from "vitest";

/** Long enough for a busy computer; only a failing test waits for all of it. */
const waitOptions = { timeout: 10_000, interval: 10 };

/** Waits until a condition holds. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  await vi.waitUntil(holds, waitOptions);
}

/** Waits until an assertion passes, and otherwise fails with its error. */
export async function untilPasses(assertion: () => void | Promise<void>): Promise<void> {
  await vi.waitFor(assertion, waitOptions);
}
