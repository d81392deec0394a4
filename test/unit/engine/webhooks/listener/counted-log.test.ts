import { expect, it } from "vitest";
import type { Logger } from "../../../../../src/main/engine/operations/request/context.js";
import { createCountedLog } from "../../../../../src/main/engine/webhooks/listener/counted-log.js";

function logged() {
  let nowMs = 1_000_000;
  const lines: unknown[] = [];
  const log: Logger = {
    info: (_message, details) => void lines.push(details),
    error: (_message, error) => void lines.push(error),
  };
  const counted = createCountedLog(log, { now: () => nowMs });
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { lines, counted, pass };
}

it("refusals make one line a minute, which counts those since the line before by their reason", () => {
  const { lines, counted, pass } = logged();
  counted.refused("signature");
  for (let i = 0; i < 10; i++) counted.refused("signature");
  counted.refused("path");
  pass(59_999);
  counted.refused("path");
  expect(lines).toEqual([{ refused: { signature: 1 } }]);
  pass(1);
  counted.refused("size");
  expect(lines.slice(1)).toEqual([{ refused: { signature: 10, path: 2, size: 1 } }]);
});

it("what was counted and not written is written at the end, once", () => {
  const { lines, counted } = logged();
  counted.refused("path");
  counted.refused("path");
  counted.flush();
  counted.flush();
  expect(lines).toEqual([{ refused: { path: 1 } }, { refused: { path: 1 } }]);
});

it("faults make one line a minute, beside the refusals", () => {
  const { lines, counted, pass } = logged();
  counted.refused("path");
  counted.failed("first");
  counted.failed("second");
  pass(60_000);
  counted.failed("third");
  expect(lines).toEqual([{ refused: { path: 1 } }, "first", "third"]);
});

it("a clock that is set back silences nothing", () => {
  const { lines, counted, pass } = logged();
  counted.refused("path");
  pass(-500_000);
  counted.refused("path");
  expect(lines).toHaveLength(2);
});
