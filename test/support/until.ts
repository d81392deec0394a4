import { vi } from "vitest";

/** Long for what takes a moment, on a busy computer, too: a test that waits in vain fails all the same. */
const patience = { timeout: 10_000, interval: 10 };

/** Waits until something is so. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  await vi.waitUntil(holds, patience);
}

/** Waits until an assertion holds; says what is wrong with it where it never does. */
export async function untilPasses(assertion: () => void | Promise<void>): Promise<void> {
  await vi.waitFor(assertion, patience);
}
