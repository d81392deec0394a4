import fc from "fast-check";
import { checkCallResult } from "../oracles/call.js";
import type { OpenTarget, Target } from "../runner/target.js";
import { FuzzedEngine } from "../support/engine.js";
import { callCases, toInput } from "./call-cases.js";

async function open(): Promise<OpenTarget> {
  const engine = await FuzzedEngine.start();
  return {
    property: fc.asyncProperty(callCases(), async (value) => {
      checkCallResult(value.operation, await engine.call(value.operation, toInput(value)));
    }),
    finish: () => engine.findErrors(),
    close: () => engine.close(),
  };
}

export const calls: Target = {
  name: "calls",
  input: "the engine's operations, as the window calls them",
  casesPerMillion: 200_000,
  concurrency: 12,
  timeoutMs: 60_000,
  open,
};
