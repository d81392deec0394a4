import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Question, ReaderThread } from "../../../../src/main/engine/process/reader-thread.js";
import { MINUTE_MS } from "../../../../src/shared/time.js";

/** Answers with its number among the runs; fails, exits or hangs if the page's address says so. */
const program = `
  const { parentPort, workerData } = require("node:worker_threads");
  parentPort.on("message", ({ id, question: { url } }) => {
    if (url === "exit") process.exit();
    if (url === "throw") throw new Error("out of luck");
    if (url === "hang") for (;;);
    parentPort.postMessage({ id, ok: true, answer: { value: workerData, credits: 0 } });
  });`;

const about = (url: string): Question => ({ kind: "links", html: "", url });

describe("the reader's thread", () => {
  let runs: Worker[];
  let thread: ReaderThread;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    runs = [];
    thread = new ReaderThread(() => {
      const run = new Worker(program, { eval: true, execArgv: [], workerData: runs.length + 1 });
      runs.push(run);
      return run;
    });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await Promise.all(runs.map((run) => run.terminate()));
  });

  it("answers all questions in one run", async () => {
    const answers = await Promise.all(["a", "b", "c"].map((url) => thread.ask(about(url))));
    expect(answers).toEqual(Array(3).fill({ value: 1, credits: 0 }));
    expect(thread.waiting).toBe(0);
  });

  it("ends after an idle minute, and starts again with the next question", async () => {
    await thread.ask(about("a"));
    vi.advanceTimersByTime(MINUTE_MS - 1);
    expect(await thread.ask(about("b"))).toMatchObject({ value: 1 });
    vi.advanceTimersByTime(MINUTE_MS);
    expect(await thread.ask(about("c"))).toMatchObject({ value: 2 });
    expect(runs).toHaveLength(2);
  });

  it.each(["exit", "throw"])(
    "rejects what waits when its program ends by %s, and then goes on",
    async (url) => {
      const asked = [thread.ask(about(url)), thread.ask(about("a"))];
      const results = await Promise.allSettled(asked);
      expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
      expect(await thread.ask(about("b"))).toMatchObject({ value: 2 });
    },
  );

  it("rejects what waits after a minute without an answer, and then goes on", async () => {
    await thread.ask(about("a"));
    const asked = Promise.allSettled([thread.ask(about("hang")), thread.ask(about("b"))]);
    vi.advanceTimersByTime(MINUTE_MS - 1);
    expect(thread.waiting).toBe(2);
    vi.advanceTimersByTime(1);
    expect(await thread.ask(about("c"))).toMatchObject({ value: 2 });
    const [hung] = await asked;
    expect(hung).toMatchObject({ status: "rejected", reason: { cause: { message: /minute/ } } });
    expect(thread.waiting).toBe(0);
  });

  it("ends when it is stopped", async () => {
    await thread.ask(about("a"));
    const ended = once(runs[0] as Worker, "exit");
    await thread.stop();
    await ended;
    expect(thread.waiting).toBe(0);
  });
});
