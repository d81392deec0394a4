import type { ChannelKind } from "../../../../shared/app/channels.js";
import type { PlainRefusalKind, RefusalKind, RefusalValues } from "../../../../shared/texts/refusal.js";
import { describeRefusal, type Refused } from "../refusal.js";

/** Where a channel sends, with its secrets. Base URLs have no slash at the end. */
export type ChannelTarget =
  | {
      readonly kind: "ntfy";
      /** Messages are published at the server's root. */
      readonly server: string;
      readonly topic: string;
      /** The `Authorization` header, if the topic is protected. */
      readonly authorization: string | null;
    }
  | { readonly kind: "gotify"; readonly server: string; readonly token: string }
  | {
      readonly kind: "pushover";
      readonly server: string;
      readonly user: string;
      readonly token: string;
      readonly device: string | null;
    }
  | { readonly kind: "telegram"; readonly server: string; readonly token: string; readonly chat: string }
  | { readonly kind: "discord"; readonly url: string }
  | { readonly kind: "slack"; readonly url: string }
  | {
      readonly kind: "email";
      readonly host: string;
      readonly port: number;
      /** TLS from the start; otherwise STARTTLS, which only a server on this computer may lack. */
      readonly isTls: boolean;
      readonly login: { readonly user: string; readonly password: string } | null;
      readonly from: string;
      readonly to: string;
    }
  | { readonly kind: "matrix"; readonly server: string; readonly token: string; readonly room: string }
  | { readonly kind: "homeassistant"; readonly url: string }
  | { readonly kind: "apprise"; readonly server: string; readonly key: string }
  | { readonly kind: "json"; readonly url: string };

export type TargetOf<K extends ChannelKind> = Extract<ChannelTarget, { kind: K }>;

/**
 * Whether the receiver recognises a repeated message by its id, so that a message with an unknown outcome can be sent
 * again.
 */
export function recognisesRepeats(kind: ChannelKind): boolean {
  return kind === "ntfy" || kind === "email" || kind === "matrix" || kind === "json";
}

/** Why an address cannot be used. */
export interface InvalidAddress extends Refused {
  readonly kind: "invalid";
}

export function invalid<K extends RefusalKind>(kind: K, ...values: RefusalValues<K>): InvalidAddress {
  return { kind: "invalid", ...describeRefusal(kind, ...values) };
}

/** A URL in parts, whatever its scheme. */
export interface Address {
  readonly scheme: string;
  readonly isTls: boolean;
  readonly user: string;
  readonly password: string;
  /** As typed: a token may stand in the host's place. */
  readonly host: string;
  /** Host and path without login and query. */
  readonly place: string;
  /** `https://host:port` for an HTTP service; null if the URL names no host. */
  readonly origin: string | null;
  /** Path and query. */
  readonly rest: string;
  readonly query: URLSearchParams;
}

type Fields = Readonly<Record<string, string>>;

interface Grammar<K extends ChannelKind> {
  /** Schemes of Apprise and of mail: the last one with TLS. */
  readonly schemes: readonly string[];
  /** Web addresses that can be of no other service. */
  readonly isOwn?: (address: Address) => boolean;
  /**
   * The forms of an address, of which the first that fits is read; their groups and the query are its fields. They see
   * `own://` for the schemes above, `home://` for a web address that can be of no other service, or else `web://`, then
   * host and path, and the names of the parameters. `server` is turned into a base URL.
   */
  readonly forms: readonly RegExp[];
  /** Required fields: their pattern, what is wrong without them, and what if they do not fit. */
  readonly fields: Readonly<Record<string, readonly [RegExp, PlainRefusalKind, PlainRefusalKind?]>>;
  toTarget(fields: Fields, address: Address): TargetOf<K> | InvalidAddress;
  /** Without secrets. */
  describe(target: TargetOf<K>): string;
  secrets(target: TargetOf<K>): readonly string[];
}

function mask(text: string): string {
  return `${text.slice(0, 3)}…`;
}

function hostOf(url: string): string {
  return new URL(url).host;
}

/** The whole path of a webhook: any part of it may be the token. */
const webhook = {
  describe: ({ url }: { readonly url: string }) => hostOf(url),
  secrets: ({ url }: { readonly url: string }) => {
    const { href, pathname, search, password } = new URL(url);
    return [href, pathname + search, pathname, search.slice(1), password];
  },
};

