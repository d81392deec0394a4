import type { ContractOperation, ContractResult } from "../../../shared/contract/operations.js";
import { type AccountLedger, writeCounted } from "../db/accounts/account.js";
import { describeDiskError } from "../db/storage-error.js";
import { readSnapshot } from "../db/store.js";
import {
  type CallerRequest,
  execute,
  failedOutcome,
  fetchMissing,
  isWrite,
  needsDurableCommit,
  type Outcome,
  readOnThread,
  refusedOutcome,
  resolveDeferred,
} from "./perform.js";
import type { RequestContext } from "./request/context.js";
import type { RenderedResult } from "./request/heavy-read.js";

/** A result that the reader's thread has found comes as the body of its response. */
type GroupOutcome<K extends ContractOperation> = Outcome<ContractResult<K> | RenderedResult>;

/** Runs a request in a transaction shared with other pending requests. Never rejects. */
export type GroupPerform = <K extends ContractOperation>(
  request: CallerRequest<K>,
) => Promise<GroupOutcome<K>>;

type Executed = ReturnType<typeof execute>;

interface PendingRequest {
  readonly request: CallerRequest<ContractOperation>;
  readonly resolve: (outcome: Executed) => void;
}

/** A larger group would delay its last requests for no gain. */
const maxGroupSize = 64;
/** How long requests may occupy a turn of the event loop; a single one can take longer. */
const sliceMs = 20;
/** Decision 51. */
const maxWaiting = 256;

/**
 * Group commit: requests that arrive in one turn of the event loop share a transaction, and are answered once it
 * commits. A commit costs more than a look-up, so many concurrent clients are served several times as fast. Each
 * request still sees what the one before it was charged. Its charge and its result share the transaction, except for
 * heavy reads, which run before it on a thread of their own.
 */
export function groupCommit(context: RequestContext): GroupPerform {
  const pending: PendingRequest[] = [];
  let isScheduled = false;

  const executeAll = (group: readonly PendingRequest[], endMs: number): Executed[] => {
    try {
      const durable = group.some(({ request }) => needsDurableCommit(request));
      const work = (ledger: AccountLedger) =>
        executeUntil(endMs, group, (request) => execute(context, ledger, request));
      return writeCounted(context.db, work, { durable });
    } catch (error) {
      context.log.error("Requests could not be counted.", error);
      return group.map(({ request }) => answerWithoutCommit(context, request, error));
    }
  };

  const flush = () => {
    const endMs = performance.now() + sliceMs;
    do {
      const group = pending.slice(0, maxGroupSize);
      const outcomes = executeAll(group, endMs);
      pending.splice(0, outcomes.length);
      outcomes.forEach((outcome, i) => void group[i]?.resolve(outcome));
    } while (pending.length > 0 && performance.now() < endMs);
    for (const { request, resolve } of pending.splice(maxWaiting)) resolve(refusedOutcome(context, request));
    isScheduled = pending.length > 0;
    if (isScheduled) setImmediate(flush);
  };

  const enqueue = (request: CallerRequest<ContractOperation>) =>
    new Promise<Executed>((resolve) => {
      pending.push({ request, resolve });
      if (isScheduled) return;
      isScheduled = true;
      setImmediate(flush);
    });

  const run = async (request: CallerRequest<ContractOperation>): Promise<Outcome<unknown>> => {
    const fetching = fetchMissing(context, request);
    if (fetching !== null) await fetching;
    const executed = await enqueue(request);
    if (!("heavy" in executed)) return resolveDeferred(context, executed);
    if ((context.reader?.waiting(request.caller) ?? 0) >= maxWaiting) return refusedOutcome(context, request);
    const signal = "operation" in request.call ? request.call.signal?.() : undefined;
    const found = await readOnThread(context, executed.heavy, signal);
    if (found === null) return refusedOutcome(context, request);
    const charged = await enqueue({ ...request, call: { ...request.call, found } as typeof request.call });
    if ("heavy" in charged) throw new Error("A result that was found needs no reader.");
    return charged;
  };
  // The outcome belongs to the request's operation, which the type of a mixed queue cannot express.
  return run as GroupPerform;
}

/** Executes requests until the time is over, but at least one. */
function executeUntil(
  endMs: number,
  group: readonly PendingRequest[],
  executeOne: (request: PendingRequest["request"]) => Executed,
): Executed[] {
  const outcomes: Executed[] = [];
  for (const { request } of group) {
    outcomes.push(executeOne(request));
    if (performance.now() >= endMs) break;
  }
  return outcomes;
}

/** Where the disk takes no writes, reading goes on, and is not counted. */
function answerWithoutCommit(
  context: RequestContext,
  request: CallerRequest<ContractOperation>,
  error: unknown,
): Executed {
  const problem = describeDiskError(error, "its data folder")?.kind ?? "";
  const isUnwritable = ["disk-full", "not-writable", "disk-errors"].includes(problem);
  if (!isUnwritable || isWrite(request.call)) return failedOutcome(context, error);
  try {
    return readSnapshot(context.db, () => execute(context, null, request));
  } catch (readError) {
    return failedOutcome(context, readError);
  }
}
