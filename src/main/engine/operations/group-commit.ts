import type { ContractOperation } from "../../../shared/contract/operations.js";
import { write } from "../db/store.js";
import type { RequestContext } from "./context.js";
import {
  type AccountRequest,
  afterwards,
  type Outcome,
  outcomeOfFault,
  performWithin,
  readAhead,
  waitsForDisk,
} from "./perform.js";

/** Runs a request in a transaction shared with other pending requests. Never rejects. */
export type GroupPerform = <K extends ContractOperation>(request: AccountRequest<K>) => Promise<Outcome<K>>;

interface Waiting {
  readonly request: AccountRequest<ContractOperation>;
  readonly resolve: (outcome: Outcome<ContractOperation>) => void;
}

/** A larger group would delay its last requests for no gain. */
const mostInGroup = 64;

/**
 * Group commit: requests that arrive in one turn of the event loop share a transaction, and are answered once
 * it commits. A commit costs more than a look-up, so many concurrent clients are served several times as
 * fast. Each request still sees what the one before it was charged, and its charge and its answer share the
 * transaction.
 */
export function groupCommit(context: RequestContext): GroupPerform {
  let waiting: Waiting[] = [];
  let isScheduled = false;

  const performAll = (group: readonly Waiting[]): Outcome<ContractOperation>[] => {
    try {
      return write(context.db, (tx) => group.map(({ request }) => performWithin(context, tx, request)), {
        durable: group.some(({ request }) => waitsForDisk(request)),
      });
    } catch (error) {
      return group.map(() => outcomeOfFault(context, error));
    }
  };

  const flush = () => {
    const group = waiting.slice(0, mostInGroup);
    waiting = waiting.slice(mostInGroup);
    isScheduled = waiting.length > 0;
    if (isScheduled) setImmediate(flush);
    const outcomes = performAll(group);
    group.forEach(({ resolve }, i) => {
      const outcome = outcomes[i];
      if (outcome !== undefined) resolve(outcome);
    });
  };

  const kept = <K extends ContractOperation>(request: AccountRequest<K>) =>
    new Promise<Outcome<K>>((resolve) => {
      // The outcome belongs to this request's operation, which the type of a mixed queue cannot express.
      waiting.push({ request, resolve } as unknown as Waiting);
      if (isScheduled) return;
      isScheduled = true;
      setImmediate(flush);
    });

  return async (request) => {
    const ahead = readAhead(context, request);
    if (ahead !== null) await ahead;
    return afterwards(context, await kept(request));
  };
}
