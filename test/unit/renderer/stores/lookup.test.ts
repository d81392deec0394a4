import { beforeEach, describe, expect, it } from "vitest";
import { decideLookup, lookUp, useLookup } from "../../../../src/renderer/stores/lookup.js";
import { go, home, useNavigation, visitNow } from "../../../../src/renderer/stores/navigation.js";
import type { CallResult } from "../../../../src/shared/calls.js";
import type { MatchField } from "../../../../src/shared/contract/product.js";
import { type Deferred, defer, failure, installFakeBridge, success } from "../../../support/fake-bridge.js";

const nothing = success<"products.get">({ data: [] });
let late: Deferred<CallResult<"products.get">>;

beforeEach(async () => {
  late = defer();
  await installFakeBridge({ "products.get": () => late.promise });
  useNavigation.setState({ stack: [home], position: 0 });
});

it("goes where the answer leads, from whichever page", async () => {
  go({ view: "deals" });
  const looking = lookUp("kettle");
  late.resolve(nothing);
  await looking;
  expect(visitNow()).toEqual({ view: "search", query: "kettle" });
  await lookUp("lantern");
  expect(visitNow()).toEqual({ view: "search", query: "lantern" });
});

it.each([
  ["an answer", nothing],
  ["a failure", failure("ERR_INTERNAL")],
])("drops %s when the shopper has gone elsewhere", async (_what, answer) => {
  const looking = lookUp("kettle", "Kettle");
  go({ view: "deals" });
  late.resolve(answer);
  await looking;
  expect(visitNow()).toEqual({ view: "deals" });
  expect(useLookup.getState()).toEqual({ isBusy: false, failure: null });
});

it("does not drop the look-up that was begun on the other page", async () => {
  const first = lookUp("kettle");
  go({ view: "deals" });
  const second = lookUp("lantern");
  late.resolve(nothing);
  await Promise.all([first, second]);
  expect(visitNow()).toEqual({ view: "search", query: "lantern" });
});

it("asks for a link without its scheme as for a whole one", async () => {
  const asked: unknown[] = [];
  await installFakeBridge({
    "products.get": (input) => {
      asked.push(input);
      return found("https://shop.example/p/1", "url");
    },
  });
  await lookUp(" shop.example/p/1 ");
  expect(asked).toEqual([{ ids: ["https://shop.example/p/1"] }]);
});

it("adds several links in one text, such as pasted ones whose offer is gone, each on its own", async () => {
  const added: unknown[] = [];
  await installFakeBridge({
    "links.add": ({ links }) => {
      added.push(...links.map(({ text }) => text));
      return failure("ERR_INTERNAL");
    },
  });
  await lookUp("https://shop.example/p/1 https://shop.example/p/2");
  expect(added).toEqual(["https://shop.example/p/1", "https://shop.example/p/2"]);
});

function found(identifier: string, by: MatchField, candidates = 1): CallResult<"products.get"> {
  const match = { identifier, by, candidates };
  return { ok: true, data: { data: [{ title: "Thing", service: "thing", match }] } };
}

const notFound = failure("ERR_PRODUCT_NOT_FOUND");

describe("what becomes of a look-up", () => {
  it("opens the product of an exact match, with how it matched", () => {
    expect(decideLookup("WH-1", found("WH-1", "model", 3))).toMatchObject({
      kind: "open",
      product: { service: "thing" },
      match: { by: "model", candidates: 3 },
    });
  });

  it("shows results for a match by name", () => {
    expect(decideLookup("a thing", found("a thing", "name"))).toEqual({ kind: "search" });
  });

  it("searches for words that match nothing", () => {
    expect(decideLookup("a thing", notFound)).toEqual({ kind: "search" });
  });

  it("does not search for the words of an unknown link or barcode", () => {
    expect(decideLookup("https://shop.example/p/1", notFound).kind).toBe("unknown");
    expect(decideLookup("4006381333931", notFound).kind).toBe("unknown");
  });

  it("passes any other failure on", () => {
    expect(decideLookup("WH-1", failure("ERR_CREDITS_EXHAUSTED"))).toMatchObject({ kind: "failed" });
  });
});
