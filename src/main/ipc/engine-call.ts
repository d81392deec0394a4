import type { CallResult, OperationInput, OperationName } from "../../shared/calls.js";
import { badCall } from "../engine-host/call-failure.js";

/** As much as the HTTP API takes in a body. */
const largestInputChars = 1_048_576;

export type CallEngine = (
  operation: OperationName,
  input: OperationInput<OperationName>,
) => Promise<CallResult<OperationName>>;

/**
 * Passes a call on. The engine validates the input and answers with the contract's own error codes; here it is only
 * bounded and made plain, because it crosses another process boundary.
 */
export async function engineCall(
  call: CallEngine,
  operation: OperationName,
  input: unknown,
): Promise<CallResult<OperationName>> {
  const text = plainText(input);
  if (text === null) return badCall("The input of this call is not plain data.");
  if (text.length > largestInputChars) return badCall("The input of this call is larger than 1 MiB.");
  // Checked by the engine, against this very operation's schema.
  return call(operation, JSON.parse(text) as OperationInput<OperationName>);
}

function plainText(input: unknown): string | null {
  try {
    return JSON.stringify(input ?? {}) ?? null;
  } catch {
    return null;
  }
}
