import { operationNames } from "../../../shared/app/device-access.js";
import type { AppOperation } from "../../../shared/app/operations.js";
import type { CallError, CallResult, OperationName } from "../../../shared/calls.js";
import { specificAction } from "../../../shared/contract/errors.js";
import { type ContractOperation, contractOperations } from "../../../shared/contract/operations.js";
import type { AppContext } from "../operations/app-registry.js";
import { fetchMissing, performForOwner } from "../operations/perform.js";
import { ContractError, unexpectedError } from "../operations/request/contract-error.js";
import type { ReadOptions } from "../operations/request/heavy-read.js";

function isContractOperation(operation: OperationName): operation is ContractOperation {
  return Object.hasOwn(contractOperations, operation);
}

function isAppOperation(operation: OperationName): operation is AppOperation {
  return !isContractOperation(operation) && operationNames.includes(operation);
}

/**
 * Runs a call on behalf of the owner, who is not metered. The data of a heavy read is a `RenderedResult` if its form is
 * `json`. Never rejects.
 */
export async function callOperation<K extends OperationName>(
  context: AppContext,
  operation: K,
  input: unknown,
  options: ReadOptions = {},
): Promise<CallResult<K>> {
  // The operation's name determines the result's type, but the compiler loses that in the branches.
  if (isContractOperation(operation))
    return (await callContract(context, operation, input, options)) as CallResult<K>;
  if (isAppOperation(operation)) return (await callApp(context, operation, input, options)) as CallResult<K>;
  const error = new ContractError(
    "ERR_ENDPOINT_NOT_FOUND",
    `The operation ${String(operation)} does not exist.`,
  );
  return { ok: false, error: toCallError(error) };
}

/** A search while typing uses local data only: an upstream would charge for every letter. */
function isLocalOnly(input: unknown): boolean {
  return typeof input === "object" && input !== null && Reflect.get(input, "local_only") === true;
}

async function callContract<K extends ContractOperation>(
  context: AppContext,
  operation: K,
  input: unknown,
  options: ReadOptions,
) {
  const caller = { kind: "owner", accountId: context.accountId } as const;
  const request = { caller, call: { ...options, operation, input: () => input } };
  const fetching = isLocalOnly(input) ? null : fetchMissing(context, request);
  if (fetching !== null) await fetching;
  const outcome = await performForOwner(context, request);
  return outcome.ok ? { ok: true, data: outcome.result } : { ok: false, error: toCallError(outcome.error) };
}

async function callApp<K extends AppOperation>(
  context: AppContext,
  operation: K,
  input: unknown,
  options: ReadOptions,
) {
  try {
    // Imported with the first operation of the owner, because their schemas take long to load.
    const { performAppOperation } = await import("../operations/app-registry.js");
    return { ok: true, data: await performAppOperation(context, operation, input, options) };
  } catch (error) {
    if (error instanceof ContractError) return { ok: false, error: toCallError(error) };
    context.log.error("An app operation failed unexpectedly.", error, { operation });
    return { ok: false, error: toCallError(unexpectedError(error, "Something unexpected went wrong.")) };
  }
}

function toCallError({ code, message, action, reason }: ContractError): CallError {
  const error = { code, message, action: specificAction(code, action) };
  return reason === undefined ? error : { ...error, reason };
}
