import { assertNever } from "../../shared/assert-never.js";
import type { EngineReply } from "../../shared/engine-process.js";
import type { EngineStatus } from "../../shared/ipc.js";

type ReplyOf<K extends EngineReply["kind"]> = Extract<EngineReply, { kind: K }>;

/** The engine's life as main sees it: what the window is told, and how many restarts since it last ran well. */
export interface EngineLife {
  readonly status: EngineStatus;
  readonly attempts: number;
}

export type EngineLifeEvent =
  | ReplyOf<"ready">
  | ReplyOf<"fatal">
  | { readonly kind: "exited" }
  /** It has been ready for long enough that the next exit counts as a first one again. */
  | { readonly kind: "ran-well" }
  | { readonly kind: "restart-asked" };

export const newEngineLife: EngineLife = { status: { state: "starting" }, attempts: 0 };

/** The whole state machine. An exit that leaves `status.state` at `away` asks for a restart; at `stopped` it does not. */
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
      return life.status.state === "stopped" ? life : awayAgain(life);
    case "ran-well":
      return { status: life.status, attempts: 0 };
    case "restart-asked":
      return newEngineLife;
    default:
      return assertNever(event);
  }
}

function awayAgain(life: EngineLife): EngineLife {
  const attempts = life.attempts + 1;
  return { status: { state: "away", attempt: attempts }, attempts };
}
