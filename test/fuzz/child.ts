import type { RunEvent, RunRequest } from "./runner/child-process.js";
import { countFailures, formatFinding, runTarget } from "./runner/run-target.js";
import type { Finding } from "./runner/target.js";
import { targets } from "./targets/index.js";

/** Runs one target for `npm run fuzz`. */

const eventPauseMs = 500;
const logPauseMs = 15_000;
const maxPrintedPerKind = 3;

const printed = new Map<string, number>();

function printFinding(finding: Finding): void {
  const kind = `${finding.kind} ${finding.message.slice(0, 60)}`;
  const count = (printed.get(kind) ?? 0) + 1;
  printed.set(kind, count);
  if (count <= maxPrintedPerKind) process.stderr.write(`\n${formatFinding(finding)}\n`);
}

function reportProgress(name: string, total: number) {
  let [sentMs, loggedMs] = [0, Date.now()];
  return (cases: number) => {
    const nowMs = Date.now();
    if (nowMs - sentMs >= eventPauseMs) {
      sentMs = nowMs;
      process.send?.({ kind: "progress", cases } satisfies RunEvent);
    }
    if (nowMs - loggedMs >= logPauseMs) {
      loggedMs = nowMs;
      process.stderr.write(`${name}: ${cases} of ${total}\n`);
    }
  };
}

process.once("message", async ({ target: name, ...options }: RunRequest) => {
  const target = targets.find((each) => each.name === name);
  if (target === undefined) throw new Error(`Unknown target ${name}.`);
  const onProgress = reportProgress(name, options.cases);
  const { cases, ms, findings } = await runTarget(target, {
    ...options,
    onProgress,
    onFinding: printFinding,
  });
  const end: RunEvent = { kind: "end", cases, ms, counts: countFailures(findings) };
  // A failed target may have left sockets or timers open.
  process.send?.(end, undefined, undefined, () => process.exit(0));
});
