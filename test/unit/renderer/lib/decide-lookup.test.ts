import { describe, expect, it } from "vitest";
import { decideLookup } from "../../../../src/renderer/lib/decide-lookup.js";
import type { CallResult } from "../../../../src/shared/calls.js";
import type { MatchField } from "../../../../src/shared/contract/product.js";

function found(identifier: string, by: MatchField, candidates = 1): CallResult<"products.get"> {
  const match = { identifier, by, candidates };
  return { ok: true, data: { data: [{ title: "Thing", service: "thing", match }] } };
}

const notFound: CallResult<"products.get"> = {
  ok: false,
  error: { code: "ERR_PRODUCT_NOT_FOUND", message: "None matched.", action: "Check them." },
};

describe("what becomes of a look-up", () => {
  it("opens the product of an exact match, with how it matched", () => {
    expect(decideLookup("WH-1", found("WH-1", "model", 3))).toMatchObject({
      kind: "open",
      product: { service: "thing" },
      match: { by: "model", candidates: 3 },
    });
  });

  it("shows results for a match by name", () => {
    expect(decideLookup("a thing", found("a thing", "name"))).toEqual({ kind: "search", query: "a thing" });
  });

  it("searches for words that match nothing", () => {
    expect(decideLookup("a thing", notFound)).toEqual({ kind: "search", query: "a thing" });
  });

  it("does not search for a link or barcode that nobody knows", () => {
    expect(decideLookup("https://shop.example/p/1", notFound).kind).toBe("unknown");
    expect(decideLookup("4006381333931", notFound).kind).toBe("unknown");
  });

  it("passes any other failure on", () => {
    const error = { code: "ERR_CREDITS_EXHAUSTED", message: "Used up.", action: "Wait." } as const;
    expect(decideLookup("WH-1", { ok: false, error })).toEqual({ kind: "failed", error });
  });
});
