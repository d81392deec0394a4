import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Gives memory back to the system once a process has nothing to do: an app that stands in the tray all day should not keep
 * what a minute's work took. For the engine and the app's main process; it is plain Node.
 */

/** How often it is looked. */
const lookMs = 3_000;
/** A process that takes less of a core than this is idle. */
const idleShare = 0.03;

/** Whether there is something to give back: work was done since the last time, and is over. */
export function idleWatch(tidy: () => void): (busyShare: number) => void {
  let hasWorked = true;
  return (busyShare) => {
    if (busyShare >= idleShare) {
      hasWorked = true;
      return;
    }
    if (hasWorked) tidy();
    hasWorked = false;
  };
}

type Collect = (options: { type: "major"; flavor: "last-resort" }) => void;

/** V8's own collector, which is not there for programs unless they ask. */
function collector(): Collect {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as Collect;
}

/** Looks at this process until it ends; `release` gives back what is not V8's. Returns how to stop. */
export function keepMemorySmall(release: () => void = () => undefined): () => void {
  let collect: Collect | undefined;
  const look = idleWatch(() => {
    release();
    collect ??= collector();
    collect({ type: "major", flavor: "last-resort" });
  });
  let last = { cpu: process.cpuUsage(), atMs: performance.now() };
  const timer = setInterval(() => {
    const now = { cpu: process.cpuUsage(), atMs: performance.now() };
    const busyMs = (now.cpu.user + now.cpu.system - last.cpu.user - last.cpu.system) / 1_000;
    look(busyMs / (now.atMs - last.atMs));
    // What the tidying itself took is no work.
    last = { cpu: process.cpuUsage(), atMs: performance.now() };
  }, lookMs).unref();
  return () => clearInterval(timer);
}
