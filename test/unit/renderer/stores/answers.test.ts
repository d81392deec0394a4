import { afterEach, beforeEach, expect, it } from "vitest";
import {
  type Answer,
  expireAnswers,
  forgetAnswers,
  useAnswer,
} from "../../../../src/renderer/stores/answers.js";
import type { CallResult, OperationInput, OperationName } from "../../../../src/shared/calls.js";
import { untilPasses } from "../../../support/until.js";
import { bad, type FakeBridge, fakeBridge, good, type Held, held } from "../support/fake-bridge.js";
import { mountHook } from "../support/mount.js";

const key = (name: string) => ({
  id: "key",
  name,
  read_only: false,
  created_at: "2026-06-15T10:00:00.000Z",
  revoked_at: null,
});
const keys = (name: string) => good<"keys.list">([key(name)]);

let bridge: FakeBridge;
let late: Held<CallResult<"keys.list">>;
let unmount = () => {};

/** Shows an answer as a view does, and gives what the view was given last. */
async function view<K extends OperationName>(
  operation: K,
  input: OperationInput<K>,
): Promise<() => Answer<K>> {
  let shown: Answer<K> | undefined;
  unmount = await mountHook(() => {
    shown = useAnswer(operation, input);
  });
  await untilPasses(() => expect(bridge.calls.length).toBe(1));
  return () => shown as Answer<K>;
}

beforeEach(async () => {
  late = held();
  const answers = [late.promise];
  bridge = await fakeBridge({ "keys.list": () => answers.shift() ?? keys("new") });
  forgetAnswers(true);
});

afterEach(() => unmount());

it("asks again where the answer on its way may be of before what was done", async () => {
  const shown = await view("keys.list", {});
  shown().refresh();
  shown().refresh();
  late.give(keys("old"));
  await untilPasses(() => expect(shown().data).toEqual([key("new")]));
  expect(bridge.calls).toHaveLength(2);
});

it("asks again after an answer that expired on its way", async () => {
  const shown = await view("keys.list", {});
  expireAnswers("keys.list");
  late.give(keys("old"));
  await untilPasses(() => expect(shown().data).toEqual([key("new")]));
  expect(bridge.calls).toHaveLength(2);
});

it("never pays twice for one question", async () => {
  const search = held<CallResult<"products.search">>();
  bridge.answers = { "products.search": () => search.promise };
  const shown = await view("products.search", { q: "kettle" });
  shown().refresh();
  search.give(bad("ERR_CREDITS_EXHAUSTED"));
  await untilPasses(() => expect(shown().error?.code).toBe("ERR_CREDITS_EXHAUSTED"));
  expect(bridge.calls).toHaveLength(1);
});
