import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { countFailures, formatFinding } from "./run-target.js";
import type { TableRow } from "./table.js";
import type { FailureKind, Target } from "./target.js";

/** To the child process. */
export interface RunRequest {
  readonly target: string;
  readonly seed: number;
  readonly cases: number;
  readonly maxMs?: number;
}

/** From the child process, which prints its findings itself. */
export type RunEvent =
  | { readonly kind: "progress"; readonly cases: number }
  | {
      readonly kind: "end";
      readonly cases: number;
      readonly ms: number;
      readonly counts: Readonly<Record<FailureKind, number>>;
    };

const childFile = join(import.meta.dirname, "..", "child.ts");
const maxSilenceMs = 240_000;
const logPauseMs = 15_000;

/** Kills a child that reports nothing for too long: it loops, and cannot notice that itself. */
function killWhenSilent(child: ChildProcess): () => boolean {
  let wasKilled = false;
  const timer = setTimeout(() => {
    wasKilled = child.kill("SIGKILL");
  }, maxSilenceMs);
  child.on("message", () => timer.refresh());
  child.once("exit", () => clearTimeout(timer));
  return () => wasKilled;
}

/** Runs a target in a process of its own, so that a crash or an endless loop does not end the run. */
export async function runInChildProcess(target: Target, request: RunRequest): Promise<TableRow> {
  const startedMs = performance.now();
  const child = fork(childFile, [], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const wasKilled = killWhenSilent(child);
  let last: RunEvent = { kind: "progress", cases: 0 };
  let loggedMs = startedMs;
  child.on("message", (event: RunEvent) => {
    last = event;
    if (performance.now() - loggedMs < logPauseMs) return;
    loggedMs = performance.now();
    process.stderr.write(`${target.name}: ${event.cases} of ${request.cases}\n`);
  });
  child.send(request);
  await once(child, "exit");
  const end = last as RunEvent;
  const row = { name: target.name, input: target.input, seed: request.seed, cases: end.cases };
  if (end.kind === "end") return { ...row, seconds: end.ms / 1_000, counts: end.counts };
  const message = wasKilled()
    ? `No progress for ${maxSilenceMs / 1_000} s.`
    : `The process of ${target.name} exited before its last case.`;
  const kind = wasKilled() ? ("hang" as const) : ("crash" as const);
  const finding = { target: target.name, kind, message, value: "", repeat: "" };
  process.stderr.write(`\n${formatFinding(finding)}\n`);
  return { ...row, seconds: (performance.now() - startedMs) / 1_000, counts: countFailures([finding]) };
}
