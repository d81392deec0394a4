import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Returns memory to the system when a process becomes idle, because the app stays in the tray all day. For the engine
 * and the main process only: it uses Node's APIs.
 */

const sampleIntervalMs = 3_000;
/** A process that uses less than this fraction of a core is idle. */
const idleShare = 0.03;

/** Returns a function that takes samples of the load, and calls `onIdle` once whenever a busy phase ends. */
export function createIdleDetector(onIdle: () => void): (busyShare: number) => void {
  let wasBusy = true;
  return (busyShare) => {
    if (busyShare >= idleShare) {
      wasBusy = true;
      return;
    }
    if (wasBusy) onIdle();
    wasBusy = false;
  };
}

type Collect = (options: { type: "major"; flavor: "last-resort" }) => void;

/** V8's garbage collector, which is hidden without `--expose-gc`. */
function exposeCollector(): Collect {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as Collect;
}

/** Watches this process; `release` frees memory outside V8's heap. Returns a function that stops the watch. */
export function collectWhenIdle(release: () => void = () => undefined): () => void {
  let collect: Collect | undefined;
  const sample = createIdleDetector(() => {
    release();
    collect ??= exposeCollector();
    collect({ type: "major", flavor: "last-resort" });
  });
  let last = { cpu: process.cpuUsage(), atMs: performance.now() };
  const timer = setInterval(() => {
    const now = { cpu: process.cpuUsage(), atMs: performance.now() };
    const busyMs = (now.cpu.user + now.cpu.system - last.cpu.user - last.cpu.system) / 1_000;
    sample(busyMs / (now.atMs - last.atMs));
    // Measured again, so that the garbage collection itself does not count as load.
    last = { cpu: process.cpuUsage(), atMs: performance.now() };
  }, sampleIntervalMs).unref();
  return () => clearInterval(timer);
}
