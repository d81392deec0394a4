import type { ChannelDelivery, ChannelSummary } from "../../../../shared/app/channels.js";
import type { AppRequest } from "../../../../shared/app/operations.js";
import { removeChannelFromRules } from "../../db/alerts/alert-rule.js";
import {
  allChannels,
  channelById,
  deleteChannel,
  insertChannel,
  type StoredChannel,
  updateChannel,
} from "../../db/channels/channel.js";
import {
  countWaitingAlerts,
  type LoggedMessage,
  lastEndedMessage,
  newestMessages,
  newestMessagesOfChannel,
} from "../../db/channels/channel-message.js";
import { type ReadDb, writeDurably } from "../../db/store.js";
import { parseChannelAddress } from "../../domain/channels/parse-address.js";
import { type ChannelTarget, describeTarget } from "../../domain/channels/target.js";
import { isoOrNull } from "../../domain/clock.js";
import { describeRefusal } from "../../domain/refusal.js";
import type { AsyncOperation, Operation, RequestContext } from "../request/context.js";
import { invalidParams, notFound, refuse, refused } from "../request/contract-error.js";
import type { Effects } from "../request/effects.js";
import { nextAttempt } from "./outbox.js";

const maxChannels = 20;

type SaveRequest = AppRequest<"channels.save">;
export type ChannelContext = Pick<RequestContext, "db" | "clock" | "randomBytes" | "effects">;

export const sealed = describeRefusal("channelSealed");

/** Throws `ERR_ENDPOINT_NOT_FOUND`. */
export function requireChannel(db: ReadDb, id: number): StoredChannel {
  const channel = channelById(db, id);
  if (channel === undefined)
    throw notFound(`There is no channel ${id}.`, "List the channels; it may have been removed.");
  return channel;
}

/** `null` if it was sealed with a key that is not available. */
export function openTarget(secrets: Effects["secrets"], { target }: StoredChannel): ChannelTarget | null {
  const text = secrets.open(target);
  // Written only by this module.
  return text === null ? null : (JSON.parse(text) as ChannelTarget);
}

function toDelivery(message: LoggedMessage): ChannelDelivery {
  const { status, dueMs, endedMs } = message;
  const isOpen = status === "due" || status === "sending";
  return {
    id: message.id,
    channel_id: message.channelId,
    status: isOpen ? "waiting" : status,
    alerts: message.alerts,
    product: message.product,
    attempts: message.attempts,
    created_at: new Date(message.createdMs).toISOString(),
    due_at: isOpen ? new Date(dueMs).toISOString() : null,
    ended_at: isoOrNull(endedMs),
    error: message.error,
    action: message.action,
  };
}

function toSummary({ db, clock, effects }: ChannelContext, channel: StoredChannel): ChannelSummary {
  const last = lastEndedMessage(db, channel.id);
  const isSealed = effects.secrets.open(channel.target) === null;
  return {
    id: channel.id,
    name: channel.name,
    kind: channel.kind,
    description: channel.description,
    quiet_hours: channel.quietHours,
    collect: channel.collect,
    language: channel.language,
    created_at: new Date(channel.createdMs).toISOString(),
    waiting: countWaitingAlerts(db, channel.id),
    next_attempt: nextAttempt(db, channel, clock.now()),
    last_delivery: last === undefined ? null : toDelivery(last),
    problem: isSealed ? `${sealed.message} ${sealed.action}` : null,
  };
}

export function listChannels(context: ChannelContext): ChannelSummary[] {
  return allChannels(context.db).map((channel) => toSummary(context, channel));
}

/**
 * Where an address sends. A server of the owner's own that the address alone does not identify is asked what it is.
 * Throws `ERR_INVALID_PARAMS` with what the address lacks.
 */
export async function readTarget(
  { effects }: Pick<ChannelContext, "effects">,
  { address, kind }: Pick<SaveRequest, "address" | "kind">,
): Promise<ChannelTarget | null> {
  if (address === undefined) {
    if (kind !== undefined)
      throw invalidParams("A kind needs the address.", "Enter the channel's address again.");
    return null;
  }
  const target = parseChannelAddress(address, kind ?? null);
  if (target.kind === "invalid") throw refused(target);
  if (target.kind !== "json" || kind !== undefined) return target;
  const asNtfy = parseChannelAddress(address, "ntfy");
  const isNtfy = asNtfy.kind === "ntfy" && (await effects.recognizeServer(asNtfy.server)) === "ntfy";
  return isNtfy ? asNtfy : target;
}

function addressFields({ effects }: ChannelContext, target: ChannelTarget) {
  return {
    kind: target.kind,
    target: effects.secrets.seal(JSON.stringify(target)),
    description: describeTarget(target),
  };
}

/** A channel as a request makes it or, given the one `before`, changes it. */
function toChannel(
  context: ChannelContext,
  target: ChannelTarget | null,
  request: SaveRequest,
  before: StoredChannel | null,
): Omit<StoredChannel, "id"> {
  const address = target === null ? before : addressFields(context, target);
  if (address === null) throw refuse("noChannelAddress");
  const { kind, target: sealed, description } = address;
  const { name, quiet_hours: quietHours, collect, language } = request;
  return {
    kind,
    target: sealed,
    description,
    name: name || (before?.name ?? description),
    quietHours: quietHours === undefined ? (before?.quietHours ?? null) : quietHours,
    collect: collect ?? before?.collect ?? "at-once",
    language: language ?? before?.language ?? "en",
    createdMs: before?.createdMs ?? context.clock.now(),
  };
}

/** Adds or changes a channel. Sends nothing: `channels.test` does. */
export const saveChannel: AsyncOperation<"channels.save", ChannelContext> = async (context, request) => {
  const target = await readTarget(context, request);
  const saved = writeDurably(context.db, (tx) => {
    if (request.id === undefined) {
      if (allChannels(tx).length >= maxChannels) throw refuse("tooManyChannels", maxChannels);
      return requireChannel(tx, insertChannel(tx, toChannel(context, target, request, null)));
    }
    const before = requireChannel(tx, request.id);
    const after = { ...toChannel(context, target, request, before), id: before.id };
    updateChannel(tx, after);
    return after;
  });
  context.effects.wakeWorker("channels");
  return { channel: toSummary(context, saved) };
};

export const removeChannel: Operation<"channels.remove", ChannelContext> = ({ db }, { id }) => {
  const removed = writeDurably(db, (tx) => {
    removeChannelFromRules(tx, id);
    return deleteChannel(tx, id);
  });
  return { removed };
};

export const listChannelDeliveries: Operation<"channels.deliveries", Pick<ChannelContext, "db">> = (
  { db },
  { id, limit },
) => {
  const messages =
    id === undefined
      ? newestMessages(db, limit)
      : newestMessagesOfChannel(db, requireChannel(db, id).id, limit);
  return { deliveries: messages.map(toDelivery) };
};
