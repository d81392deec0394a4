import { expect, it } from "vitest";
import { Progress, quietMs } from "../../../../src/main/engine/cli/progress.js";

/** A progress whose clock the test sets, with what it writes. */
function progressOn(isTTY: boolean) {
  const written: string[] = [];
  const clock = { ms: 0 };
  const output = { isTTY, write: (text: string | Uint8Array) => written.push(String(text)) > 0 };
  return { written, clock, progress: new Progress("links", output, () => clock.ms) };
}

it("work of less than two seconds shows no progress", () => {
  for (const isTTY of [true, false]) {
    const { progress, written, clock } = progressOn(isTTY);
    clock.ms = quietMs - 1;
    progress.update(9, 10);
    progress.clear();
    expect(written).toEqual([]);
  }
});

it("a terminal has one line that updates itself, and goes before anything else is printed", () => {
  const { progress, written, clock } = progressOn(true);
  clock.ms = quietMs;
  progress.update(1, 3);
  progress.update(2, 3);
  progress.update(2, 3);
  progress.clear();
  progress.clear();
  progress.update(7, null);
  expect(written.join("")).toBe("\r\u001b[K1 of 3 links\r\u001b[K2 of 3 links\r\u001b[K\r\u001b[K7 links");
});

it("a file has a line for each tenth of the work, and none for work of unknown length", () => {
  const { progress, written, clock } = progressOn(false);
  clock.ms = quietMs;
  for (let done = 0; done <= 5_000; done += 20) progress.update(done, 5_000);
  expect(written).toEqual(Array.from({ length: 9 }, (_, i) => `${(i + 1) * 500} of 5000 links\n`));
  progress.update(9_000, null);
  progress.update(0, 0);
  expect(written).toHaveLength(9);
});

it("counts what it passes on", () => {
  const { progress, written, clock } = progressOn(false);
  clock.ms = quietMs;
  expect([...progress.count(["a", "b", "c"], 2)]).toEqual(["a", "b", "c"]);
  expect(written).toEqual(["1 of 2 links\n"]);
});
