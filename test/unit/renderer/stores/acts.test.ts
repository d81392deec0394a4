import { beforeEach, expect, it } from "vitest";
import { notifyAct, redoLatest, undoLatest } from "../../../../src/renderer/stores/acts.js";
import { actOnNotice, notify, useNotices } from "../../../../src/renderer/stores/notices.js";
import { unwatch } from "../../../../src/renderer/stores/watched.js";
import type { Act } from "../../../../src/shared/app/acts.js";
import type { CallResult } from "../../../../src/shared/calls.js";
import { defer, type FakeBridge, failure, installFakeBridge, success } from "../../../support/fake-bridge.js";
import { untilPasses } from "../../../support/until.js";

const act: Act = {
  id: 7,
  kind: "products.remove",
  subject: { title: "Lantern", count: 1 },
  at: "2026-06-15T12:00:00.000Z",
  is_undone: true,
};

let bridge: FakeBridge;

const texts = () => useNotices.getState().shown.map(({ text }) => text);
const calls = () =>
  bridge.calls
    .filter(({ operation }) => operation.startsWith("acts."))
    .map(({ operation, input }) => [operation, input]);

beforeEach(async () => {
  useNotices.setState({ shown: [] });
  bridge = await installFakeBridge({
    "acts.undo": () => success<"acts.undo">({ act, kept: [] }),
    "acts.redo": () => success<"acts.redo">({ act: { ...act, is_undone: false }, kept: [] }),
    "watch.stop": () => success<"watch.stop">({ stopped: 1, act_id: 7 }),
  });
  notifyAct({ topic: "start", text: "Start.", actId: 1 });
  useNotices.setState({ shown: [] });
});

it("undoes the latest act of this window, also one from before its start, and says what that was", async () => {
  await undoLatest();
  expect(calls()).toEqual([["acts.undo", {}]]);
  expect(texts()).toEqual(["Undone: Removed Lantern."]);
});

it.each([
  [{ kind: "rules.save" }, "Undone: Changed an alert for Lantern."],
  [{ kind: "rules.save", is_target: true }, "Undone: Set the target price of Lantern."],
  [{ kind: "rules.remove", is_target: true }, "Undone: Removed the target price of Lantern."],
] as const)("calls a target by its name: %o", async ({ kind, ...target }, said) => {
  const subject = { ...act.subject, ...target };
  bridge.handle({ "acts.undo": () => success<"acts.undo">({ act: { ...act, kind, subject }, kept: [] }) });
  await undoLatest();
  expect(texts()).toEqual([said]);
});

it("offers to redo what was undone, and to undo that again", async () => {
  notifyAct({ text: "Removed Lantern.", actId: 7 });
  for (let i = 0; i < 2; i += 1) {
    const [notice] = useNotices.getState().shown;
    if (notice) actOnNotice(notice);
    await untilPasses(() => expect(texts()).toEqual(["Undone: Removed Lantern."]));
    const [undone] = useNotices.getState().shown;
    expect(undone?.action?.label).toBe("Redo");
    if (undone) actOnNotice(undone);
    await untilPasses(() => expect(texts()).toEqual(["Done again: Removed Lantern."]));
  }
  expect(calls().map(([operation]) => operation)).toEqual([
    "acts.undo",
    "acts.redo",
    "acts.undo",
    "acts.redo",
  ]);
});

it("redoes what was undone last, until something else happens", async () => {
  await undoLatest();
  await redoLatest();
  expect(texts()).toEqual(["Done again: Removed Lantern."]);
  await redoLatest();
  expect(texts()).toEqual(["There is nothing to redo."]);
  expect(calls()).toEqual([
    ["acts.undo", {}],
    ["acts.redo", { id: 7 }],
  ]);
});

it("says what stays because it has changed since", async () => {
  bridge.handle({
    "acts.undo": () =>
      success<"acts.undo">({
        act: { ...act, kind: "tags.change", subject: { title: null, count: 3 } },
        kept: [
          { what: "schedule", title: "Lantern" },
          { what: "recipe", title: "shop.example" },
          { what: "tag", title: null },
        ],
      }),
  });
  await undoLatest();
  expect(texts()).toEqual([
    "Undone: Changed the tags of 3 products. Left as it is, because it has changed since: checks (Lantern), " +
      "place of the price (shop.example) and 1 more.",
  ]);
});

it("says that nothing can be undone, and why an undo failed", async () => {
  bridge.handle({ "acts.undo": () => success<"acts.undo">({ act: null, kept: [] }) });
  await undoLatest();
  expect(texts()).toEqual(["There is nothing to undo."]);
  bridge.handle({ "acts.undo": () => failure("ERR_INVALID_PARAMS") });
  await undoLatest();
  expect(texts().at(-1)).toContain("It failed.");
});

it("waits for a change that the engine has not confirmed yet, and undoes nothing older if that fails", async () => {
  const stop = defer<CallResult<"watch.stop">>();
  bridge.handle({ "watch.stop": () => stop.promise });
  const stopping = unwatch([{ product_key: "a", title: "Lantern" }]);
  const undoing = undoLatest();
  expect(calls()).toEqual([]);
  stop.resolve(success<"watch.stop">({ stopped: 1, act_id: 7 }));
  await Promise.all([stopping, undoing]);
  expect(calls()).toEqual([["acts.undo", {}]]);
  expect(texts()).toEqual(["Undone: Removed Lantern."]);
  bridge.handle({ "watch.stop": () => failure("ERR_INTERNAL") });
  const failing = unwatch([{ product_key: "a", title: "Lantern" }]);
  await undoLatest();
  await failing;
  expect(calls()).toHaveLength(1);
});

it("undoes a change that only the window knows before an older act", async () => {
  let undone = 0;
  notify({
    topic: "local",
    text: "Kept apart.",
    action: { label: "Undo", isUndo: true, run: () => undone++ },
  });
  await undoLatest();
  expect([undone, calls()]).toEqual([1, []]);
  await undoLatest();
  expect([undone, calls()]).toEqual([1, [["acts.undo", {}]]]);
});

it("shows what an undo leads to, if the act was done here", async () => {
  let shown = 0;
  notifyAct({ text: "Split.", actId: 7, onUndone: () => shown++ });
  await undoLatest();
  expect(shown).toBe(1);
});
