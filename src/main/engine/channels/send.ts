import type { ChannelKind } from "../../../shared/app/channels.js";
import type { AlertMessage } from "../domain/channels/message.js";
import type { SendOutcome } from "../domain/channels/outcome.js";
import type { TargetOf } from "../domain/channels/target.js";
import type { ChannelNotification } from "../operations/request/effects.js";
import { interpretPost } from "./interpret.js";
import { post } from "./post.js";
import { apprise } from "./services/apprise.js";
import { discord } from "./services/discord.js";
import { gotify } from "./services/gotify.js";
import { homeAssistant, json } from "./services/json.js";
import { matrix } from "./services/matrix.js";
import { ntfy } from "./services/ntfy.js";
import { pushover } from "./services/pushover.js";
import { type HttpService, jsonFields } from "./services/service.js";
import { slack } from "./services/slack.js";
import { telegram } from "./services/telegram.js";

type HttpKind = Exclude<ChannelKind, "email">;

const httpServices: { readonly [K in HttpKind]: HttpService<TargetOf<K>> } = {
  apprise,
  discord,
  gotify,
  homeassistant: homeAssistant,
  json,
  matrix,
  ntfy,
  pushover,
  slack,
  telegram,
};

interface SendOptions {
  readonly userAgent: string;
  readonly now: () => number;
}

async function sendOverHttp<K extends HttpKind>(
  target: TargetOf<K>,
  service: HttpService<TargetOf<K>>,
  { message, signal }: { readonly message: AlertMessage; readonly signal: AbortSignal },
  { userAgent, now }: SendOptions,
): Promise<SendOutcome> {
  const result = await post(service.toRequest(target, message), { userAgent, signal });
  return interpretPost(result, service, target, now());
}

/** Sends a message to a channel's service. Never rejects for what the service or the network does. */
export async function sendToChannel(
  { target, message, signal }: ChannelNotification,
  options: SendOptions,
): Promise<SendOutcome> {
  if (target.kind === "email") {
    // Imported on demand, because most channels need no mail.
    const { sendMail } = await import("./send-mail.js");
    return sendMail(target, message, signal);
  }
  // The kind ties the target to its service; the compiler cannot see that through an index.
  const service = httpServices[target.kind] as HttpService<typeof target>;
  return sendOverHttp(target, service, { message, signal }, options);
}

/**
 * The kind of a server of the owner's own, by what it answers: ntfy's says that it is healthy. Null for any other, and if
 * it does not answer within 15 s. Never rejects.
 */
export async function recognizeServer(address: string, userAgent: string): Promise<ChannelKind | null> {
  const url = new URL("/v1/health", address).href;
  const signal = new AbortController().signal;
  const result = await post({ method: "GET", url, headers: {}, body: "" }, { userAgent, signal });
  if (result.kind !== "response" || result.response.status !== 200) return null;
  return jsonFields(result.response).healthy === true ? "ntfy" : null;
}
