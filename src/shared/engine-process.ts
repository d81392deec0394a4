import type { CallResult, OperationInput, OperationName } from "./calls.js";

/** How the engine is started, as one JSON argument on its command line. */
export interface EngineStart {
  readonly dataFolder: string;
  /** Where the API listens first; the next free port is taken if it is in use. */
  readonly port: number;
  /** Load the sample market if the folder is new. */
  readonly sample: boolean;
  readonly version: string;
}

/** From the main process to the engine process. */
export type EngineRequest =
  | {
      readonly kind: "call";
      readonly id: number;
      readonly operation: OperationName;
      readonly input: OperationInput<OperationName>;
    }
  | { readonly kind: "stop" };

/** From the engine process to the main process. */
export type EngineReply =
  | { readonly kind: "ready"; readonly baseUrl: string; readonly dataFolder: string; readonly pid: number }
  | { readonly kind: "result"; readonly id: number; readonly result: CallResult<OperationName> }
  /**
   * It cannot start, and trying again will not help until the user does something. The process ends after this.
   * `backup` is the newest backup file, where the database cannot be used and there is one.
   */
  | {
      readonly kind: "fatal";
      readonly message: string;
      readonly action: string;
      readonly backup: string | null;
    };
