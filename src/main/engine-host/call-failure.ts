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

/** The call was sent, and the engine went away before it answered. */
export const lostCall: Failure = callFailure(engineAway);

/** The engine runs but does not answer. */
export function timedOutCall(timeoutMs: number): Failure {
  return callFailure({
    code: "ENGINE_AWAY",
    message: `Tidemark's engine did not answer within ${timeoutMs / 1_000} seconds.`,
    action: "Try again. If this stays, close Tidemark and open it again.",
  });
}

/** Why a call cannot be sent in this status. */
export function unsentCall(status: EngineStatus): Failure {
  if (status.state === "stopped") {
    return callFailure({ code: "ENGINE_STOPPED", message: status.message, action: status.action });
  }
  return callFailure(status.state === "starting" ? engineStarting : engineAway);
}

/** The message broke the bridge's rules; the engine never sees it. */
export function badCall(message: string): Failure {
  return callFailure({
    code: "BAD_CALL",
    message,
    action: "Reload the window. If this stays, please report it.",
  });
}
