import { describe, expect, it } from "vitest";
import { limitConcurrency } from "../../../../../src/main/engine/operations/request/task-control.js";

describe("limited concurrency", () => {
  it("never runs more works at once than its limit, whenever they arrive", async () => {
    const limited = limitConcurrency(2);
    let running = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++running);
      // Longer than a turn takes to be handed on.
      for (let i = 0; i < 3; i++) await Promise.resolve();
      running--;
    };
    const works: Promise<void>[] = [];
    for (let i = 0; i < 20; i++) {
      works.push(limited(work));
      await Promise.resolve();
    }
    await Promise.all(works);
    expect(most).toBe(2);
  });

  it("goes on after a work has failed", async () => {
    const limited = limitConcurrency(1);
    const failing = limited(() => Promise.reject(new Error("failed")));
    const next = limited(() => Promise.resolve("done"));
    await expect(failing).rejects.toThrow("failed");
    expect(await next).toBe("done");
  });
});
