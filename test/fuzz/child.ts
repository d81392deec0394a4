import type { RunEvent, RunRequest } from "./runner/child-process.js";
import { countFailures, formatFinding, runTarget } from "./runner/run-target.js";
import type { Finding } from "./runner/target.js";
import { targets } from "./targets/index.js";

/** Runs one target for `npm run fuzz`. */

const eventPauseMs = 500;

process.once("message", async ({ target: name, ...options }: RunRequest) => {
  const target = targets.find((each) => each.name === name);
  if (target === undefined) throw new Error(`Unknown target ${name}.`);
  let sentMs = 0;
  const onProgress = (cases: number) => {
    if (Date.now() - sentMs < eventPauseMs) return;
    sentMs = Date.now();
    process.send?.({ kind: "progress", cases } satisfies RunEvent);
  };
  const onFinding = (finding: Finding) => void process.stderr.write(`\n${formatFinding(finding)}\n`);
  const { cases, ms, findings } = await runTarget(target, { ...options, onProgress, onFinding });
  const end: RunEvent = { kind: "end", cases, ms, counts: countFailures(findings) };
  // A failed target may have left sockets or timers open.
  process.send?.(end, undefined, undefined, () => process.exit(0));
});
