import { setTimeout as delay } from "node:timers/promises";
import { MINUTE_MS } from "../../../shared/time.js";
import { nextDueMs, type Work } from "../db/intake/link.js";
import { IntakeAgent } from "../intake/intake-agent.js";
import type { AppContext } from "../operations/app-registry.js";
import { ArchiveAgent } from "../scheduler/archive-agent.js";

/** Longer pauses of shops are not waited for. */
const maxPauseMs = 2 * MINUTE_MS;
const pollMs = 300;

/** Works on links for a moment; resolves with whether more of them will be settled soon. */
export type WorkOnLinks = (work: NonNullable<Work>) => Promise<boolean>;

function isSoon(dueMs: number | null, { clock }: AppContext): dueMs is number {
  return dueMs !== null && dueMs - clock.now() <= maxPauseMs;
}

/** Watches a running engine as it works on links. */
export function watchLinks(context: AppContext): WorkOnLinks {
  return async (work) => {
    if (!isSoon(nextDueMs(context.db, work), context)) return false;
    await delay(pollMs);
    return true;
  };
}

/** Works on links as a running engine does, on a folder without one. Call `stop` at the end. */
export function createLinkWorker(context: AppContext): { work: WorkOnLinks; stop: () => Promise<void> } {
  const agent = new IntakeAgent({ ...context, onChanged: () => undefined });
  return {
    // Not on links of other commands, which may run beside this one.
    work: async (work) => {
      const untilMs = performance.now() + pollMs;
      while (isSoon(nextDueMs(context.db, work), context)) {
        const dueMs = agent.runDue(work);
        if (agent.isVisiting) await agent.visitEnded();
        else if (isSoon(dueMs, context)) await delay(Math.max(0, dueMs - context.clock.now()));
        else return false;
        if (performance.now() > untilMs) return true;
      }
      return false;
    },
    stop: () => agent.stop(),
  };
}

/** Lets requests to archives go on for a moment. */
export type WorkOnArchive = () => Promise<void>;

export const watchArchive: WorkOnArchive = () => delay(pollMs);

/** Asks archives as a running engine does, on a folder without one. Call `stop` at the end. */
export function createArchiveWorker(context: AppContext): { work: WorkOnArchive; stop: () => Promise<void> } {
  const agent = new ArchiveAgent({ ...context, onAnswer: () => undefined });
  return {
    work: async () => {
      const dueMs = agent.runDue() ?? context.clock.now();
      await Promise.race([agent.requestEnded(), delay(pollMs)]);
      await delay(Math.min(pollMs, Math.max(0, dueMs - context.clock.now())));
    },
    stop: () => agent.stop(),
  };
}
