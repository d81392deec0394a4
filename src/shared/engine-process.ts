import type { InboxEntry } from "./app/alerts.js";
import type { CallResult, OperationInput, OperationName } from "./calls.js";
import type { EngineProblem } from "./data/data-error.js";
import type {
  HostInput,
  HostOperation,
  HostProgress,
  HostResult,
  RestoreResult,
} from "./data/host-operations.js";
import type { Recipe } from "./recipe/recipe.js";

export interface RestoreRequest {
  readonly file: string;
  /** Whether what the backup would turn on is on: keys, hosts, webhooks, channels and services. */
  readonly trust: boolean;
}

/** The engine's options. Sent as the first message rather than as arguments, because they contain a secret. */
export interface EngineStart {
  readonly dataFolder: string;
  /** First port to try for the API; the next free one is used if it is taken. */
  readonly port: number;
  /** Whether to load the sample market into a new folder. */
  readonly sample: boolean;
  readonly version: string;
  /** 32 bytes in base64 that encrypt the secrets in the database; null without secure storage for the key. */
  readonly secretKey: string | null;
  /** First port to try for the app's own webhook listener; null starts none until a channel needs it. */
  readonly listenerPort: number | null;
  /** A backup to restore before the database is opened. */
  readonly restore?: RestoreRequest;
  /** A file with the milliseconds that the clock is ahead, for tests. */
  readonly clockFile?: string;
  /** The origin that stands in for the Internet Archive's, for tests. */
  readonly archive?: string;
  /** Overrides the polite pace of shop visits, for tests. */
  readonly pagePace?: PagePace;
  /** Lets tests check the whole database sooner after the start. */
  readonly integrity?: { readonly fullCheckDelayMs: number };
}

/** The pace of visits to shops. */
export interface PagePace {
  /** The pause between two visits to a shop. */
  readonly gapMs?: number;
  /** Divides every pause. */
  readonly speed?: number;
  /** Max time to load a page. */
  readonly timeoutMs?: number;
}

/** Kinds of data shown in the window that the engine can change on its own; `all` after a change by the owner API. */
export const changedDataKinds = [
  "prices",
  "schedules",
  "webhooks",
  "batches",
  "upstreams",
  "channels",
  "pairings",
  /** Devices that use the window's page, or where it is served. */
  "devices",
  "links",
  "lists",
  /** Older prices from archived pages, or how far their reading is. */
  "archive",
  /** The oldest acts were deleted before their time, because all took too much space. Emitted once. */
  "acts",
  "all",
] as const;

/** An event that the engine emits on its own. */
export type EngineEvent =
  | { readonly kind: "inbox"; readonly entry: InboxEntry }
  /** Data of this kind has changed since the last request. */
  | { readonly kind: "changed"; readonly dataKind: (typeof changedDataKinds)[number] };

/** A page to open in a hidden window, because its price appears only after its scripts have run. */
export interface RenderRequest {
  readonly url: string;
  /** Non-public `host` or `host:port` values that the user allows. */
  readonly allowedHosts: readonly string[];
  /** For `Accept-Language`. */
  readonly language: string;
  /** Where the price should appear, if the user has clicked it. */
  readonly recipe: Recipe | null;
}

export interface FetchedPage {
  readonly kind: "page";
  /** The final address, after redirects. */
  readonly url: string;
  readonly status: number;
  readonly html: string;
}

export interface FetchFailure {
  readonly kind: "failed";
  /** A short label for lists: `blocked`, `no price`, `network`, `timeout`, `http 503`. */
  readonly outcome: string;
  /** A sentence for the user. */
  readonly detail: string;
}

/** The document once it had settled. */
export type RenderResult = FetchedPage | FetchFailure;

/** From the main process to the engine process. */
export type EngineRequest =
  | { readonly kind: "start"; readonly start: EngineStart }
  | {
      readonly kind: "call";
      readonly id: number;
      readonly operation: OperationName;
      readonly input: OperationInput<OperationName>;
    }
  /** Reserved for main: not available to the window or to API clients. */
  | {
      readonly kind: "host-call";
      readonly id: number;
      readonly operation: HostOperation;
      readonly input: HostInput<HostOperation>;
    }
  | { readonly kind: "host-cancel"; readonly id: number }
  /** Answered with `pong` as soon as the event loop gets to it. */
  | { readonly kind: "ping" }
  /** The computer woke from sleep, so checks may be overdue. */
  | { readonly kind: "wake" }
  /** The answer to `render`. */
  | { readonly kind: "rendered"; readonly id: number; readonly result: RenderResult }
  | { readonly kind: "stop" };

/** From the engine process to the main process. */
export type EngineReply =
  | {
      readonly kind: "ready";
      /** Empty if the engine is read-only. */
      readonly baseUrl: string;
      readonly dataFolder: string;
      readonly pid: number;
      /** Nothing can be written in the folder. */
      readonly isReadOnly: boolean;
      /** The last engine was killed, and the file with its latest changes is gone. */
      readonly isLogLost: boolean;
    }
  | { readonly kind: "pong" }
  | { readonly kind: "event"; readonly event: EngineEvent }
  /** Asks main to open a page, because the engine has no windows. */
  | { readonly kind: "render"; readonly id: number; readonly request: RenderRequest }
  | { readonly kind: "result"; readonly id: number; readonly result: CallResult<OperationName> }
  | { readonly kind: "host-progress"; readonly id: number; readonly progress: HostProgress }
  | { readonly kind: "host-result"; readonly id: number; readonly result: HostResult<HostOperation> }
  /** The result of `start.restore`. `ready` or `fatal` follows. */
  | { readonly kind: "restored"; readonly result: RestoreResult }
  /** The engine cannot start, and retrying will not help. The process exits after this. */
  | (EngineProblem & { readonly kind: "fatal" });
