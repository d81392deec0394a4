import type { ContractOperation } from "../../../shared/contract/operations.js";
import { type SecretBox, secretBox } from "../crypto/secret-box.js";

/** One signed post to a webhook. */
export interface Post {
  /** Posts of one lane share connections: a webhook's deliveries, or one test. */
  readonly lane: string;
  readonly url: string;
  /** The app's own listener, whose certificate is pinned. */
  readonly isLocal: boolean;
  readonly secret: string;
  readonly eventId: string;
  readonly attempt: number;
  /** The exact text that is signed and sent. */
  readonly body: string;
  /** Milliseconds UTC: the signature's time. */
  readonly atMs: number;
}

/** What came of a post; delivered where `error` is `null`. */
export interface PostOutcome {
  readonly responseCode: number | null;
  /** One sentence for the delivery log. */
  readonly error: string | null;
  readonly durationMs: number;
}

/** Work that goes on in the background of a running engine. */
export type BackgroundWork = "deliveries" | "schedules" | "batches" | "snoozes";

/** A request that is about to be carried out. */
export interface AheadRequest {
  readonly accountId: number;
  readonly operation: ContractOperation;
  /** May throw; the request's own turn says what is wrong with it. */
  readonly input: () => unknown;
  /** The engines that it has come through, comma-separated; absent where nobody but this one's user can ask. */
  readonly via?: () => string | undefined;
}

/** What a running engine offers to operations beyond its database. */
export interface Effects {
  readonly secrets: SecretBox;
  /** Sends and waits, 10 s at most. Never rejects. */
  readonly post: (post: Post) => Promise<PostOutcome>;
  /** There may be work of this kind: looked for once the present transaction is over. */
  readonly nudge: (work: BackgroundWork) => void;
  /**
   * Fetches from the connected services what a request needs and is not here; to be waited for before the request is
   * carried out. `null` where there is nothing to wait for. Never rejects.
   */
  readonly readAhead: (request: AheadRequest) => Promise<void> | null;
}

/** For a program that only reads: the command line beside an engine. */
export const noEffects: Effects = {
  secrets: secretBox(null),
  post: () => Promise.reject(new Error("Nothing is sent without an engine.")),
  nudge: () => undefined,
  readAhead: () => null,
};
