import { expect, test } from "vitest";
import { parseEngineReply } from "../../../../src/main/engine-host/engine-message.js";
import { changeKinds } from "../../../../src/shared/engine-process.js";

test("knows the engine's replies", () => {
  const reply = { kind: "result", id: 3, result: { ok: true, data: {}, meta: null } };
  expect(parseEngineReply(reply)).toBe(reply);
});

test.each([
  ...changeKinds.map((dataKind) => ({ kind: "changed", dataKind })),
  { kind: "inbox", entry: { id: 1, event_id: "evt_1" } },
])("knows the news %j", (news) => {
  const reply = { kind: "event", event: news };
  expect(parseEngineReply(reply)).toBe(reply);
});

test("knows the wish to have a page opened", () => {
  const wish = { url: "https://shop.example/", allowedHosts: [], language: "en" };
  expect(parseEngineReply({ kind: "render", id: 1, request: wish })).toMatchObject({ request: wish });
  expect(parseEngineReply({ kind: "render", id: 1, request: { url: 1 } })).toBeNull();
});

test.each([
  null,
  "ready",
  { kind: "ready" },
  { kind: "result", id: "3", result: {} },
  { kind: "other" },
  { kind: "event", event: { kind: "changed", dataKind: "weather" } },
  { kind: "event", event: { kind: "inbox" } },
])("drops %j", (message) => {
  expect(parseEngineReply(message)).toBeNull();
});
