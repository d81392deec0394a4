import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { throttleChanges } from "../../../../src/main/engine/process/timers.js";

describe("change events", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("change events are sent immediately, then at most once a second, and the last one is never lost", () => {
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

  it("change events of one kind do not delay those of another", () => {
    const sent: string[] = [];
    const notify = throttleChanges((kind) => void sent.push(kind));
    notify("webhooks");
    notify("batches");
    notify("webhooks");
    expect(sent).toEqual(["webhooks", "batches"]);
  });
});
