import type { Arbitrary } from "fast-check";
import { change, write } from "../../../src/main/engine/db/store.js";
import type { CallResult, OperationName } from "../../../src/shared/calls.js";
import { judgeCall } from "../judges/call.js";
import { defineTarget } from "../machinery/define-target.js";
import type { Subject } from "../machinery/target.js";
import { FuzzedEngine } from "../support/engine.js";
import { type CallCase, callCases, inputOf } from "./call-cases.js";

const callsBetweenRests = 300;

/** The window's account tires like any other: its hour begins anew now and then. */
export function restingCaller(engine: FuzzedEngine) {
  let calls = 0;
  return (operation: unknown, input: unknown): Promise<CallResult<OperationName>> => {
    if (++calls % callsBetweenRests === 0)
      write(engine.db, (tx) => change(tx, "UPDATE account SET rate_tail = rate_head"));
    return engine.call(operation, input);
  };
}

async function open(): Promise<Subject<CallCase>> {
  const engine = await FuzzedEngine.start();
  const call = restingCaller(engine);
  return {
    cases: callCases() as Arbitrary<CallCase>,
    judge: async (value) => {
      judgeCall(value.operation, await call(value.operation, inputOf(value)));
    },
    finish: () => engine.complaints(),
    close: () => engine.close(),
  };
}

export const calls = defineTarget({
  name: "calls",
  what: "the engine's operations, as the window asks for them, in the engine's own process",
  share: 200_000,
  lanes: 12,
  deadlineMs: 60_000,
  open,
});
