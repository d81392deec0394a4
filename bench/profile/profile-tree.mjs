/** Turns a V8 CPU profile into a tree of calls with their times. */

/**
 * @typedef {object} CallNode
 * @property {string} label function and file
 * @property {number} selfMs
 * @property {number} totalMs
 * @property {CallNode[]} children by total time, longest first
 */

/**
 * @typedef {object} Profile
 * @property {{ id: number, callFrame: { functionName: string, url: string, lineNumber: number }, children?: number[] }[]} nodes
 * @property {number[]} samples
 * @property {number[]} timeDeltas microseconds
 */

/** Time in which the process waited. */
const idleFrames = new Set(["(idle)", "(program)"]);

/**
 * Excludes idle time.
 * @param {Profile} profile
 * @returns {CallNode}
 */
export function buildCallTree({ nodes, samples, timeDeltas }) {
  const selfMs = new Map();
  for (const [index, id] of samples.entries())
    selfMs.set(id, (selfMs.get(id) ?? 0) + (timeDeltas[index] ?? 0) / 1_000);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const build = (/** @type {number} */ id) => {
    const node = byId.get(id);
    if (node === undefined) throw new Error("The profile refers to a call that it does not contain.");
    const own = idleFrames.has(node.callFrame.functionName) ? 0 : (selfMs.get(id) ?? 0);
    const children = mergeCalls((node.children ?? []).map(build));
    const totalMs = children.reduce((sum, child) => sum + child.totalMs, own);
    return { label: formatLabel(node.callFrame), selfMs: own, totalMs, children };
  };
  return build(nodes[0]?.id ?? 0);
}

/** @param {{ functionName: string, url: string, lineNumber: number }} frame */
function formatLabel({ functionName, url }) {
  const file =
    url
      .split("/")
      .at(-1)
      ?.replace(/-[\w-]{8}\.js$/, "") ?? "";
  return `${functionName || "(anonymous)"}${file === "" ? "" : ` ${file}`}`;
}

/**
 * Merges calls with the same label.
 * @param {CallNode[]} calls
 * @returns {CallNode[]}
 */
function mergeCalls(calls) {
  /** @type {Map<string, CallNode>} */
  const merged = new Map();
  for (const call of calls) {
    const same = merged.get(call.label);
    if (same === undefined) merged.set(call.label, call);
    else
      merged.set(call.label, {
        label: call.label,
        selfMs: same.selfMs + call.selfMs,
        totalMs: same.totalMs + call.totalMs,
        children: mergeCalls([...same.children, ...call.children]),
      });
  }
  return [...merged.values()].sort((a, b) => b.totalMs - a.totalMs);
}

/**
 * The functions with the most self time.
 * @param {CallNode} tree
 * @param {number} count
 * @returns {[label: string, ms: number][]}
 */
export function topFunctions(tree, count) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  const visit = (/** @type {CallNode} */ node) => {
    sums.set(node.label, (sums.get(node.label) ?? 0) + node.selfMs);
    node.children.forEach(visit);
  };
  visit(tree);
  return [...sums].sort((a, b) => b[1] - a[1]).slice(0, count);
}
