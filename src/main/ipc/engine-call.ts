import type { CallResult, OperationInput, OperationName } from "../../shared/calls.js";
import { invalidCall } from "../engine-host/call-failure.js";

/** The same limit as for the body of an HTTP request. */
const maxInputChars = 1_048_576;

export type CallEngine = (
  operation: OperationName,
  input: OperationInput<OperationName>,
) => Promise<CallResult<OperationName>>;

/**
 * Forwards a call to the engine, which validates the input and responds with the contract's error codes. This function
 * only limits the size, and reduces the input to JSON, because it crosses another process boundary.
 */
export async function forwardCall(
  call: CallEngine,
  operation: OperationName,
  input: unknown,
): Promise<CallResult<OperationName>> {
  const json = toJson(input);
  if (json === null) return invalidCall("The input of this call is not plain data.");
  if (json.length > maxInputChars) return invalidCall("The input of this call is larger than 1 MiB.");
  // The engine validates the input against the operation's schema.
  return call(operation, JSON.parse(json) as OperationInput<OperationName>);
}

function toJson(input: unknown): string | null {
  try {
    return JSON.stringify(input ?? {}) ?? null;
  } catch {
    return null;
  }
}
