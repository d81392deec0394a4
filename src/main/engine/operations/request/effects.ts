import type { ChannelKind } from "../../../../shared/app/channels.js";
import type { ContractOperation } from "../../../../shared/contract/operations.js";
import type { AlertMessage } from "../../domain/channels/message.js";
import type { SendOutcome } from "../../domain/channels/outcome.js";
import type { ChannelTarget } from "../../domain/channels/target.js";
import type { IsKnown } from "../../domain/identifier-list.js";
import type { Caller } from "./caller.js";
import { createSecretBox, type SecretBox } from "./secret-box.js";

/** A background worker: starts due work when woken, and returns when to wake it again. */
export interface BackgroundWorker {
  /** Starts due work; returns the next due time in milliseconds UTC, or `null`. */
  runDue(): number | null;
  /** Resolves once none of its work is in progress. */
  stop(): Promise<void>;
}

/** A signed POST request to a webhook. */
export interface SignedPost {
  /** Requests with the same key share connections: a webhook's deliveries, or a single test. */
  readonly poolKey: string;
  readonly url: string;
  /** The app's own listener, whose certificate is pinned. */
  readonly isLocal: boolean;
  /** Signs the contract's header. */
  readonly secret: string;
  /** The new secret, while the old one is still valid; otherwise `null`. Signs a header of its own. */
  readonly nextSecret: string | null;
  readonly eventId: string;
  readonly attempt: number;
  /** The exact text that is signed and sent. */
  readonly body: string;
  /** The signature's timestamp, in milliseconds UTC. */
  readonly atMs: number;
}

/** The outcome of a POST request; `error` is `null` if it was delivered. */
export interface PostOutcome {
  readonly responseCode: number | null;
  /** A sentence for the delivery log. */
  readonly error: string | null;
  readonly durationMs: number;
}

/** A message to a channel. */
export interface ChannelNotification {
  readonly target: ChannelTarget;
  readonly message: AlertMessage;
  /** Aborts it; the outcome is then meaningless. */
  readonly signal: AbortSignal;
}

/** The kinds of background work in a running engine. */
export type WorkKind = "deliveries" | "schedules" | "batches" | "alerts" | "channels" | "links" | "archive";

/** A request that is about to run. */
export interface UpcomingRequest {
  readonly caller: Caller;
  readonly operation: ContractOperation;
  /** May throw; the error is reported when the request itself runs. */
  readonly input: (isKnown: IsKnown) => unknown;
  /** Whether another engine forwards it. Such a request is answered from local data only. */
  readonly isForwarded: () => boolean;
}

/** Side effects that a running engine offers to operations. */
export interface Effects {
  readonly secrets: SecretBox;
  /** Sends and waits up to 10 s. Never rejects. */
  readonly post: (post: SignedPost) => Promise<PostOutcome>;
  /** False for a webhook's URL to which `post` would send nothing, whatever its host resolves to. */
  readonly canPostTo: (url: string) => boolean;
  /** Sends and waits, up to a minute for a mail server. Rejects only for an error of Tidemark's own. */
  readonly notify: (notification: ChannelNotification) => Promise<SendOutcome>;
  /** The kind of a server by its answer, or null. Never rejects. */
  readonly recognizeServer: (address: string) => Promise<ChannelKind | null>;
  /** Wakes the worker for this kind of work once the current transaction is over. */
  readonly wakeWorker: (kind: WorkKind) => void;
  /**
   * Fetches missing or stale data from upstream servers before the request runs. Returns `null` if there is
   * nothing to wait for. Never rejects.
   */
  readonly fetchMissing: (request: UpcomingRequest) => Promise<void> | null;
}

/** For programs without background work, such as the command line. */
export const noEffects: Effects = {
  secrets: createSecretBox(null),
  post: () => Promise.reject(new Error("Sending needs a running engine.")),
  canPostTo: () => true,
  notify: () => Promise.reject(new Error("Sending needs a running engine.")),
  recognizeServer: () => Promise.resolve(null),
  wakeWorker: () => undefined,
  fetchMissing: () => null,
};
