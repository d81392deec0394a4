import { assertNever } from "../../shared/assert-never.js";
import type { EngineReply } from "../../shared/engine-process.js";
import type { EngineStatus } from "../../shared/ipc.js";

type ReplyWithKind<K extends EngineReply["kind"]> = Extract<EngineReply, { kind: K }>;

/** The status shown in the window, and the number of restarts since the engine last ran stably. */
export interface EngineLife {
  readonly status: EngineStatus;
  readonly attempts: number;
}

export type EngineLifeEvent =
  | ReplyWithKind<"ready">
  | ReplyWithKind<"fatal">
  | { readonly kind: "exited" }
  /** The engine has been ready long enough to reset the restart counter. */
  | { readonly kind: "ran-well" }
  | { readonly kind: "restart-asked" };

export const newEngineLife: EngineLife = { status: { state: "starting" }, attempts: 0 };

/** The state machine. After an exit, `away` calls for a restart; `stopped` does not. */
export function nextEngineLife(life: EngineLife, event: EngineLifeEvent): EngineLife {
  switch (event.kind) {
    case "ready": {
      const { baseUrl, dataFolder, pid } = event;
      return { status: { state: "ready", baseUrl, dataFolder, pid }, attempts: life.attempts };
    }
    case "fatal": {
      const { problem, path, message, action, backup } = event;
      return { status: { state: "stopped", problem, path, message, action, backup }, attempts: 0 };
    }
    case "exited":
      return life.status.state === "stopped" ? life : countRestart(life);
    case "ran-well":
      return { status: life.status, attempts: 0 };
    case "restart-asked":
      return newEngineLife;
    default:
      return assertNever(event);
  }
}

function countRestart(life: EngineLife): EngineLife {
  const attempts = life.attempts + 1;
  return { status: { state: "away", attempt: attempts }, attempts };
}
