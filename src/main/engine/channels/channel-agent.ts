import { minOf } from "../../../shared/arrays.js";
import { deliveryProblems as said } from "../../../shared/texts/en/delivery-problems.js";
import { readerOf } from "../../../shared/texts/language.js";
import { allChannels, type StoredChannel } from "../db/channels/channel.js";
import { composeMessage } from "../domain/channels/message.js";
import type { SendOutcome } from "../domain/channels/outcome.js";
import type { ChannelTarget } from "../domain/channels/target.js";
import { type ChannelContext, openTarget } from "../operations/channels/channels.js";
import {
  type ClaimedMessage,
  claimMessage,
  nextSendMs,
  recordOutcome,
  recoverMessages,
} from "../operations/channels/outbox.js";
import { shopNamer } from "../operations/pages/shops.js";
import type { Logger } from "../operations/request/context.js";
import type { BackgroundWorker } from "../operations/request/effects.js";

interface ChannelAgentOptions extends ChannelContext {
  readonly log: Logger;
  /** Called after an outcome has been recorded. */
  readonly onRecorded: () => void;
}

/** How long a message in flight may take to end when the engine stops. */
const stopGraceMs = 2_000;

/**
 * Sends the alerts that are queued for channels. Rows hold the state; memory holds only what is in flight, one message
 * for each channel, so that none delays another.
 */
export class ChannelAgent implements BackgroundWorker {
  readonly #options: ChannelAgentOptions;
  readonly #inFlight = new Map<number, Promise<void>>();
  /** Channels whose unreadable address has been logged already. */
  readonly #reportedSealed = new Set<number>();
  /** Outcomes that could not be recorded, by channel. Sending goes on once they are. */
  readonly #unrecorded = new Map<number, () => void>();
  readonly #stopping = new AbortController();
  #isRecovered = false;

  constructor(options: ChannelAgentOptions) {
    this.#options = options;
  }

  runDue(): number | null {
    const nowMs = this.#options.clock.now();
    const channels = allChannels(this.#options.db);
    if (channels.length === 0) return null;
    if (!this.#isRecovered) recoverMessages(this.#options);
    this.#isRecovered = true;
    return minOf(channels.flatMap((channel) => this.#tryStart(channel, nowMs) ?? []));
  }

  async stop(): Promise<void> {
    const settled = Promise.allSettled(this.#inFlight.values());
    const timer = setTimeout(() => this.#stopping.abort(), this.#inFlight.size === 0 ? 0 : stopGraceMs);
    await settled;
    clearTimeout(timer);
    this.#stopping.abort();
  }

  /** A channel that fails is tried again on the next pass, and does not hold up the others. */
  #tryStart(channel: StoredChannel, nowMs: number): number | null {
    try {
      return this.#start(channel, nowMs);
    } catch (error) {
      const message = "A channel's messages could not be started; they will be retried.";
      this.#options.log.error(message, error, { channelId: channel.id });
      return null;
    }
  }

  /** Starts the channel's next message if it is due; returns when it will be, or `null`. */
  #start(channel: StoredChannel, nowMs: number): number | null {
    if (this.#inFlight.has(channel.id) || this.#stopping.signal.aborted) return null;
    this.#unrecorded.get(channel.id)?.();
    const sendMs = nextSendMs(this.#options.db, channel, nowMs);
    if (sendMs === null || sendMs > nowMs) return sendMs;
    const target = openTarget(this.#options.effects.secrets, channel);
    if (target === null) return this.#reportSealed(channel);
    const claimed = claimMessage(this.#options, channel);
    if (claimed === null) return null;
    const settled = this.#send(channel, target, claimed).finally(() => this.#inFlight.delete(channel.id));
    this.#inFlight.set(channel.id, settled);
    void settled.then(() => this.#options.effects.wakeWorker("channels"));
    return null;
  }

  #reportSealed({ id: channelId }: StoredChannel): null {
    if (!this.#reportedSealed.has(channelId)) {
      const message = "A channel's address is sealed with a key that is not available; its alerts wait.";
      this.#options.log.info(message, { channelId });
    }
    this.#reportedSealed.add(channelId);
    return null;
  }

  async #send(channel: StoredChannel, target: ChannelTarget, claimed: ClaimedMessage): Promise<void> {
    const outcome = await this.#attempt(channel, target, claimed);
    // The next start decides about a message that was cut off.
    if (this.#stopping.signal.aborted) return;
    const record = () => {
      recordOutcome(this.#options, channel, claimed.message, outcome);
      this.#unrecorded.delete(channel.id);
      this.#options.onRecorded();
    };
    this.#unrecorded.set(channel.id, record);
    try {
      record();
    } catch (error) {
      const message = "The outcome of a channel's message could not be recorded; it will be retried.";
      this.#options.log.error(message, error, { channelId: channel.id });
    }
  }

  async #attempt(
    { id: channelId, language }: StoredChannel,
    target: ChannelTarget,
    { message: { publicId: id, createdMs }, entries }: ClaimedMessage,
  ): Promise<SendOutcome> {
    const { db, effects, log } = this.#options;
    try {
      // Imported on demand: most passes send nothing, and the texts of both languages slow down the start.
      const { alertWords } = await import("../../../shared/texts/alert-words.js");
      const message = composeMessage(entries, {
        id,
        createdMs,
        language,
        words: alertWords(readerOf(language, []), shopNamer(db)),
      });
      return await effects.notify({ target, message, signal: this.#stopping.signal });
    } catch (error) {
      log.error("A channel's message could not be composed or sent.", error, { channelId });
      return {
        kind: "failed",
        error: said.ownError,
        action: said.lookInLog,
      };
    }
  }
}
