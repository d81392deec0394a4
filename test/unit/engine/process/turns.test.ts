import { getEventListeners } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Turns } from "../../../../src/main/engine/process/turns.js";

/** Work that runs until it is finished by its name. */
function createWork(turns: Turns<string>) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    started,
    ask: (line: string, name: string, signal?: AbortSignal) =>
      turns.take(
        line,
        () =>
          new Promise<string>((resolve) => {
            started.push(name);
            ends.set(name, () => resolve(name));
          }),
        signal,
      ),
    finish: async (name: string) => {
      ends.get(name)?.();
      await nextTurn();
    },
  };
}

describe("turns", () => {
  it("run the work of a line one after the other, and that of others beside it", async () => {
    const { ask, finish, started } = createWork(new Turns());
    const asked = [ask("a", "a1"), ask("a", "a2"), ask("b", "b1")];
    await nextTurn();
    expect(started).toEqual(["a1", "b1"]);
    await finish("a1");
    expect(started).toEqual(["a1", "b1", "a2"]);
    await finish("a2");
    await finish("b1");
    expect(await Promise.all(asked)).toEqual(["a1", "a2", "b1"]);
  });

  it("go round the lines that share a place, however much one of them asks for", async () => {
    const turns = new Turns<string>((_line, running) => running.size < 1);
    const { ask, finish, started } = createWork(turns);
    for (const name of ["a1", "a2", "a3", "a4"]) void ask("a", name);
    void ask("b", "b1");
    void ask("b", "b2");
    void ask("c", "c1");
    await nextTurn();
    for (let i = 0; i < 6; i++) await finish(started.at(-1) ?? "");
    expect(started).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
  });

  it("are not given to aborted work", async () => {
    const turns = new Turns<string>();
    const { ask, finish, started } = createWork(turns);
    const client = new AbortController();
    const first = ask("a", "a1", client.signal);
    const dropped = [ask("a", "a2", client.signal), ask("a", "a3", client.signal)];
    const last = ask("a", "a4");
    await nextTurn();
    expect(turns.waiting("a")).toBe(3);
    client.abort(new Error("closed"));
    expect(turns.waiting("a")).toBe(1);
    const results = await Promise.allSettled(dropped);
    expect(results).toMatchObject(Array(2).fill({ status: "rejected", reason: { message: "closed" } }));
    await expect(ask("a", "a5", client.signal)).rejects.toThrow("closed");
    await finish("a1");
    await finish("a4");
    expect(started).toEqual(["a1", "a4"]);
    expect(await Promise.all([first, last])).toEqual(["a1", "a4"]);
  });

  it("leave no listener on a signal, because a connection's signal outlives many of them", async () => {
    const turns = new Turns<string>();
    const { signal } = new AbortController();
    await turns.take("a", () => Promise.resolve("a1"), signal);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("go on after work that fails", async () => {
    const turns = new Turns<string>();
    const failed = turns.take("a", () => Promise.reject(new Error("out of luck")));
    const next = turns.take("a", async () => "done");
    await expect(failed).rejects.toThrow("out of luck");
    expect(await next).toBe("done");
    expect(turns.waiting("a")).toBe(0);
  });
});
