import { beforeEach, expect, test } from "vitest";
import { Supervisor } from "../../../../src/main/engine-host/supervisor.js";
import type { HostProgress } from "../../../../src/shared/data/host-operations.js";
import type { EngineStart } from "../../../../src/shared/engine-process.js";
import { FakeHost } from "./fake-host.js";
import { ManualTime } from "./manual-time.js";

const start: EngineStart = {
  dataFolder: "/data",
  port: 0,
  sample: false,
  version: "1.0.0",
  secretKey: null,
  listenerPort: null,
};

let host: FakeHost;
let time: ManualTime;
let engine: Supervisor;

beforeEach(() => {
  host = new FakeHost();
  time = new ManualTime();
  engine = new Supervisor({ host, start: () => start, after: time.after, log: () => undefined });
  engine.start();
  host.last.ready();
});

function exportTo(file: string, signal = new AbortController().signal) {
  const reported: HostProgress[] = [];
  const onProgress = (progress: HostProgress) => void reported.push(progress);
  const result = engine.callHost("catalogue.export", { file }, { onProgress, signal });
  return { result, reported };
}

test("a host call reports its progress and has no timeout", async () => {
  const { result, reported } = exportTo("/a");
  await time.pass(600_000);
  expect(host.last.sent).toEqual([
    { kind: "host-call", id: 1, operation: "catalogue.export", input: { file: "/a" } },
  ]);
  host.last.reply({ kind: "host-progress", id: 1, progress: { done: 3, total: 9 } });
  const answer = { outcome: "done", data: { products: 9, deals: 0, bytes: 1 } } as const;
  host.last.reply({ kind: "host-result", id: 1, result: answer });
  expect(await result).toEqual(answer);
  expect(reported).toEqual([{ done: 3, total: 9 }]);
});

test("a host call is cancelled by its id", async () => {
  const cancel = new AbortController();
  void exportTo("/a", cancel.signal);
  await time.pass(0);
  cancel.abort();
  expect(host.last.sent.at(-1)).toEqual({ kind: "host-cancel", id: 1 });
});

test("a host call fails when the engine exits", async () => {
  const { result } = exportTo("/a");
  await time.pass(0);
  host.last.exit();
  expect(await result).toMatchObject({ outcome: "failed", problem: { kind: "engine-away" } });
});

const restored = {
  outcome: "done",
  data: { previous: "/data/before", powers: [], arePowersOn: false, dropped: [] },
} as const;

test("a restore stops the engine and makes only the next one restore the backup", async () => {
  const result = engine.restore({ file: "/backup", trust: false });
  const first = host.last;
  expect(first.sent).toEqual([{ kind: "stop" }]);
  first.exit();
  await time.pass(0);
  expect(host.starts.map(({ restore }) => restore?.file)).toEqual([undefined, "/backup"]);
  host.last.reply({ kind: "restored", result: restored });
  expect(await result).toEqual(restored);
  host.last.ready();
  host.last.exit();
  await time.pass(10_000);
  expect(host.starts.map(({ restore }) => restore?.file)).toEqual([undefined, "/backup", undefined]);
});

test("a restore is possible when the engine could not start", async () => {
  host.last.reply({ kind: "fatal", problem: "damaged", path: null, message: "", action: "", backup: null });
  host.last.exit();
  const result = engine.restore({ file: "/backup", trust: false });
  await time.pass(0);
  host.last.reply({ kind: "restored", result: restored });
  host.last.ready();
  expect(await result).toEqual(restored);
  expect(engine.status.state).toBe("ready");
});

test("a restore fails when the engine exits before it has reported the result", async () => {
  const result = engine.restore({ file: "/backup", trust: false });
  host.last.exit();
  await time.pass(0);
  host.last.exit();
  expect(await result).toMatchObject({ outcome: "failed", problem: { kind: "engine-away" } });
});

test("a restore fails while the app is closing", async () => {
  const stopped = engine.stop();
  const result = engine.restore({ file: "/backup", trust: false });
  host.last.exit();
  await stopped;
  expect(await result).toMatchObject({ outcome: "failed" });
});
