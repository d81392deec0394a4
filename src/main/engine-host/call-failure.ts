import type { CallError, CallResult, OperationName } from "../../shared/calls.js";
import type { EngineStatus } from "../../shared/ipc.js";

type FailedCall = Extract<CallResult<OperationName>, { ok: false }>;

const engineAwayError: CallError = {
  code: "ENGINE_AWAY",
  message: "Tidemark's engine stopped unexpectedly and is being restarted.",
  action: "Try again in a moment. Nothing that was saved is lost.",
};

const engineStartingError: CallError = {
  code: "ENGINE_AWAY",
  message: "Tidemark's engine is still starting.",
  action: "Try again in a moment.",
};

const engineSilentError: CallError = {
  code: "ENGINE_AWAY",
  message: "Tidemark's engine does not answer.",
  action: "Restart the engine. Nothing that was saved is lost.",
};

export function failCall(error: CallError): FailedCall {
  return { ok: false, error };
}

/** The engine exited before it answered the call. */
export const lostCall: FailedCall = failCall(engineAwayError);

/** The engine is running but does not respond. */
export function timedOutCall(timeoutMs: number): FailedCall {
  return failCall({
    code: "ENGINE_AWAY",
    message: `Tidemark's engine did not respond within ${timeoutMs / 1_000} seconds.`,
    action: "Try again. If that does not help, restart Tidemark.",
  });
}

/** Why a call cannot be sent in this status. */
export function unavailableCall(status: EngineStatus): FailedCall {
  if (status.state === "stopped") {
    return failCall({ code: "ENGINE_STOPPED", message: status.message, action: status.action });
  }
  if (status.state === "silent") return failCall(engineSilentError);
  return failCall(status.state === "starting" ? engineStartingError : engineAwayError);
}

/** The message was invalid, so it never reached the engine. */
export function invalidCall(message: string): FailedCall {
  return failCall({
    code: "BAD_CALL",
    message,
    action: "Reload the window. If that does not help, please report it.",
  });
}
