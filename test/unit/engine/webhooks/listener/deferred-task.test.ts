import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createDeferredTask } from "../../../../../src/main/engine/webhooks/listener/deferred-task.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function working() {
  let isFailing = false;
  const work = vi.fn(() => {
    if (isFailing) throw new Error("fault");
  });
  const onFault = vi.fn();
  const later = createDeferredTask(work, onFault);
  const fail = (value: boolean) => {
    isFailing = value;
  };
  return { work, onFault, later, fail };
}

it("work is done once after the turn, however often it was asked for", () => {
  const { work, later } = working();
  later.schedule();
  later.schedule();
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(0);
  expect(work).toHaveBeenCalledTimes(1);
  later.schedule();
  vi.advanceTimersByTime(0);
  expect(work).toHaveBeenCalledTimes(2);
});

it("work that fails is told of and tried again in a minute, until it succeeds", () => {
  const { work, onFault, later, fail } = working();
  fail(true);
  later.runNow();
  later.runNow();
  expect(onFault).toHaveBeenCalledTimes(2);
  fail(false);
  vi.advanceTimersByTime(59_999);
  expect(work).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(3);
  vi.advanceTimersByTime(600_000);
  expect(work).toHaveBeenCalledTimes(3);
});

it("nothing is done once it was stopped", () => {
  const { work, later, fail } = working();
  fail(true);
  later.runNow();
  later.schedule();
  later.stop();
  vi.advanceTimersByTime(600_000);
  expect(work).toHaveBeenCalledTimes(1);
});
