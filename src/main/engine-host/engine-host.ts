import type { EngineReply, EngineRequest, EngineStart } from "../../shared/engine-process.js";

/** One running engine process. */
export interface EngineProcess {
  send(request: EngineRequest): void;
  /** Kills the process immediately. */
  kill(): void;
}

/** Each exit is reported exactly once. */
export interface EngineProcessListener {
  onReply(reply: EngineReply): void;
  onExit(reason: string): void;
}

/** Starts the engine in a process of its own. An interface, so that the supervisor's tests need no Electron. */
export interface EngineHost {
  /** `start` is the first message to the process. Throws `EngineUnavailable` when the engine's program is missing. */
  spawn(start: EngineStart, listener: EngineProcessListener): EngineProcess;
}

/** The engine's program is missing, so a retry would not help. */
export class EngineUnavailable extends Error {
  override readonly name = "EngineUnavailable";
}
