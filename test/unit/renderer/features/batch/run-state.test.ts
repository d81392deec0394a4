import { expect, it } from "vitest";
import {
  newRun,
  nextPart,
  progressOf,
  resultsOf,
  withFailure,
  withProgress,
  withResults,
} from "../../../../../src/renderer/features/batch/run-state.js";
import type { BatchResult } from "../../../../../src/shared/contract/batch.js";

const identifiers = Array.from({ length: 150 }, (_, index) => `p${index}`);
const results = identifiers
  .slice(0, 75)
  .map((identifier): BatchResult => ({ identifier, status: "not_found", product: null }));

it("counts what each part has done", () => {
  const run = withProgress(newRun(identifiers, []), 0, 40);
  expect(progressOf(run)).toEqual({ done: 40, total: 150 });
  expect(nextPart(run)).toBe(0);
});

it("goes from part to part", () => {
  const run = withResults(newRun(identifiers, []), 0, results);
  expect(progressOf(run)).toEqual({ done: 75, total: 150 });
  expect(nextPart(run)).toBe(1);
  expect(resultsOf(run)).toHaveLength(75);
  expect(nextPart(withResults(run, 1, results))).toBe(-1);
});

it("keeps what is there when a part fails, and starts that part afresh", () => {
  const half = withProgress(withResults(newRun(identifiers, []), 0, results), 1, 20);
  const failed = withFailure(half, 1, { kind: "job", message: "Credits ran out." });
  expect(failed.state).toBe("failed");
  expect(progressOf(failed).done).toBe(75);
  expect(nextPart(failed)).toBe(1);
});
