import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  BrowserKeeper,
  BrowserUnavailable,
} from "../../../../../src/main/engine/sources/page/browser-keeper.js";
import { MINUTE_MS } from "../../../../../src/shared/time.js";

const secondMs = 1_000;

class FakeBrowser {
  readonly #listeners: (() => void)[] = [];
  isRunning = true;

  on(_event: "disconnected", listener: () => void): void {
    this.#listeners.push(listener);
  }

  async close(): Promise<void> {
    this.end();
  }

  end(): void {
    this.isRunning = false;
    for (const listener of this.#listeners) listener();
  }
}

/** A keeper, and the browsers that it has started. */
function openKeeper() {
  const started: FakeBrowser[] = [];
  const state = { canStart: true };
  const keeper = new BrowserKeeper(
    async () => {
      if (!state.canStart) throw new BrowserUnavailable("/x does not exist.");
      const browser = new FakeBrowser();
      started.push(browser);
      return browser;
    },
    () => undefined,
  );
  return { keeper, started, state };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a server's browser", () => {
  it("runs for several pages, and ends after a minute without any", async () => {
    const { keeper, started } = openKeeper();
    const first = await keeper.get();
    keeper.rest();
    await vi.advanceTimersByTimeAsync(MINUTE_MS - 1);
    expect(await keeper.get()).toBe(first);
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
    expect(first.isRunning).toBe(true);
    keeper.rest();
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect([first.isRunning, keeper.problem]).toEqual([false, null]);
    expect(await keeper.get()).not.toBe(first);
    expect(started).toHaveLength(2);
  });

  it("starts again by itself after it was killed, and refuses pages meanwhile", async () => {
    const { keeper, started } = openKeeper();
    (await keeper.get()).end();
    expect(keeper.problem).toBe("The browser has ended unexpectedly.");
    await expect(keeper.get()).rejects.toThrow(BrowserUnavailable);
    await vi.advanceTimersByTimeAsync(5 * secondMs);
    expect([started.length, keeper.problem]).toEqual([2, null]);
    expect(await keeper.get()).toBe(started[1]);
  });

  it("pauses twice as long after each start in vain, up to half an hour", async () => {
    const { keeper, started, state } = openKeeper();
    state.canStart = false;
    await expect(keeper.get()).rejects.toThrow("/x does not exist.");
    const pausesMs: number[] = [];
    let sinceMs = Date.now();
    for (let i = 0; i < 12; i++) {
      await vi.advanceTimersToNextTimerAsync();
      pausesMs.push(Date.now() - sinceMs);
      sinceMs = Date.now();
    }
    expect(pausesMs.slice(0, 4).map((ms) => ms / secondMs)).toEqual([5, 10, 20, 40]);
    expect(pausesMs.at(-1)).toBe(30 * MINUTE_MS);
    state.canStart = true;
    await vi.advanceTimersToNextTimerAsync();
    expect([started.length, keeper.problem]).toEqual([1, null]);
  });

  it("resets its pauses only once a page was rendered", async () => {
    const { keeper, started } = openKeeper();
    await keeper.get();
    started.at(-1)?.end();
    await vi.advanceTimersByTimeAsync(5 * secondMs);
    started.at(-1)?.end();
    await vi.advanceTimersByTimeAsync(5 * secondMs);
    expect(started).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(5 * secondMs);
    expect(started).toHaveLength(3);
    keeper.rest();
    started.at(-1)?.end();
    await vi.advanceTimersByTimeAsync(5 * secondMs);
    expect(started).toHaveLength(4);
  });

  it("is closed for good", async () => {
    const { keeper, started } = openKeeper();
    const running = await keeper.get();
    running.end();
    await keeper.close();
    await vi.advanceTimersByTimeAsync(MINUTE_MS * 60);
    expect(started).toHaveLength(1);
  });
});
