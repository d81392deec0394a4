import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { throttleChanges } from "../../../../src/main/engine/process/throttle-changes.js";

describe("news of changes", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("come at once, then once in a while however many there are, and never miss the last", () => {
    const told: string[] = [];
    const tell = throttleChanges((what) => void told.push(what));
    tell("webhooks");
    expect(told).toEqual(["webhooks"]);
    for (let i = 0; i < 1_000; i++) tell("webhooks");
    expect(told).toHaveLength(1);
    vi.advanceTimersByTime(1_000);
    expect(told).toHaveLength(2);
    vi.advanceTimersByTime(1_000);
    expect(told).toHaveLength(2);
    tell("webhooks");
    expect(told).toHaveLength(3);
  });

  it("of one kind do not keep those of another back", () => {
    const told: string[] = [];
    const tell = throttleChanges((what) => void told.push(what));
    tell("webhooks");
    tell("batches");
    tell("webhooks");
    expect(told).toEqual(["webhooks", "batches"]);
  });
});
