import { z } from "zod";
import { type AppOperation, appOperations } from "../../../src/shared/app/operations.js";
import type { CallResult, OperationName } from "../../../src/shared/calls.js";
import { errorCodes } from "../../../src/shared/contract/errors.js";
import { type ContractOperation, contractOperations } from "../../../src/shared/contract/operations.js";
import { Wrong } from "../machinery/target.js";

/** What only the app's own half of a call can say. */
const appCodes = ["ENGINE_AWAY", "ENGINE_STOPPED", "BAD_CALL"];

function judgeError({ code, message, action }: { code: string; message: string; action: string }): void {
  if (code === "ERR_INTERNAL") throw new Wrong(message, "5xx");
  if (![...errorCodes, ...appCodes].includes(code)) throw new Wrong(`The code ${code} is not known.`);
  if (message === "" || action === "") throw new Wrong(`${code} has no sentence, or no next step.`);
}

function outputOf(operation: string, result: object): { schema: z.ZodType; value: unknown } | null {
  if (Object.hasOwn(appOperations, operation))
    return { schema: appOperations[operation as AppOperation].output, value: result };
  if (!Object.hasOwn(contractOperations, operation)) return null;
  // The door that an answer leaves by adds these two.
  const meta = { request_id: "x", credits_used: 0, credits_remaining: 0, rate_limit_remaining: 0 };
  return {
    schema: contractOperations[operation as ContractOperation].output,
    value: { ...result, success: true, meta },
  };
}

/** An answer is a value of the operation's own form, or an error that the contract knows; never an internal one. */
export function judgeCall(operation: string, result: CallResult<OperationName>): void {
  if (typeof result !== "object" || result === null) throw new Wrong("There is no answer.");
  if (result.ok) judgeOutput(operation, result.data);
  else judgeError(result.error);
}

function judgeOutput(operation: string, data: object): void {
  const output = outputOf(operation, data);
  if (output === null) throw new Wrong(`There is no operation ${operation}, and yet it answered.`);
  const parsed = output.schema.safeParse(output.value);
  if (!parsed.success)
    throw new Wrong(`${operation} answered otherwise than it says: ${z.prettifyError(parsed.error)}`);
}
