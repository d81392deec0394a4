import { expect, test } from "vitest";
import { parseEngineReply } from "../../../../src/main/engine-host/engine-message.js";
import { changedDataKinds } from "../../../../src/shared/engine-process.js";

test("the parser of engine messages accepts a result", () => {
  const reply = { kind: "result", id: 3, result: { ok: true, data: {}, meta: null } };
  expect(parseEngineReply(reply)).toBe(reply);
});

test.each([
  ...changedDataKinds.map((what) => ({ kind: "changed", what })),
  { kind: "inbox", entry: { id: 1, event_id: "evt_1" } },
])("the parser of engine messages accepts the event %j", (event) => {
  const reply = { kind: "news", news: event };
  expect(parseEngineReply(reply)).toBe(reply);
});

test("the parser of engine messages accepts a valid render request only", () => {
  const request = { url: "https://shop.example/", allowedHosts: [], language: "en" };
  expect(parseEngineReply({ kind: "render", id: 1, wish: request })).toMatchObject({ wish: request });
  expect(parseEngineReply({ kind: "render", id: 1, wish: { url: 1 } })).toBeNull();
});

test.each([
  null,
  "ready",
  { kind: "ready" },
  { kind: "result", id: "3", result: {} },
  { kind: "other" },
  { kind: "news", news: { kind: "changed", what: "weather" } },
  { kind: "news", news: { kind: "inbox" } },
])("the parser of engine messages rejects %j", (message) => {
  expect(parseEngineReply(message)).toBeNull();
});
