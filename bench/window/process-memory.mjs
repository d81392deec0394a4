/** Memory of a process and all its descendants, from Linux's `/proc`. */
import { readdirSync, readFileSync } from "node:fs";

/**
 * Megabytes, with shared pages divided among the processes that share them. `NaN` on other systems than Linux.
 * @param {number} rootPid
 */
export function memoryOfProcessTree(rootPid) {
  if (process.platform !== "linux") return Number.NaN;
  const parents = new Map(
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), readNumber(name, "status", /^PPid:\s+(\d+)/m)]),
  );
  const isInTree = (/** @type {number} */ pid) => {
    for (let at = pid; at > 1; at = parents.get(at) ?? 0) if (at === rootPid) return true;
    return false;
  };
  const pids = [...parents.keys()].filter(isInTree);
  const kilobytes = pids.map((pid) => readNumber(String(pid), "smaps_rollup", /^Pss:\s+(\d+)/m));
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1_024;
}

/**
 * A number in a file of `/proc`; 0 if the process is gone.
 * @param {string} pid
 * @param {string} file
 * @param {RegExp} pattern
 */
function readNumber(pid, file, pattern) {
  try {
    return Number(pattern.exec(readFileSync(`/proc/${pid}/${file}`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
