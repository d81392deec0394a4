import type { CallError, CallResult, OperationInput, OperationName } from "../../shared/calls.js";
import { bridge } from "../lib/bridge.js";
import { texts } from "../lib/texts.js";
import { engineSettled } from "./engine.js";

/** Delays between retries, in case a call fails a moment before the engine's absence is announced. */
const retryPausesMs = [200, 1_000, 3_000] as const;

function failure<K extends OperationName>(error: CallError): CallResult<K> {
  return { ok: false, error };
}

/** Sends once. For changes: a retry after a lost answer could create two keys. */
export async function callOnce<K extends OperationName>(
  operation: K,
  input: OperationInput<K>,
): Promise<CallResult<K>> {
  try {
    return JSON.parse(await bridge().invokeText("engine:call", operation, input)) as CallResult<K>;
  } catch (cause) {
    const { errors } = texts();
    return failure({
      code: "BAD_CALL",
      message: cause instanceof Error ? cause.message : errors.notPassed,
      action: errors.notPassedAdvice,
    });
  }
}

/** Sends and retries while the engine is away. For reading only. */
export async function ask<K extends OperationName>(
  operation: K,
  input: OperationInput<K>,
): Promise<CallResult<K>> {
  for (let attempt = 0; ; attempt++) {
    const status = await engineSettled();
    if (status.state === "stopped")
      return failure({ code: "ENGINE_STOPPED", message: status.message, action: status.action });
    const result = await callOnce(operation, input);
    const pauseMs = retryPausesMs[attempt];
    if (result.ok || result.error.code !== "ENGINE_AWAY" || pauseMs === undefined) return result;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
