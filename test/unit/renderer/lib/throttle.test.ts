import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { throttle } from "../../../../src/renderer/lib/throttle.js";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("works at once, then once more for all that was wished meanwhile", () => {
  const work = vi.fn();
  const wish = throttle(() => 1_000, work);
  wish();
  expect(work).toHaveBeenCalledTimes(1);
  for (let i = 0; i < 5; i++) wish();
  vi.advanceTimersByTime(999);
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(10_000);
  expect(work).toHaveBeenCalledTimes(2);
});

it("works at once again after a pause", () => {
  const work = vi.fn();
  const wish = throttle(() => 1_000, work);
  wish();
  vi.advanceTimersByTime(1_001);
  wish();
  expect(work).toHaveBeenCalledTimes(2);
});
