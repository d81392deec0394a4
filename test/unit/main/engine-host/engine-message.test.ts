import { expect, test } from "vitest";
import { parseEngineReply } from "../../../../src/main/engine-host/engine-message.js";
import { changedDataKinds } from "../../../../src/shared/engine-process.js";

test("the parser of engine messages accepts a result", () => {
  const reply = { kind: "result", id: 3, result: { ok: true, data: {} } };
  expect(parseEngineReply(reply)).toBe(reply);
});

test.each([
  ...changedDataKinds.map((dataKind) => ({ kind: "changed", dataKind })),
  { kind: "inbox", entry: { id: 1, event_id: "evt_1" } },
])("the parser of engine messages accepts the event %j", (event) => {
  const reply = { kind: "event", event };
  expect(parseEngineReply(reply)).toBe(reply);
});

test("the parser of engine messages accepts a valid render request only", () => {
  const request = { url: "https://shop.example/", allowedHosts: [], language: "en" };
  expect(parseEngineReply({ kind: "render", id: 1, request })).toMatchObject({ request });
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
])("the parser of engine messages rejects %j", (message) => {
  expect(parseEngineReply(message)).toBeNull();
});
