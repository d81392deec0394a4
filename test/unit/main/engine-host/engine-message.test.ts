import { expect, test } from "vitest";
import { parseEngineReply } from "../../../../src/main/engine-host/engine-message.js";

test("knows the engine's replies", () => {
  const reply = { kind: "result", id: 3, result: { ok: true, data: {}, meta: null } };
  expect(parseEngineReply(reply)).toBe(reply);
});

test.each([null, "ready", { kind: "ready" }, { kind: "result", id: "3", result: {} }, { kind: "other" }])(
  "drops %j",
  (message) => {
    expect(parseEngineReply(message)).toBeNull();
  },
);
