import { Server } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { startTestEngine } from "../support/engine.js";

it("the HTTP server survives a connection that cannot be accepted", async () => {
  const listen = vi.spyOn(Server.prototype, "listen");
  const error = vi.fn();
  const engine = await startTestEngine({ log: { info: () => undefined, error } });
  onTestFinished(() => engine.stop());
  const server = listen.mock.contexts[0] as Server;
  listen.mockRestore();
  const acceptError = Object.assign(new Error("accept EMFILE"), { code: "EMFILE" });
  server.emit("error", acceptError);
  expect(error.mock.calls[0]?.slice(0, 2)).toEqual([expect.any(String), acceptError]);
  expect((await engine.get("/usage")).status).toBe(200);
});
