import { describe, expect, it } from "vitest";
import { answered, whileAsked, withoutFailure } from "../../../../src/renderer/lib/kept-answer.js";
import type { CallError, CallResult, OperationName } from "../../../../src/shared/calls.js";

const good = { ok: true, data: { data: [] } } as unknown as CallResult<OperationName>;

function bad(code: CallError["code"]): CallResult<OperationName> {
  return { ok: false, error: { code, message: "It failed.", action: "Try again." } };
}

describe("an answer that was good once", () => {
  const known = answered(whileAsked(undefined), good, 1_000);

  it("stays when a newer one fails, with its own age", () => {
    const failed = answered(whileAsked(known), bad("ERR_CREDITS_EXHAUSTED"), 9_000);
    expect(failed).toMatchObject({ data: { data: [] }, atMs: 1_000, isLoading: false });
    expect(failed.error?.code).toBe("ERR_CREDITS_EXHAUSTED");
  });

  it("goes when there is no such product any more", () => {
    const failed = answered(whileAsked(known), bad("ERR_PRODUCT_NOT_FOUND"), 9_000);
    expect(failed).toMatchObject({ data: null, atMs: 9_000 });
  });

  it("is shown while it is asked anew", () => {
    expect(whileAsked(known)).toMatchObject({ data: { data: [] }, isLoading: true });
  });

  it("is kept without the failure, and asked for again, when failures are forgotten", () => {
    const failed = answered(known, bad("ENGINE_AWAY"), 9_000);
    expect(withoutFailure(failed)).toMatchObject({ data: { data: [] }, error: null, isExpired: true });
  });
});

it("leaves nothing of a failure that never was an answer", () => {
  expect(withoutFailure(answered(undefined, bad("ENGINE_AWAY"), 9_000))).toBeNull();
});

it("stays expired where that was told while it was on its way", () => {
  const expired = { ...whileAsked(undefined), isExpired: true };
  expect(answered(expired, good, 9_000).isExpired).toBe(true);
});
