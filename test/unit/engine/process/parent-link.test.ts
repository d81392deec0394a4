import { expect, it, onTestFinished, vi } from "vitest";
import { connectParent } from "../../../../src/main/engine/process/parent-link.js";

/** Makes this process look like the child of a connected or disconnected parent. */
function stubParent(isConnected: boolean) {
  const send = vi.fn();
  const own = { connected: process.connected, send: process.send };
  Object.assign(process, { connected: isConnected, send });
  onTestFinished(() => void Object.assign(process, own));
  return send;
}

const message = { kind: "news", news: { kind: "changed", what: "prices" } } as const;

it("the parent link sends to a connected parent, with a callback for a disconnect meanwhile", () => {
  const send = stubParent(true);
  connectParent().send(message);
  expect(send).toHaveBeenCalledWith(message, undefined, undefined, expect.any(Function));
});

it("the parent link sends nothing to a disconnected parent", () => {
  const send = stubParent(false);
  connectParent().send(message);
  expect(send).not.toHaveBeenCalled();
});
