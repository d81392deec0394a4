import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { silentLog } from "../../../../src/main/engine/process/log.js";
import { startInterval, throttleChanges } from "../../../../src/main/engine/process/timers.js";

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

describe("change events", () => {
  it("change events are sent immediately, and the last of a burst is never lost", () => {
    const sent: string[] = [];
    const notify = throttleChanges((kind) => void sent.push(kind));
    notify("webhooks");
    expect(sent).toEqual(["webhooks"]);
    for (let i = 0; i < 1_000; i++) notify("webhooks");
    expect(sent).toHaveLength(1);
    vi.advanceTimersByTime(1_000);
    expect(sent).toHaveLength(2);
    vi.advanceTimersByTime(1_000);
    expect(sent).toHaveLength(2);
    notify("webhooks");
    expect(sent).toHaveLength(3);
  });

  it("a change event soon after a few others is sent immediately", () => {
    const sent: string[] = [];
    const notify = throttleChanges((kind) => void sent.push(kind));
    notify("links");
    notify("links");
    // As soon as a shop answers.
    vi.advanceTimersByTime(50);
    expect(sent).toHaveLength(2);
    notify("links");
    expect(sent).toHaveLength(3);
  });

  it("change events without end are sent four times a second", () => {
    const sent: string[] = [];
    const notify = throttleChanges((kind) => void sent.push(kind));
    const tick = () => {
      notify("webhooks");
      vi.advanceTimersByTime(1);
    };
    for (let ms = 0; ms < 1_000; ms++) tick();
    sent.length = 0;
    for (let ms = 0; ms < 10_000; ms++) tick();
    expect(sent).toHaveLength(40);
  });

  it("change events of one kind do not delay those of another", () => {
    const sent: string[] = [];
    const notify = throttleChanges((kind) => void sent.push(kind));
    notify("webhooks");
    notify("batches");
    notify("webhooks");
    expect(sent).toEqual(["webhooks", "batches"]);
  });
});
