import { useState } from "react";
import type { CallError, CallResult, OperationInput, OperationName } from "../../shared/calls.js";
import { callOnce } from "./call-engine.js";

/** Sends as `callOnce` does, and holds the failure of the last call, for a view to show. */
export function useCall() {
  const [failure, setFailure] = useState<CallError | null>(null);
  const call = async <K extends OperationName>(
    operation: K,
    input: OperationInput<K>,
  ): Promise<CallResult<K>> => {
    const result = await callOnce(operation, input);
    setFailure(result.ok ? null : result.error);
    return result;
  };
  return { call, failure, setFailure };
}
