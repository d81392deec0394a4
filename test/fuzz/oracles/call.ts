import { z } from "zod";
import { type AppOperation, appOperations } from "../../../src/shared/app/operations.js";
import type { CallError, CallResult, OperationName } from "../../../src/shared/calls.js";
import { errorCodes } from "../../../src/shared/contract/errors.js";
import { type ContractOperation, contractOperations } from "../../../src/shared/contract/operations.js";

/** Codes outside the contract, for calls of the window only. */
const appCodes = ["ENGINE_AWAY", "ENGINE_STOPPED", "BAD_CALL"];

/** A call returns data of the operation's schema or an error of the contract, never an internal one. */
export function checkCallResult(operation: string, result: CallResult<OperationName>): void {
  if (typeof result !== "object" || result === null) throw new Error("The call has no result.");
  if (result.ok) checkData(operation, result.data);
  else checkError(result.error);
}

function checkError({ code, message, action }: CallError): void {
  if (code === "ERR_INTERNAL") throw new Error(message);
  if (![...errorCodes, ...appCodes].includes(code)) throw new Error(`Unknown error code ${code}.`);
  if (message === "" || action === "") throw new Error(`${code} lacks a message or a next step.`);
}

function checkData(operation: string, data: object): void {
  const parsed = parseData(operation, data);
  if (parsed === null) throw new Error(`The unknown operation ${operation} returned data.`);
  if (!parsed.success) throw new Error(`${operation} violates its schema: ${z.prettifyError(parsed.error)}`);
}

function parseData(operation: string, data: object) {
  if (Object.hasOwn(appOperations, operation))
    return appOperations[operation as AppOperation].output.safeParse(data);
  if (!Object.hasOwn(contractOperations, operation)) return null;
  // Only HTTP responses contain these two.
  const meta = { request_id: "x", credits_used: 0, credits_remaining: 0, rate_limit_remaining: 0 };
  return contractOperations[operation as ContractOperation].output.safeParse({
    ...data,
    success: true,
    meta,
  });
}