function ntfyAuthorization({ user, password }: Address): string | null {
  const token = [user, password].find((part) => part.startsWith("tk_"));
  if (token !== undefined) return `Bearer ${token}`;
  if (user === "") return null;
  return `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${user}:${password}`)))}`;
}

const mailPattern = /^[^\s@<>,;:"()[\]\\]{1,64}@[^\s@<>,;:"()[\]\\]{1,255}$/;

function toMail(
  fields: Fields,
  { user, password, host, origin, isTls }: Address,
): TargetOf<"email"> | InvalidAddress {
  if (origin === null) return invalid("noMailServer");
  if (user !== "" && password === "") return invalid("noMailPassword");
  // A plus sign in a query stands for a space, which no mail address has.
  const mailOf = (name: string) => fields[name]?.trim().replaceAll(" ", "+") ?? null;
  const from = mailOf("from") ?? (mailPattern.test(user) ? user : null);
  const to = mailOf("to") ?? from;
  if (to === null) return invalid("noRecipient");
  if (from === null) return invalid("noSender");
  const wrong = [to, from].find((mail) => !mailPattern.test(mail));
  if (wrong !== undefined) return invalid("notAMailAddress", wrong.slice(0, 80));
  const [, name = "", port] = /^\[?(.*?)\]?(?::(\d*))?$/.exec(host) ?? [];
  const login = user === "" ? null : { user, password };
  return { kind: "email", host: name, port: Number(port || (isTls ? 465 : 587)), isTls, login, from, to };
}

function isSlack({ host }: Address): boolean {
  return /(?:^|\.)slack(?:-gov)?\.com$/.test(host);
}

/** A compatible server's webhook has a path of its own. */
function toSlack({ parts = "" }: Fields, address: Address): TargetOf<"slack"> | InvalidAddress {
  const { origin, rest, scheme } = address;
  const isShort = scheme === "slack";
  if (isSlack(address) && parts === "") return invalid("notASlackWebhook");
  if ((isShort || isSlack(address)) && !/^[^/]+\/[^/]+\/[^/]+$/.test(parts)) return invalid("noSlackPart");
  if (origin === null) return invalid("noSlackServer");
  return { kind: "slack", url: isShort ? `https://hooks.slack.com/services/${parts}` : origin + rest };
}

const pushoverKey = /^[A-Za-z0-9]{30}$/;

