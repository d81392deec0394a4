import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createDeferredTask } from "../../../../../src/main/engine/webhooks/listener/deferred-task.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  let isFailing = false;
  const work = vi.fn(() => {
    if (isFailing) throw new Error("fault");
  });
  const onError = vi.fn();
  const later = createDeferredTask(work, onError);
  const fail = (value: boolean) => {
    isFailing = value;
  };
  return { work, onError, later, fail };
}

it("deferred work runs once after the turn, however often it is scheduled", () => {
  const { work, later } = setUp();
  later.schedule();
  later.schedule();
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(0);
  expect(work).toHaveBeenCalledTimes(1);
  later.schedule();
  vi.advanceTimersByTime(0);
  expect(work).toHaveBeenCalledTimes(2);
});

it("deferred work that fails is reported and retried each minute until it succeeds", () => {
  const { work, onError, later, fail } = setUp();
  fail(true);
  later.runNow();
  later.runNow();
  expect(onError).toHaveBeenCalledTimes(2);
  fail(false);
  vi.advanceTimersByTime(59_999);
  expect(work).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(3);
  vi.advanceTimersByTime(600_000);
  expect(work).toHaveBeenCalledTimes(3);
});

it("deferred work does not run after it is stopped", () => {
  const { work, later, fail } = setUp();
  fail(true);
  later.runNow();
  later.schedule();
  later.stop();
  vi.advanceTimersByTime(600_000);
  expect(work).toHaveBeenCalledTimes(1);
});
