import fc from "fast-check";
import { expect, it } from "vitest";
import { callCases, toInput } from "./inputs/call-cases.js";
import { checkCallResult } from "./oracles/call.js";
import { checkCases } from "./support/check-cases.js";
import { startFuzzedEngine } from "./support/engine.js";

it("every call of the window's gets data of its operation's schema or an error of the contract", async () => {
  const engine = await startFuzzedEngine();
  const property = fc.asyncProperty(callCases(), async (value) => {
    checkCallResult(value.operation, await engine.call(value.operation, toInput(value)));
  });
  await checkCases(property, { cases: 3_000, parallel: 4 });
  expect(engine.findErrors()).toEqual([]);
});
