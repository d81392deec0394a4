import type { ChannelKind } from "../../../../shared/app/channels.js";

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

/** Why an address cannot be used, and the next step. */
export interface InvalidAddress {
  readonly kind: "invalid";
  readonly message: string;
  readonly action: string;
}

export function invalid(message: string, action: string): InvalidAddress {
  return { kind: "invalid", message, action };
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
  readonly fields: Readonly<Record<string, readonly [RegExp, string, string?]>>;
  /** The next step if one of these is missing. */
  readonly action: string;
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

export const mailForm = "Enter it as smtps://user:password@mail.example:465/?to=you@mail.example.";
const mailPattern = /^[^\s@<>,;:"()[\]\\]{1,64}@[^\s@<>,;:"()[\]\\]{1,255}$/;

function toMail(
  fields: Fields,
  { user, password, host, origin, isTls }: Address,
): TargetOf<"email"> | InvalidAddress {
  if (origin === null) return invalid("The address lacks the mail server.", mailForm);
  if (user !== "" && password === "")
    return invalid("The address lacks the password of the mail account.", mailForm);
  // A plus sign in a query stands for a space, which no mail address has.
  const mailOf = (name: string) => fields[name]?.trim().replaceAll(" ", "+") ?? null;
  const from = mailOf("from") ?? (mailPattern.test(user) ? user : null);
  const to = mailOf("to") ?? from;
  if (to === null) return invalid("The address lacks the recipient, 'to'.", mailForm);
  if (from === null)
    return invalid("The address lacks the sender, 'from'.", `${mailForm.slice(0, -1)}&from=….`);
  const wrong = [to, from].find((mail) => !mailPattern.test(mail));
  if (wrong !== undefined)
    return invalid(`'${wrong.slice(0, 80)}' is not a mail address.`, "Add a channel for each recipient.");
  const [, name = "", port] = /^\[?(.*?)\]?(?::(\d*))?$/.exec(host) ?? [];
  const login = user === "" ? null : { user, password };
  return { kind: "email", host: name, port: Number(port || (isTls ? 465 : 587)), isTls, login, from, to };
}

const slackForm = "Copy the Webhook URL of an incoming webhook: https://hooks.slack.com/services/T…/B…/….";

function isSlack({ host }: Address): boolean {
  return /(?:^|\.)slack(?:-gov)?\.com$/.test(host);
}

/** A compatible server's webhook has a path of its own. */
function toSlack({ parts = "" }: Fields, address: Address): TargetOf<"slack"> | InvalidAddress {
  const { origin, rest, scheme } = address;
  const isShort = scheme === "slack";
  if (isSlack(address) && parts === "")
    return invalid("This is not the URL of an incoming webhook of Slack.", slackForm);
  if ((isShort || isSlack(address)) && !/^[^/]+\/[^/]+\/[^/]+$/.test(parts))
    return invalid("The address lacks one of the three parts of a Slack webhook.", slackForm);
  if (origin === null) return invalid("The address lacks the server.", slackForm);
  return { kind: "slack", url: isShort ? `https://hooks.slack.com/services/${parts}` : origin + rest };
}

const pushoverKey = /^[A-Za-z0-9]{30}$/;
const notPushovers = "is not one of Pushover's, which have 30 letters and digits.";

/** How the addresses of each kind of channel are read, and what is shown of them. */
const grammars: { readonly [K in ChannelKind]: Grammar<K> } = {
  ntfy: {
    schemes: ["ntfy", "ntfys"],
    isOwn: ({ host }) => host === "ntfy.sh",
    forms: [/^own:\/\/(?<topic>[^/?]*)(?:\?|$)/, /^(?<server>\w+:\/\/[^/?]*)\/*(?<topic>[^?]*)/],
    fields: {
      topic: [
        /^[-\w]{1,64}$/,
        "The address lacks the topic.",
        "The address does not end in a topic of ntfy.",
      ],
    },
    action:
      "Enter it as https://ntfy.sh/your-topic; a topic has up to 64 letters, digits, hyphens and underscores.",
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
      token: [
        /^[^C]/,
        "The address lacks the token of a Gotify application.",
        "This is the token of a Gotify client, which can read messages but not send them.",
      ],
    },
    action:
      "Create an application in Gotify, and enter https://host/message?token=… with its token, which starts with A.",
    toTarget: ({ server = "", token = "" }) => ({ kind: "gotify", server, token }),
    describe: ({ server }) => hostOf(server),
    secrets: ({ token }) => [token],
  },
  pushover: {
    schemes: ["pover"],
    isOwn: ({ host }) => host === "api.pushover.net",
    forms: [/^own:\/\/(?<token>[^/?]*)\/?(?<device>[^/?]*)/, /^(?<server>\w+:\/\/[^/?]*)/],
    fields: {
      user: [pushoverKey, "The address lacks Pushover's user key.", `The user key ${notPushovers}`],
      token: [
        pushoverKey,
        "The address lacks the API token of a Pushover application.",
        `The API token ${notPushovers}`,
      ],
    },
    action: "Enter it as pover://user@token, or the user key and the API token with a space between.",
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
      token: [
        /^\d{5,20}:[\w-]{30,60}$/,
        "The address lacks the token of a Telegram bot, which looks like 123456789:AAE….",
      ],
      chat_id: [
        /^(?:-?\d{1,20}|@\w{4,40})$/,
        "The address lacks the chat id.",
        "The chat id is neither a number nor the @name of a channel.",
      ],
    },
    action:
      "Create a bot with @BotFather, which answers with the token, and write to it; getUpdates then has the chat id. Enter both with a space between.",
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
      id: [/^\d{5,25}$/, "This is not the URL of a Discord webhook: its id is missing."],
      token: [/^[\w-]{20,120}$/, "This is not the URL of a Discord webhook: its token is missing."],
    },
    action: "Copy it in Discord under Edit Channel → Integrations → Webhooks → Copy Webhook URL.",
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
    action: slackForm,
    toTarget: toSlack,
    ...webhook,
  },
  email: {
    schemes: ["smtp", "smtps"],
    forms: [/^/],
    fields: {},
    action: mailForm,
    toTarget: toMail,
    describe: ({ to, host }) => `${to} through ${host}`,
    secrets: ({ login }) => (login === null ? [] : [login.password]),
  },
  matrix: {
    schemes: ["matrix", "matrixs"],
    forms: [/^(?<server>\w+:\/\/[^/?]*)\/*(?<room>[^?]*)/],
    fields: {
      user: [/./, "The address lacks the access token of a Matrix account."],
      room: [/^![^\s/]{1,250}$/, "The address lacks the room's id, which begins with !."],
    },
    action:
      "Enter it as matrixs://token@matrix.example/!room:matrix.example, with the room's internal id from its advanced settings.",
    toTarget: ({ server = "", user: token = "", room = "" }) => ({ kind: "matrix", server, token, room }),
    describe: ({ server, room }) => `${hostOf(server)}, room ${mask(room)}`,
    secrets: ({ token }) => [token],
  },
  homeassistant: {
    schemes: [],
    isOwn: ({ place }) => /\/api\/webhook\/[^/]+$/.test(place),
    forms: [/^(?<server>\w+:\/\/[^/?]*)\/(?:.*\/)?api\/webhook\/(?<id>[^/?]*)/],
    fields: { id: [/./, "This is not the URL of a webhook of Home Assistant."] },
    action: "Enter it as https://host:8123/api/webhook/the-id, with the id from the automation's trigger.",
    toTarget: (_fields, { origin, rest }) => ({ kind: "homeassistant", url: `${origin}${rest}` }),
    ...webhook,
  },
  apprise: {
    schemes: ["apprise", "apprises"],
    isOwn: ({ place }) => /\/notify\/[^/]+$/.test(place),
    forms: [/^(?<server>\w+:\/\/[^/?]+[^?]*?)(?:\/notify)?\/(?<key>[^/?]*)(?:\?|$)/],
    fields: {
      key: [/^(?!notify$)[\w-]{1,128}$/, "The address lacks the key of a configuration."],
    },
    action: "Save a configuration on the Apprise server, and enter https://host/notify/key.",
    toTarget: ({ server = "", key = "" }) => ({ kind: "apprise", server, key }),
    describe: ({ server, key }) => `${hostOf(server)}, key ${mask(key)}`,
    secrets: ({ key }) => [key],
  },
  json: {
    schemes: ["json", "jsons"],
    forms: [/^(?<server>\w+:\/\/[^/?]*)/],
    fields: {},
    action: "Enter it as https://host/path.",
    toTarget: ({ server = "" }, { rest, user, password }) => {
      const url = Object.assign(new URL(server + rest), { username: user, password });
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
