import type { EngineReply, EngineRequest, EngineStart } from "../../shared/engine-process.js";

/** One running engine process, however it was started. */
export interface EngineProcess {
  send(request: EngineRequest): void;
  /** Terminates the process without a clean shutdown. */
  kill(): void;
}

/** Events of a process that a host started. Each exit is reported exactly once. */
export interface EngineEvents {
  onReply(reply: EngineReply): void;
  onExit(reason: string): void;
}

/**
 * Starts the engine in a separate process. There are two implementations, because Electron's own Node is sometimes
 * too old for the engine's database driver; the supervisor cannot tell them apart.
 */
export interface EngineHost {
  /** Sends `start` as the first message. Throws `EngineUnavailable` if a program file is missing. */
  spawn(start: EngineStart, events: EngineEvents): EngineProcess;
}

/** The engine's script or the Node that runs it is missing, so retrying would not help. */
export class EngineUnavailable extends Error {
  override readonly name = "EngineUnavailable";
}