/** How the addresses of each kind of channel are read, and what is shown of them. */
const grammars: { readonly [K in ChannelKind]: Grammar<K> } = {
  ntfy: {
    schemes: ["ntfy", "ntfys"],
    isOwn: ({ host }) => host === "ntfy.sh",
    forms: [/^own:\/\/(?<topic>[^/?]*)(?:\?|$)/, /^(?<server>\w+:\/\/[^/?]*)\/*(?<topic>[^?]*)/],
    fields: {
      topic: [/^[-\w]{1,64}$/, "noTopic", "wrongTopic"],
    },
    toTarget: ({ server = "", topic = "" }, address) => ({
      kind: "ntfy",
      server: server.replace(/^(?:http:\/\/ntfy\.sh)?$/, "https://ntfy.sh"),
      topic,
      authorization: ntfyAuthorization(address),
    }),
    // On a public server, anyone who knows the topic can read it.
    describe: ({ server, topic }) => `${hostOf(server)}/${mask(topic)}`,
    secrets: ({ topic, authorization }) => [topic, authorization?.split(" ")[1] ?? ""],
  },
  gotify: {
    schemes: ["gotify", "gotifys"],
    isOwn: ({ place, query }) => place.endsWith("/message") && query.has("token"),
    forms: [
      /^(?<server>\w+:\/\/[^?]*?)(?:\/message)?\?(?:.*&)?token(?:&|$)/,
      /^(?<server>\w+:\/\/[^?]*?)\/(?:message|(?<token>[^/?]*))(?:\?|$)/,
    ],
    fields: {
      token: [/^[^C]/, "noGotifyToken", "gotifyClientToken"],
    },
    toTarget: ({ server = "", token = "" }) => ({ kind: "gotify", server, token }),
    describe: ({ server }) => hostOf(server),
    secrets: ({ token }) => [token],
  },
  pushover: {
    schemes: ["pover"],
    isOwn: ({ host }) => host === "api.pushover.net",
    forms: [/^own:\/\/(?<token>[^/?]*)\/?(?<device>[^/?]*)/, /^(?<server>\w+:\/\/[^/?]*)/],
    fields: {
      user: [pushoverKey, "noPushoverUser", "wrongPushoverUser"],
      token: [pushoverKey, "noPushoverToken", "wrongPushoverToken"],
    },
    toTarget: ({ server = "https://api.pushover.net", user = "", token = "", device = null }) => {
      return { kind: "pushover", server, user, token, device };
    },
    describe: ({ user }) => `user ${mask(user)}`,
    secrets: ({ user, token }) => [user, token],
  },
  telegram: {
    schemes: ["tgram"],
    isOwn: ({ host }) => host === "api.telegram.org",
    forms: [
      /^own:\/\/(?:bot)?(?<token>[^/?]*)\/?(?<chat_id>[^/?]*)/,
      /^(?<server>\w+:\/\/[^?]*?)\/bot(?<token>\d[^/?]*)/,
    ],
    fields: {
      token: [/^\d{5,20}:[\w-]{30,60}$/, "noTelegramToken"],
      chat_id: [/^(?:-?\d{1,20}|@\w{4,40})$/, "noChat", "wrongChat"],
    },
    toTarget: ({ server = "https://api.telegram.org", token = "", chat_id: chat = "" }) => {
      return { kind: "telegram", server, token, chat };
    },
    describe: ({ token, chat }) => `bot ${token.split(":")[0]}, chat ${mask(chat)}`,
    secrets: ({ token }) => [token, token.split(":")[1] ?? ""],
  },
  discord: {
    schemes: ["discord"],
    isOwn: ({ host }) => /^(?:ptb\.|canary\.)?discord(?:app)?\.com$/.test(host),
    forms: [
      /^own:\/\/(?<id>[^/?]*)\/?(?<token>[^/?]*)/,
      /^(?<server>\w+:\/\/[^?]*?)\/webhooks\/(?<id>[^/?]*)\/?(?<token>[^/?]*)/,
    ],
    fields: {
      id: [/^\d{5,25}$/, "noDiscordId"],
      token: [/^[\w-]{20,120}$/, "noDiscordToken"],
    },
    toTarget: ({ server = "https://discord.com/api", id, token, thread_id: thread = "" }) => {
      const query = /^\d{5,25}$/.test(thread) ? `?thread_id=${thread}` : "";
      return { kind: "discord", url: `${server}/webhooks/${id}/${token}${query}` };
    },
    ...webhook,
  },
  slack: {
    schemes: ["slack"],
    isOwn: isSlack,
    forms: [/^own:\/\/(?<parts>[^?]*)/, /^home:\/\/[^/?]*\/services\/(?<parts>[^?]*)/],
    fields: {},
    toTarget: toSlack,
    ...webhook,
  },
  email: {
    schemes: ["smtp", "smtps"],
    forms: [/^/],
    fields: {},
    toTarget: toMail,
    describe: ({ to, host }) => `${to} through ${host}`,
    secrets: ({ login }) => (login === null ? [] : [login.password]),
  },
  matrix: {
    schemes: ["matrix", "matrixs"],
    forms: [/^(?<server>\w+:\/\/[^/?]*)\/*(?<room>[^?]*)/],
    fields: {
      user: [/./, "noMatrixToken"],
      room: [/^![^\s/]{1,250}$/, "noRoom"],
    },
    toTarget: ({ server = "", user: token = "", room = "" }) => ({ kind: "matrix", server, token, room }),
    describe: ({ server, room }) => `${hostOf(server)}, room ${mask(room)}`,
    secrets: ({ token }) => [token],
  },
  homeassistant: {
    schemes: [],
    isOwn: ({ place }) => /\/api\/webhook\/[^/]+$/.test(place),
    forms: [/^(?<server>\w+:\/\/[^/?]*)\/(?:.*\/)?api\/webhook\/(?<id>[^/?]*)/],
    fields: { id: [/./, "noHomeAssistantHook"] },
    toTarget: (_fields, { origin, rest }) => ({ kind: "homeassistant", url: `${origin}${rest}` }),
    ...webhook,
  },
  apprise: {
    schemes: ["apprise", "apprises"],
    isOwn: ({ place }) => /\/notify\/[^/]+$/.test(place),
    forms: [/^(?<server>\w+:\/\/[^/?]+[^?]*?)(?:\/notify)?\/(?<key>[^/?]*)(?:\?|$)/],
    fields: { key: [/^(?!notify$)[\w-]{1,128}$/, "noAppriseKey"] },
    toTarget: ({ server = "", key = "" }) => ({ kind: "apprise", server, key }),
    describe: ({ server, key }) => `${hostOf(server)}, key ${mask(key)}`,
    secrets: ({ key }) => [key],
  },
  json: {
    schemes: ["json", "jsons"],
    forms: [/^(?<server>\w+:\/\/[^/?]*)/],
    fields: {},
    toTarget: ({ server = "" }, { rest, user, password }) => {
      // Set as they are, a percent sign would begin an escape.
      const [username, secret] = [encodeURIComponent(user), encodeURIComponent(password)];
      const url = Object.assign(new URL(server + rest), { username, password: secret });
      return { kind: "json", url: url.href };
    },
    ...webhook,
  },
};

export const kinds = Object.keys(grammars) as ChannelKind[];

export function grammarOf<K extends ChannelKind>(kind: K): Grammar<K> {
  return grammars[kind];
}

/** A channel's target without its secrets, for lists. */
export function describeTarget(target: ChannelTarget): string {
  return grammarOf(target.kind).describe(target);
}

const minSecretChars = 4;

/** Removes a target's secrets from a text that the service has sent. */
export function withoutSecrets(text: string, target: ChannelTarget): string {
  return grammarOf(target.kind)
    .secrets(target)
    .filter((secret) => secret.length >= minSecretChars)
    .reduce((rest, secret) => rest.replaceAll(secret, "…"), text);
}
