import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  clearRun,
  resumeRun,
  startRun,
  stopRun,
  useBatchRun,
} from "../../../../../src/renderer/features/batch/batch-run.js";
import type { BatchJob, BatchResult } from "../../../../../src/shared/contract/batch.js";
import { type FakeBridge, failure, installFakeBridge, success } from "../../../../support/fake-bridge.js";
import { untilPasses } from "../../../../support/until.js";

function list(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `p${index}`);
}

function resultsFor(identifiers: readonly string[]): BatchResult[] {
  return identifiers.map((identifier) => ({ identifier, status: "not_found", product: null }));
}

function job(status: BatchJob["status"], processed: number, total: number): BatchJob {
  return { id: "job", status, processed, total, poll_url: "/v1/batch/job" };
}

/** Accepts every list as a job; `looks` says what each look at it shows. */
function engineWithJobs(looks: readonly ("processing" | "completed" | "failed")[]): FakeBridge["handlers"] {
  let sent: readonly string[] = [];
  let look = 0;
  return {
    "batch.create": ({ identifiers }) => {
      sent = identifiers;
      return success<"batch.create">({ batch: job("pending", 0, sent.length) });
    },
    "batch.get": () => {
      const status = looks[look++] ?? "completed";
      if (status === "failed")
        return success<"batch.get">({ batch: job("failed", 0, sent.length), error: "The disk is full." });
      const processed = status === "completed" ? sent.length : 20;
      const results = status === "completed" ? { results: resultsFor(sent) } : {};
      return success<"batch.get">({ batch: job(status, processed, sent.length), ...results });
    },
  };
}

function run() {
  return useBatchRun.getState().run;
}

let bridge: FakeBridge;

beforeEach(async () => {
  vi.useFakeTimers();
  bridge = await installFakeBridge();
});

afterEach(() => {
  clearRun();
  vi.useRealTimers();
});

it("has a short list answered at once", async () => {
  bridge.handlers = {
    "batch.create": ({ identifiers }) =>
      success<"batch.create">({
        results: resultsFor(identifiers),
        summary: { total: 3, found: 0, not_found: 3 },
      }),
  };
  startRun(list(3), ["offers"]);
  await untilPasses(() => expect(run()?.state).toBe("done"));
  expect(bridge.calls).toEqual([
    { operation: "batch.create", input: { identifiers: list(3), include: ["offers"] } },
  ]);
});

it("looks at a job again and again, even without news of the engine", async () => {
  bridge.handlers = engineWithJobs(["processing", "processing"]);
  startRun(list(60), []);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(run()?.parts[0]?.processed).toBe(20);
  expect(bridge.calls).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(bridge.calls).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(run()?.state).toBe("running");
  await vi.advanceTimersByTimeAsync(1);
  expect(run()?.state).toBe("done");
});

it("looks at once when the engine has news", async () => {
  bridge.handlers = engineWithJobs(["processing"]);
  startRun(list(60), []);
  await vi.advanceTimersByTimeAsync(0);
  bridge.emit({ kind: "changed", dataKind: "batches" });
  await vi.advanceTimersByTimeAsync(0);
  expect(run()?.state).toBe("done");
});

it("sends parts one after the other, and no more once it is stopped", async () => {
  bridge.handlers = engineWithJobs(["processing"]);
  startRun(list(150), []);
  await vi.advanceTimersByTimeAsync(0);
  stopRun();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(run()?.state).toBe("stopped");
  expect(bridge.calls.filter(({ operation }) => operation === "batch.create")).toHaveLength(1);
  resumeRun();
  await vi.advanceTimersByTimeAsync(0);
  expect(run()?.state).toBe("done");
  expect(run()?.parts.flatMap(({ results }) => results ?? [])).toHaveLength(150);
});

it("keeps what is there when a job fails, says why, and can go on", async () => {
  bridge.handlers = engineWithJobs(["completed", "failed"]);
  startRun(list(150), []);
  await vi.advanceTimersByTimeAsync(0);
  expect(run()).toMatchObject({
    state: "failed",
    failure: { kind: "job", message: "The disk is full." },
    parts: [{ processed: 75 }, { processed: 0 }],
  });
  resumeRun();
  await vi.advanceTimersByTimeAsync(0);
  expect(run()?.state).toBe("done");
});

it("says when the engine did not take the list", async () => {
  bridge.handlers = { "batch.create": () => failure("ERR_INTERNAL") };
  startRun(list(30), []);
  await vi.advanceTimersByTimeAsync(0);
  expect(run()?.failure).toMatchObject({ kind: "call", error: { code: "ERR_INTERNAL" } });
});

it("drops the answers to a list that was put away", async () => {
  bridge.handlers = engineWithJobs(["processing"]);
  startRun(list(30), []);
  await vi.advanceTimersByTimeAsync(0);
  clearRun();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(run()).toBeNull();
});
