import { setTimeout as delay } from "node:timers/promises";
import { MINUTE_MS } from "../../../shared/time.js";
import { nextEntryDueMs } from "../db/lists/list-entry.js";
import { ListAgent } from "../lists/list-agent.js";
import type { AppContext } from "../operations/app-registry.js";

/** Longer pauses of shops are not waited for. */
const maxPauseMs = 2 * MINUTE_MS;
const pollMs = 300;

/** Works on a list for a moment; resolves with whether more of its entries will be settled soon. */
export type WorkOnList = (listId: number) => Promise<boolean>;

function isSoon(dueMs: number | null, { clock }: AppContext): dueMs is number {
  return dueMs !== null && dueMs - clock.now() <= maxPauseMs;
}

/** Watches a running engine as it works on a list. */
export function watchList(context: AppContext): WorkOnList {
  return async (listId) => {
    if (!isSoon(nextEntryDueMs(context.db, listId), context)) return false;
    await delay(pollMs);
    return true;
  };
}

/** Works on lists as a running engine does, on a folder without one. Call `stop` at the end. */
export function createListWorker(context: AppContext): { work: WorkOnList; stop: () => Promise<void> } {
  const agent = new ListAgent({ ...context, onChanged: () => undefined });
  const step = async (): Promise<boolean> => {
    const dueMs = agent.runDue();
    if (agent.isVisiting) {
      await agent.visitEnded();
      return true;
    }
    if (!isSoon(dueMs, context)) return false;
    await delay(Math.max(0, dueMs - context.clock.now()));
    return true;
  };
  return {
    work: async (listId) => {
      const untilMs = performance.now() + pollMs;
      while (nextEntryDueMs(context.db, listId) !== null) {
        if (!(await step())) return false;
        if (performance.now() > untilMs) return true;
      }
      return false;
    },
    stop: () => agent.stop(),
  };
}
