import type { ContractOperation } from "../../../shared/contract/operations.js";
import { write } from "../db/store.js";
import {
  type CallerRequest,
  execute,
  failedOutcome,
  fetchMissing,
  needsDurableCommit,
  type Outcome,
  resolveDeferred,
} from "./perform.js";
import type { RequestContext } from "./request/context.js";

/** Runs a request in a transaction shared with other pending requests. Never rejects. */
export type GroupPerform = <K extends ContractOperation>(request: CallerRequest<K>) => Promise<Outcome<K>>;

interface PendingRequest {
  readonly request: CallerRequest<ContractOperation>;
  readonly resolve: (outcome: Outcome<ContractOperation>) => void;
}

/** A larger group would delay its last requests for no gain. */
const maxGroupSize = 64;

/**
 * Group commit: requests that arrive in one turn of the event loop share a transaction, and are answered once
 * it commits. A commit costs more than a look-up, so many concurrent clients are served several times as
 * fast. Each request still sees what the one before it was charged, and its charge and its result share the
 * transaction.
 */
export function groupCommit(context: RequestContext): GroupPerform {
  let pending: PendingRequest[] = [];
  let isScheduled = false;

  const executeAll = (group: readonly PendingRequest[]): Outcome<ContractOperation>[] => {
    try {
      return write(context.db, (tx) => group.map(({ request }) => execute(context, tx, request)), {
        durable: group.some(({ request }) => needsDurableCommit(request)),
      });
    } catch (error) {
      return group.map(() => failedOutcome(context, error));
    }
  };

  const flush = () => {
    const group = pending.slice(0, maxGroupSize);
    pending = pending.slice(maxGroupSize);
    isScheduled = pending.length > 0;
    if (isScheduled) setImmediate(flush);
    const outcomes = executeAll(group);
    group.forEach(({ resolve }, i) => {
      const outcome = outcomes[i];
      if (outcome !== undefined) resolve(outcome);
    });
  };

  const enqueue = <K extends ContractOperation>(request: CallerRequest<K>) =>
    new Promise<Outcome<K>>((resolve) => {
      // The outcome belongs to this request's operation, which the type of a mixed queue cannot express.
      pending.push({ request, resolve } as unknown as PendingRequest);
      if (isScheduled) return;
      isScheduled = true;
      setImmediate(flush);
    });

  return async (request) => {
    const fetching = fetchMissing(context, request);
    if (fetching !== null) await fetching;
    return resolveDeferred(context, await enqueue(request));
  };
}
