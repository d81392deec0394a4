import type { EngineReply, EngineRequest, EngineStart } from "../../shared/engine-process.js";

/** One running engine process, however it was started. */
export interface EngineProcess {
  send(request: EngineRequest): void;
  /** Ends it at once, without asking. */
  kill(): void;
}

/** What a host reports about the process that it started. Each exit is reported exactly once. */
export interface EngineEvents {
  onReply(reply: EngineReply): void;
  onExit(reason: string): void;
}

/**
 * Starts the engine in a process of its own. Two exist, because Electron's own Node is sometimes too old for the
 * engine's database driver; the supervisor cannot tell them apart.
 */
export interface EngineHost {
  /** `start` is the first message to the process. Throws `EngineUnavailable` where there is nothing to start. */
  spawn(start: EngineStart, events: EngineEvents): EngineProcess;
}

/** The engine's program or the Node that runs it is missing: trying again would not help. */
export class EngineUnavailable extends Error {
  override readonly name = "EngineUnavailable";
}
