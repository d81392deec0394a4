import { expect, it, onTestFinished, vi } from "vitest";
import { connectParent } from "../../../../src/main/engine/process/parent-link.js";

/** This process as a child whose parent is there or gone. */
function childOf(isConnected: boolean) {
  const send = vi.fn();
  const own = { connected: process.connected, send: process.send };
  Object.assign(process, { connected: isConnected, send });
  onTestFinished(() => void Object.assign(process, own));
  return send;
}

const news = { kind: "event", event: { kind: "changed", dataKind: "prices" } } as const;

it("sends while the parent is there, and takes it well when that ends in the middle of it", () => {
  const send = childOf(true);
  connectParent().send(news);
  expect(send).toHaveBeenCalledWith(news, undefined, undefined, expect.any(Function));
});

it("sends nothing once the parent is gone", () => {
  const send = childOf(false);
  connectParent().send(news);
  expect(send).not.toHaveBeenCalled();
});
