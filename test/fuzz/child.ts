import type { News, Order } from "./machinery/messages.js";
import { runTarget } from "./machinery/run-target.js";
import { targets } from "./targets/index.js";

/** Tries one target in a process of its own: what crashes or hangs it is told from outside. */

function tell(news: News): void {
  process.send?.(news);
}

/** Whatever a target has left open is nobody's any more. */
function leave(last: News): void {
  process.send?.(last, undefined, undefined, () => process.exit(0));
}

/** Often enough to be seen alive, seldom enough to cost nothing. */
const progressPauseMs = 500;

async function carryOut({ target: name, seed, cases, endMs }: Order): Promise<void> {
  const target = targets.find((each) => each.name === name);
  if (target === undefined) throw new Error(`There is no target ${name}.`);
  let toldMs = 0;
  const outcome = await runTarget(target, {
    seed,
    cases,
    ...(endMs === null ? {} : { endMs }),
    onFinding: (finding) => tell({ kind: "finding", finding }),
    onProgress: (done) => {
      if (Date.now() - toldMs < progressPauseMs) return;
      toldMs = Date.now();
      tell({ kind: "progress", cases: done });
    },
  });
  leave({ kind: "end", ...outcome });
}

process.once("message", (order: Order) => {
  void carryOut(order);
});
