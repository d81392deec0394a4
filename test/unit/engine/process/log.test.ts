import { expect, it } from "vitest";
import type { Logger } from "../../../../src/main/engine/operations/request/context.js";
import { throttleErrors } from "../../../../src/main/engine/process/log.js";
import { MINUTE_MS } from "../../../../src/shared/time.js";

function setUp() {
  const lines: string[] = [];
  let nowMs = 0;
  const inner: Logger = {
    info: (message) => lines.push(message),
    error: (message, error, details) => lines.push(`${message} ${error} ${JSON.stringify(details)}`),
  };
  const log = throttleErrors(inner, () => nowMs);
  const advance = (ms: number) => {
    nowMs += ms;
  };
  return { log, lines, advance };
}

const full = new Error("full");

it("a repeated error is logged once a minute, with the number of repetitions", () => {
  const { log, lines, advance } = setUp();
  for (let i = 0; i < 5; i++) log.error("It failed.", full);
  advance(MINUTE_MS - 1);
  log.error("It failed.", full);
  expect(lines).toEqual(["It failed. Error: full undefined"]);
  advance(1);
  log.error("It failed.", full, { id: 7 });
  expect(lines.slice(1)).toEqual(['It failed. Error: full {"id":7,"repeated":5}']);
});

it("other errors, and all information, are logged at once", () => {
  const { log, lines } = setUp();
  log.error("It failed.", full);
  log.error("It failed.", new Error("other"));
  log.error("It failed elsewhere.", full);
  log.info("Hello.");
  log.info("Hello.");
  expect(lines).toHaveLength(5);
});

it("a clock that is set back does not silence an error", () => {
  const { log, lines, advance } = setUp();
  log.error("It failed.", full);
  advance(-2 * MINUTE_MS);
  log.error("It failed.", full);
  expect(lines).toHaveLength(2);
});
