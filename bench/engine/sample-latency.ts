import { Bench, type Statistics } from "tinybench";

/** Calls a function once for each item. Returns the statistics of the calls, in milliseconds. */
export function sampleLatency<T>(items: readonly T[], work: (item: T) => unknown): Statistics {
  const left = items.values();
  const bench = new Bench({ iterations: items.length, time: 0, warmup: false, throws: true });
  // Without `async`, it would be called once more, to find out.
  bench.add("work", () => work(left.next().value as T), { async: false });
  const [task] = bench.runSync();
  if (task?.result.state !== "completed") throw new Error("The calls could not be measured.");
  return task.result.latency;
}
