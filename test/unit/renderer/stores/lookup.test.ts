import { beforeEach, expect, it } from "vitest";
import { lookUp, useLookup } from "../../../../src/renderer/stores/lookup.js";
import { go, home, useNavigation, visitNow } from "../../../../src/renderer/stores/navigation.js";
import type { CallResult } from "../../../../src/shared/calls.js";
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
