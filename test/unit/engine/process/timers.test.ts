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
  it("works at its pace until it is stopped", () => {
    const work = vi.fn();
    const stop = startInterval(1_000, work, silentLog);
    vi.advanceTimersByTime(3_500);
    stop();
    vi.advanceTimersByTime(5_000);
    expect(work).toHaveBeenCalledTimes(3);
  });

  it("logs a failure and goes on", () => {
    const error = vi.fn();
    const fault = new Error("fault");
    const work = vi.fn(() => {
      throw fault;
    });
    const stop = startInterval(1_000, work, { ...silentLog, error });
    vi.advanceTimersByTime(2_000);
    stop();
    expect(error).toHaveBeenCalledTimes(2);
    expect(error).toHaveBeenCalledWith(expect.any(String), fault);
  });
});
