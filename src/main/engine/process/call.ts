import { type AppOperation, appOperations } from "../../../shared/app/operations.js";
import type { CallResult, OperationName } from "../../../shared/calls.js";
import { type ContractOperation, contractOperations } from "../../../shared/contract/operations.js";
import { type AppContext, performAppOperation } from "../operations/app-registry.js";
import { fetchMissing, perform, resolveDeferred } from "../operations/perform.js";
import { ContractError } from "../operations/request/contract-error.js";

function isContractOperation(operation: OperationName): operation is ContractOperation {
  return Object.hasOwn(contractOperations, operation);
}

function isAppOperation(operation: OperationName): operation is AppOperation {
  return Object.hasOwn(appOperations, operation);
}

/** Runs a call from the window or a script on behalf of the default account. Never rejects. */
export async function callOperation<K extends OperationName>(
  context: AppContext,
  operation: K,
  input: unknown,
): Promise<CallResult<K>> {
  // The operation's name determines the result's type, but the compiler loses that in the branches.
  if (isContractOperation(operation)) return (await callContract(context, operation, input)) as CallResult<K>;
  if (isAppOperation(operation)) return (await callApp(context, operation, input)) as CallResult<K>;
  const error = new ContractError(
    "ERR_ENDPOINT_NOT_FOUND",
    `The operation ${String(operation)} does not exist.`,
  );
  return { ok: false, error: toCallError(error), meta: null };
}

/** A search while typing uses local data only: an upstream would charge for every letter. */
function isLocalOnly(input: unknown): boolean {
  return typeof input === "object" && input !== null && Reflect.get(input, "local_only") === true;
}

async function callContract<K extends ContractOperation>(context: AppContext, operation: K, input: unknown) {
  const request = { accountId: context.accountId, call: { operation, input: () => input } };
  const fetching = isLocalOnly(input) ? null : fetchMissing(context, request);
  if (fetching !== null) await fetching;
  const localOutcome = perform(context, request);
  const outcome = await resolveDeferred(context, localOutcome);
  return outcome.ok
    ? { ok: true, data: outcome.result, meta: outcome.meta }
    : { ok: false, error: toCallError(outcome.error), meta: outcome.meta };
}

async function callApp<K extends AppOperation>(context: AppContext, operation: K, input: unknown) {
  try {
    return { ok: true, data: await performAppOperation(context, operation, input), meta: null };
  } catch (error) {
    if (error instanceof ContractError) return { ok: false, error: toCallError(error), meta: null };
    context.log.error("An app operation failed unexpectedly.", error, { operation });
    const internal = new ContractError("ERR_INTERNAL", "Something unexpected went wrong.");
    return { ok: false, error: toCallError(internal), meta: null };
  }
}

function toCallError(error: ContractError) {
  return {
    code: error.code,
    message: error.message,
    action: error.action,
    ...(error.retryAfterSeconds === null ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
  };
}
