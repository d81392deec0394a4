import { expect, it } from "vitest";
import type { Logger } from "../../../../../src/main/engine/operations/request/context.js";
import { createCountedLog } from "../../../../../src/main/engine/webhooks/listener/local-listener.js";

function setUp() {
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

it("refusals cause one log line a minute, which counts those since the last line by reason", () => {
  const { lines, counted, pass } = setUp();
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

it("refusals that are not logged yet are logged once by a flush", () => {
  const { lines, counted } = setUp();
  counted.refused("path");
  counted.refused("path");
  counted.flush();
  counted.flush();
  expect(lines).toEqual([{ refused: { path: 1 } }, { refused: { path: 1 } }]);
});

it("errors cause one log line a minute, independently of refusals", () => {
  const { lines, counted, pass } = setUp();
  counted.refused("path");
  counted.failed("first");
  counted.failed("second");
  pass(60_000);
  counted.failed("third");
  expect(lines).toEqual([{ refused: { path: 1 } }, "first", "third"]);
});

it("refusals are logged even after the clock is set back", () => {
  const { lines, counted, pass } = setUp();
  counted.refused("path");
  pass(-500_000);
  counted.refused("path");
  expect(lines).toHaveLength(2);
});
