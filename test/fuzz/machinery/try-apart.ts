import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
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

/** What has been heard of a process so far. */
interface Heard {
  cases: number;
  /** Its last word; `null` as long as there is none. */
  end: Extract<News, { kind: "end" }> | null;
  atMs: number;
}

function listen(child: ChildProcess, heard: Heard, watch: Watch): void {
  child.on("message", (news: News) => {
    heard.atMs = performance.now();
    if (news.kind === "finding") return watch.onFinding(news.finding);
    heard.cases = news.cases;
    if (news.kind === "end") heard.end = news;
    else watch.onProgress(news.cases);
  });
}

/** Ends a process that has gone silent; says whether it did. */
function guard(child: ChildProcess, heard: Heard): () => boolean {
  let isSilent = false;
  const look = setInterval(() => {
    isSilent ||= performance.now() - heard.atMs > silenceMs;
    if (isSilent) child.kill("SIGKILL");
  }, 1_000);
  child.once("exit", () => clearInterval(look));
  return () => isSilent;
}

/** Tries a target in a process of its own, and gives its line of the table, whatever becomes of the process. */
export async function tryApart(target: Target, order: Order, watch: Watch): Promise<Row> {
  const startedMs = performance.now();
  const child = fork(childFile, [], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const heard: Heard = { cases: 0, end: null, atMs: startedMs };
  listen(child, heard, watch);
  const isSilent = guard(child, heard);
  child.send(order);
  await once(child, "exit");
  const { end, cases } = heard;
  const row = { name: target.name, what: target.what, seed: order.seed, cases };
  if (end !== null) return { ...row, seconds: end.ms / 1_000, counts: countFaults(end.findings) };
  const finding = lost(target, order, isSilent() ? "hang" : "crash");
  watch.onFinding(finding);
  return { ...row, seconds: (performance.now() - startedMs) / 1_000, counts: countFaults([finding]) };
}
