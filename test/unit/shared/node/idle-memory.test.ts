import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { createIdleDetector } from "../../../../src/shared/node/idle-memory.js";

function releasesAfter(...shares: number[]): number[] {
  const releases: number[] = [];
  let sample = 0;
  const watch = createIdleDetector(() => releases.push(sample));
  for (const share of shares) {
    sample++;
    watch(share);
  }
  return releases;
}

it("memory is released once after each period of work", () => {
  expect(releasesAfter(0.9, 0.2, 0.001, 0, 0)).toEqual([3]);
  expect(releasesAfter(0.9, 0, 0, 0.5, 0.5, 0.01, 0)).toEqual([2, 6]);
});

it("memory is released after the start, and not during work", () => {
  expect(releasesAfter(0, 0)).toEqual([1]);
  expect(releasesAfter(0.04, 0.5, 1.7)).toEqual([]);
});

it("releasing memory makes the heap of a process smaller", () => {
  const module = join(resolve(import.meta.dirname, "../../../../src/shared"), "node/idle-memory.ts");
  const program = `
    const { collectWhenIdle } = await import(${JSON.stringify(module)});
    let rubbish = Array.from({ length: 400_000 }, (_, i) => ({ text: "x" + i }));
    rubbish = null;
    let released = 0;
    const before = process.memoryUsage().heapTotal;
    const report = () => console.log(JSON.stringify({ before, after: process.memoryUsage().heapTotal, released }));
    const tooLate = setTimeout(report, 40_000);
    collectWhenIdle(() => {
      released++;
      clearTimeout(tooLate);
      // After the next sample.
      setTimeout(report, 4_000);
    });`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    encoding: "utf8",
  });
  const { before, after, released } = JSON.parse(stdout);
  expect(after).toBeLessThan(before / 2);
  expect(released).toBe(1);
}, 60_000);
