import type { InboxEntry } from "./app/alerts.js";
import type { CallResult, OperationInput, OperationName } from "./calls.js";
import type {
  HostInput,
  HostOperation,
  HostProgress,
  HostResult,
  RestoreResult,
} from "./data/host-operations.js";
import type { DataProblemKind } from "./data/problem.js";

/** How the engine is started: the first message to its process, because it holds a secret. */
export interface EngineStart {
  readonly dataFolder: string;
  /** Where the API listens first; the next free port is taken if it is in use. */
  readonly port: number;
  /** Load the sample market if the folder is new. */
  readonly sample: boolean;
  readonly version: string;
  /** 32 bytes in base 64 that seal the secrets in the database; null where the system keeps no key safe. */
  readonly secretKey: string | null;
  /** Where the app's own webhook listener listens first; null runs none. */
  readonly listenerPort: number | null;
  /** A backup to put in the database's place before it is opened. */
  readonly restore?: string;
}

/** What the window shows and the engine can change by itself. */
export const changeKinds = ["prices", "schedules", "webhooks", "batches", "services"] as const;

/** What changed in the engine without having been asked for. */
export type EngineNews =
  | { readonly kind: "inbox"; readonly entry: InboxEntry }
  /** Something of this kind is not as it was when it was last asked for. */
  | { readonly kind: "changed"; readonly what: (typeof changeKinds)[number] };

/** A page that has to be opened in a hidden window, because its price is there only once its scripts have run. */
export interface RenderWish {
  readonly url: string;
  /** `host` or `host:port` that the user allows although they are not public. */
  readonly allowedHosts: readonly string[];
  /** For `Accept-Language`. */
  readonly language: string;
}

export type RenderResult =
  | {
      readonly kind: "page";
      /** Where it was at last. */
      readonly url: string;
      readonly status: number;
      /** The document as it stood once it was calm. */
      readonly html: string;
    }
  | {
      readonly kind: "failed";
      /** A short word for lists: `timeout`, `refused address`. */
      readonly outcome: string;
      /** One sentence. */
      readonly detail: string;
    };

/** From the main process to the engine process. */
export type EngineRequest =
  | { readonly kind: "start"; readonly start: EngineStart }
  | {
      readonly kind: "call";
      readonly id: number;
      readonly operation: OperationName;
      readonly input: OperationInput<OperationName>;
    }
  /** Main itself asks; neither the window nor a script can. */
  | {
      readonly kind: "host-call";
      readonly id: number;
      readonly operation: HostOperation;
      readonly input: HostInput<HostOperation>;
    }
  | { readonly kind: "host-cancel"; readonly id: number }
  /** The computer woke up, or its clock was set: what is due may be another matter now. */
  | { readonly kind: "wake" }
  /** The answer to `render`. */
  | { readonly kind: "rendered"; readonly id: number; readonly result: RenderResult }
  | { readonly kind: "stop" };

/** From the engine process to the main process. */
export type EngineReply =
  | { readonly kind: "ready"; readonly baseUrl: string; readonly dataFolder: string; readonly pid: number }
  | { readonly kind: "news"; readonly news: EngineNews }
  /** The engine has no window of its own: it asks main to open a page. */
  | { readonly kind: "render"; readonly id: number; readonly wish: RenderWish }
  | { readonly kind: "result"; readonly id: number; readonly result: CallResult<OperationName> }
  | { readonly kind: "host-progress"; readonly id: number; readonly progress: HostProgress }
  | { readonly kind: "host-result"; readonly id: number; readonly result: HostResult<HostOperation> }
  /** What came of the backup that was to be put in place first. The engine then starts, or says why it cannot. */
  | { readonly kind: "restored"; readonly result: RestoreResult }
  /**
   * It cannot start, and trying again will not help until the user does something. The process ends after this.
   * `backup` is the newest backup file, where the database cannot be used and there is one.
   */
  | {
      readonly kind: "fatal";
      readonly problem: DataProblemKind;
      /** What the problem is about, where it is about one place. */
      readonly path: string | null;
      readonly message: string;
      readonly action: string;
      readonly backup: string | null;
    };
