import type { CallError, CallResult, OperationName } from "../../shared/calls.js";
import type { EngineStatus } from "../../shared/ipc.js";

type Failure = Extract<CallResult<OperationName>, { ok: false }>;

const engineAway: CallError = {
  code: "ENGINE_AWAY",
  message: "Tidemark's engine stopped unexpectedly and is being restarted.",
  action: "Try again in a moment. Nothing that was saved is lost.",
};

const engineStarting: CallError = {
  code: "ENGINE_AWAY",
  message: "Tidemark's engine is still starting.",
  action: "Try again in a moment.",
};

export function callFailure(error: CallError): Failure {
  return { ok: false, error, meta: null };
}

/** The engine exited before it answered the call. */
export const lostCall: Failure = callFailure(engineAway);

/** The engine is running but does not respond. */
export function timedOutCall(timeoutMs: number): Failure {
  return callFailure({
    code: "ENGINE_AWAY",
    message: `Tidemark's engine did not respond within ${timeoutMs / 1_000} seconds.`,
    action: "Try again. If that does not help, restart Tidemark.",
  });
}

/** The reason that a call cannot be sent in this status. */
export function unsentCall(status: EngineStatus): Failure {
  if (status.state === "stopped") {
    return callFailure({ code: "ENGINE_STOPPED", message: status.message, action: status.action });
  }
  return callFailure(status.state === "starting" ? engineStarting : engineAway);
}

/** The message was invalid, so it never reached the engine. */
export function badCall(message: string): Failure {
  return callFailure({
    code: "BAD_CALL",
    message,
    action: "Reload the window. If that does not help, please report it.",
  });
}
