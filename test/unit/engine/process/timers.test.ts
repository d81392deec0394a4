import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { silentLog } from "../../../../src/main/engine/process/log.js";
import { startInterval } from "../../../../src/main/engine/process/timers.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a ticker", () => {
  it("calls its callback at each interval until it is stopped", () => {
    const callback = vi.fn();
    const stop = startInterval(1_000, callback, silentLog);
    vi.advanceTimersByTime(3_500);
    stop();
    vi.advanceTimersByTime(5_000);
    expect(callback).toHaveBeenCalledTimes(3);
  });

  it("logs an error of its callback and continues", () => {
    const error = vi.fn();
    const failure = new Error("fault");
    const callback = vi.fn(() => {
      throw failure;
    });
    const stop = startInterval(1_000, callback, { ...silentLog, error });
    vi.advanceTimersByTime(2_000);
    stop();
    expect(error).toHaveBeenCalledTimes(2);
    expect(error).toHaveBeenCalledWith(expect.any(String), failure);
  });
});
