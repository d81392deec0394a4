import { assertNever } from "../../shared/assert-never.js";
import type { EngineReply } from "../../shared/engine-process.js";
import type { EngineStatus } from "../../shared/ipc.js";

type ReplyWithKind<K extends EngineReply["kind"]> = Extract<EngineReply, { kind: K }>;

/** The status shown in the window, and the number of restarts since the engine last ran stably. */
export interface EngineLifecycle {
  readonly status: EngineStatus;
  readonly attempts: number;
}

export type EngineLifecycleEvent =
  | ReplyWithKind<"ready">
  | ReplyWithKind<"fatal">
  | ReplyWithKind<"pong">
  /** The engine has not answered its pings. */
  | { readonly kind: "silent" }
  | { readonly kind: "exited" }
  /** The engine has been ready long enough to reset the restart counter. */
  | { readonly kind: "ran-stably" }
  | { readonly kind: "restart-requested" };

export const initialLifecycle: EngineLifecycle = { status: { state: "starting" }, attempts: 0 };

/** The state machine. After an exit, `away` calls for a restart; `stopped` does not. */
export function nextLifecycle(lifecycle: EngineLifecycle, event: EngineLifecycleEvent): EngineLifecycle {
  switch (event.kind) {
    case "ready": {
      const { kind: state, isReadOnly, ...engine } = event;
      const status = { state, ...engine, ...(isReadOnly && { isReadOnly }) };
      return { status, attempts: lifecycle.attempts };
    }
    case "fatal": {
      const { problem, path, message, action, backup } = event;
      return { status: { state: "stopped", problem, path, message, action, backup }, attempts: 0 };
    }
    case "exited":
      return lifecycle.status.state === "stopped" ? lifecycle : countRestart(lifecycle);
    case "silent":
      return { ...lifecycle, status: changeState(lifecycle.status, "ready", "silent") };
    case "pong":
      return { ...lifecycle, status: changeState(lifecycle.status, "silent", "ready") };
    case "ran-stably":
      return { status: lifecycle.status, attempts: 0 };
    case "restart-requested":
      return initialLifecycle;
    default:
      return assertNever(event);
  }
}

/** The same status if the engine is in another state. */
function changeState(
  status: EngineStatus,
  from: "ready" | "silent",
  state: "ready" | "silent",
): EngineStatus {
  return status.state === from ? { ...status, state } : status;
}

function countRestart(lifecycle: EngineLifecycle): EngineLifecycle {
  const attempts = lifecycle.attempts + 1;
  return { status: { state: "away", attempt: attempts }, attempts };
}
