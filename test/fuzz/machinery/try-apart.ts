import { fork } from "node:child_process";
import { join } from "node:path";
import type { News, Order } from "./messages.js";
import { countFaults, type Row } from "./row.js";
import type { Finding, Target } from "./target.js";

const childFile = join(import.meta.dirname, "..", "child.ts");
/** A target that says nothing for so long hangs in the middle of a case. */
const silenceMs = 240_000;

export interface Watch {
  readonly onProgress: (cases: number) => void;
  readonly onFinding: (finding: Finding) => void;
}

function lost(target: Target, order: Order, fault: "crash" | "hang"): Finding {
  const message =
    fault === "hang"
      ? `${target.name} has said nothing for ${silenceMs / 1_000} s.`
      : `${target.name} ended half-way.`;
  return { target: target.name, fault, message, value: "", repeat: String(order.seed) };
}

/** Tries a target in a process of its own, and gives its line of the table, whatever becomes of the process. */
export function tryApart(target: Target, order: Order, watch: Watch): Promise<Row> {
  const child = fork(childFile, [], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const startedMs = performance.now();
  let heardMs = performance.now();
  let cases = 0;
  let findings: readonly Finding[] = [];
  let isWhole = false;
  let ms = 0;
  let isHanging = false;
  const guard = setInterval(() => {
    isHanging = performance.now() - heardMs > silenceMs;
    if (isHanging) child.kill("SIGKILL");
  }, 1_000);
  child.on("message", (news: News) => {
    heardMs = performance.now();
    if (news.kind === "finding") watch.onFinding(news.finding);
    else cases = news.cases;
    if (news.kind === "progress") watch.onProgress(cases);
    if (news.kind !== "end") return;
    findings = news.findings;
    ms = news.ms;
    isWhole = true;
  });
  child.send(order);
  return new Promise((done) => {
    child.once("exit", () => {
      clearInterval(guard);
      const ends = isWhole ? findings : [...findings, lost(target, order, isHanging ? "hang" : "crash")];
      if (!isWhole) for (const finding of ends) watch.onFinding(finding);
      const seconds = (isWhole ? ms : performance.now() - startedMs) / 1_000;
      done({
        name: target.name,
        what: target.what,
        seed: order.seed,
        cases,
        seconds,
        counts: countFaults(ends),
      });
    });
  });
}
