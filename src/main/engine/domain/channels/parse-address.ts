import type { ChannelKind } from "../../../../shared/app/channels.js";
import { assertNever } from "../../../../shared/assert-never.js";
import type { ChannelTarget } from "./target.js";

/** Why an address cannot be used, and the next step. */
export interface InvalidAddress {
  readonly kind: "invalid";
  readonly message: string;
  readonly action: string;
}

export type ParsedAddress = ChannelTarget | InvalidAddress;

function invalid(message: string, action: string): InvalidAddress {
  return { kind: "invalid", message, action };
}

/** Schemes of Apprise and of mail, with the kind that each names and whether it is encrypted. */
const schemes: Readonly<Record<string, { readonly kind: ChannelKind; readonly isTls: boolean }>> = {
  "ntfy:": { kind: "ntfy", isTls: false },
  "ntfys:": { kind: "ntfy", isTls: true },
  "gotify:": { kind: "gotify", isTls: false },
  "gotifys:": { kind: "gotify", isTls: true },
  "pover:": { kind: "pushover", isTls: true },
  "tgram:": { kind: "telegram", isTls: true },
  "discord:": { kind: "discord", isTls: true },
  "slack:": { kind: "slack", isTls: true },
  "smtp:": { kind: "email", isTls: false },
  "smtps:": { kind: "email", isTls: true },
  "apprise:": { kind: "apprise", isTls: false },
  "apprises:": { kind: "apprise", isTls: true },
  "json:": { kind: "json", isTls: false },
  "jsons:": { kind: "json", isTls: true },
};

const pushoverKeyPattern = /^[A-Za-z0-9]{30}$/;
const telegramTokenPattern = /^\d{5,20}:[\w-]{30,60}$/;
const telegramChatPattern = /^(?:-?\d{1,20}|@\w{4,40})$/;
const ntfyTopicPattern = /^[-_A-Za-z0-9]{1,64}$/;
const mailAddressPattern = /^[^\s@<>,;:"()[\]\\]{1,64}@[^\s@<>,;:"()[\]\\]{1,255}$/;

const pushoverServer = "https://api.pushover.net";
const telegramServer = "https://api.telegram.org";
const publicNtfyServer = "https://ntfy.sh";

/** A URL in parts, whatever its scheme. */
interface Address {
  /** `https://host:port` for an HTTP service, or null if the URL names no host. */
  readonly origin: string | null;
  /** In the case that was typed if the scheme is Apprise's: a token may stand in the host's place. */
  readonly host: string;
  readonly path: readonly string[];
  readonly user: string;
  readonly password: string;
  readonly query: URLSearchParams;
  readonly url: URL;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function toAddress(text: string, isTls: boolean): Address | null {
  const url = URL.parse(text);
  if (url === null) return null;
  const scheme = isTls ? "https" : "http";
  return {
    origin: url.host === "" ? null : (URL.parse(`${scheme}://${url.host}`)?.origin ?? null),
    host: decode(url.host),
    path: url.pathname
      .split("/")
      .filter((part) => part !== "")
      .map(decode),
    user: decode(url.username),
    password: decode(url.password),
    query: url.searchParams,
    url,
  };
}

function basicAuthorization(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

function ntfyAuthorization({ user, password }: Address): string | null {
  const token = [user, password].find((part) => part.startsWith("tk_"));
  if (token !== undefined) return `Bearer ${token}`;
  return user === "" ? null : basicAuthorization(user, password);
}

function parseNtfy(address: Address): ParsedAddress {
  // Apprise's form for the public server: the topic stands in the host's place.
  const isShort = /^ntfys?:$/.test(address.url.protocol) && address.path.length === 0;
  const topic = isShort ? address.host : address.path[0];
  if (topic === undefined || topic === "")
    return invalid("The address lacks the topic.", "Enter it as https://ntfy.sh/your-topic.");
  if (!ntfyTopicPattern.test(topic) || address.path.length > 1)
    return invalid(
      "The address does not end in a topic of ntfy.",
      "A topic has up to 64 letters, digits, hyphens and underscores, as in https://ntfy.sh/your-topic.",
    );
  const isPublic = isShort || address.host === "ntfy.sh";
  const server = isPublic ? publicNtfyServer : address.origin;
  if (server === null)
    return invalid("The address lacks the server.", "Enter it as ntfys://host/your-topic.");
  return { kind: "ntfy", server, topic, authorization: ntfyAuthorization(address) };
}

/** The server's base URL: the origin and the part of the path that is not the service's own. */
function baseUrl(origin: string, path: readonly string[]): string {
  return [origin, ...path.map(encodeURIComponent)].join("/");
}

function parseGotify({ origin, path, query }: Address): ParsedAddress {
  if (origin === null) return invalid("The address lacks the server.", "Enter it as gotifys://host/token.");
  const isNative = query.has("token");
  const token = isNative ? query.get("token") : path.at(-1);
  if (token == null || token === "" || (token === "message" && !isNative))
    return invalid(
      "The address lacks the token of a Gotify application.",
      "Create an application in Gotify, and enter https://host/message?token=… with its token.",
    );
  if (token.startsWith("C"))
    return invalid(
      "This is the token of a Gotify client, which can read messages but not send them.",
      "Create an application in Gotify, and use its token, which starts with A.",
    );
  const base = isNative ? path.slice(0, path.at(-1) === "message" ? -1 : undefined) : path.slice(0, -1);
  return { kind: "gotify", server: baseUrl(origin, base), token };
}

const pushoverForm =
  "Enter it as pover://user@token, or the user key and the API token with a space between.";

function toPushover(
  server: string,
  user: string | null | undefined,
  token: string | null | undefined,
  device: string | null,
): ParsedAddress {
  if (user == null || user === "") return invalid("The address lacks Pushover's user key.", pushoverForm);
  if (token == null || token === "")
    return invalid("The address lacks the API token of a Pushover application.", pushoverForm);
  for (const [key, name] of [
    [user, "user key"],
    [token, "API token"],
  ] as const)
    if (!pushoverKeyPattern.test(key))
      return invalid(`The ${name} is not one of Pushover's, which have 30 letters and digits.`, pushoverForm);
  return { kind: "pushover", server, user, token, device };
}

function parsePushover({ url, origin, host, path, user, query }: Address): ParsedAddress {
  if (url.protocol === "pover:") return toPushover(pushoverServer, user, host, path[0] ?? null);
  return toPushover(origin ?? pushoverServer, query.get("user"), query.get("token"), query.get("device"));
}

const telegramForm =
  "Enter it as tgram://bot-token/chat-id, or the token and the chat id with a space between.";

function toTelegram(server: string, token: string, chat: string | null | undefined): ParsedAddress {
  if (!telegramTokenPattern.test(token))
    return invalid(
      "The address lacks the token of a Telegram bot, which looks like 123456789:AAE….",
      "Create a bot with @BotFather in Telegram, which answers with the token.",
    );
  if (chat == null || chat === "")
    return invalid(
      "The address lacks the chat id.",
      `Write to the bot, then read the id in the answer of getUpdates. ${telegramForm}`,
    );
  if (!telegramChatPattern.test(chat))
    return invalid("The chat id is neither a number nor the @name of a channel.", telegramForm);
  return { kind: "telegram", server, token, chat };
}

/** Apprise's form has the token in the host's place, which `URL` takes for a host and port, or for a user. */
function parseTelegram(address: Address, text: string): ParsedAddress {
  const short = /^tgram:\/\/(?:bot)?([^/?#]*)(?:\/([^/?#]*))?/i.exec(text);
  if (short !== null) return toTelegram(telegramServer, decode(short[1] ?? ""), short[2] && decode(short[2]));
  const at = address.path.findIndex((part) => /^bot\d/.test(part));
  const token = at < 0 ? "" : (address.path[at]?.slice(3) ?? "");
  const server = baseUrl(address.origin ?? telegramServer, at < 0 ? [] : address.path.slice(0, at));
  return toTelegram(server, token, address.query.get("chat_id"));
}

function parseDiscord({ url, host, path, origin, query }: Address): ParsedAddress {
  const [id, token] =
    url.protocol === "discord:" ? [host, path[0]] : path.slice(path.indexOf("webhooks") + 1);
  const form = "Copy it in Discord under Edit Channel → Integrations → Webhooks → Copy Webhook URL.";
  if (id === undefined || !/^\d{5,25}$/.test(id))
    return invalid("This is not the URL of a Discord webhook: its id is missing.", form);
  if (token === undefined || !/^[\w-]{20,120}$/.test(token))
    return invalid("This is not the URL of a Discord webhook: its token is missing.", form);
  const base =
    url.protocol === "discord:"
      ? "https://discord.com/api/webhooks"
      : baseUrl(origin ?? "", path.slice(0, path.indexOf("webhooks") + 1));
  const thread = query.get("thread_id");
  const isThread = thread !== null && /^\d{5,25}$/.test(thread);
  return { kind: "discord", url: `${base}/${id}/${token}${isThread ? `?thread_id=${thread}` : ""}` };
}

function parseSlack({ url, host, path, origin }: Address): ParsedAddress {
  const form = "Copy the Webhook URL of an incoming webhook: https://hooks.slack.com/services/T…/B…/….";
  if (url.protocol === "slack:") {
    if (path.length < 2) return invalid("The address lacks one of the three parts of a Slack webhook.", form);
    return {
      kind: "slack",
      url: `https://hooks.slack.com/services/${[host, ...path.slice(0, 2)].join("/")}`,
    };
  }
  if (origin === null) return invalid("The address lacks the server.", form);
  const isSlack = /(?:^|\.)slack(?:-gov)?\.com$/.test(host);
  if (isSlack && path[0] !== "services")
    return invalid("This is not the URL of an incoming webhook of Slack.", form);
  if (isSlack && path.length !== 4)
    return invalid("The address lacks one of the three parts of a Slack webhook.", form);
  return { kind: "slack", url: `${baseUrl(origin, path)}${url.search}` };
}

const mailForm = "Enter it as smtps://user:password@mail.example:465/?to=you@mail.example.";

function parseEmail({ url, user, password, query }: Address, isTls: boolean): ParsedAddress {
  if (url.hostname === "") return invalid("The address lacks the mail server.", mailForm);
  if (user !== "" && password === "")
    return invalid("The address lacks the password of the mail account.", mailForm);
  // A plus sign in a query stands for a space, which no mail address has.
  const mailOf = (name: string) => query.get(name)?.trim().replaceAll(" ", "+") ?? null;
  const from = mailOf("from") ?? (mailAddressPattern.test(user) ? user : null);
  const to = mailOf("to") ?? from;
  if (to === null) return invalid("The address lacks the recipient, 'to'.", mailForm);
  if (from === null)
    return invalid("The address lacks the sender, 'from'.", `${mailForm.slice(0, -1)}&from=….`);
  const wrong = [to, from].find((mail) => !mailAddressPattern.test(mail));
  if (wrong !== undefined)
    return invalid(`'${wrong.slice(0, 80)}' is not a mail address.`, "Add a channel for each recipient.");
  const port = url.port === "" ? (isTls ? 465 : 587) : Number(url.port);
  return {
    kind: "email",
    host: decode(url.hostname).replace(/^\[|\]$/g, ""),
    port,
    isTls,
    login: user === "" ? null : { user, password },
    from,
    to,
  };
}

function parseApprise({ origin, path }: Address): ParsedAddress {
  if (origin === null) return invalid("The address lacks the server.", "Enter it as apprises://host/key.");
  const key = path.at(-1);
  if (key === undefined || key === "notify")
    return invalid(
      "The address lacks the key of a configuration.",
      "Save a configuration on the Apprise server, and enter https://host/notify/key.",
    );
  if (!/^[\w-]{1,128}$/.test(key))
    return invalid("The address does not end in a key of Apprise.", "Enter it as https://host/notify/key.");
  return { kind: "apprise", server: baseUrl(origin, path.slice(0, path.at(-2) === "notify" ? -2 : -1)), key };
}

function parseJson({ origin, url }: Address): ParsedAddress {
  if (origin === null) return invalid("The address lacks the server.", "Enter it as https://host/path.");
  const target = new URL(origin + url.pathname + url.search);
  target.username = url.username;
  target.password = url.password;
  return { kind: "json", url: target.href };
}

function parseAs(kind: ChannelKind, address: Address, text: string, isTls: boolean): ParsedAddress {
  switch (kind) {
    case "ntfy":
      return parseNtfy(address);
    case "gotify":
      return parseGotify(address);
    case "pushover":
      return parsePushover(address);
    case "telegram":
      return parseTelegram(address, text);
    case "discord":
      return parseDiscord(address);
    case "slack":
      return parseSlack(address);
    case "email":
      return parseEmail(address, isTls);
    case "apprise":
      return parseApprise(address);
    case "json":
      return parseJson(address);
    default:
      return assertNever(kind);
  }
}

/** Recognises a web address by its host, or by a path that only one service has. */
function kindOfUrl({ host, path, query }: Address): ChannelKind {
  if (host === "ntfy.sh") return "ntfy";
  if (host === "api.pushover.net") return "pushover";
  if (host === "api.telegram.org") return "telegram";
  if (/^(?:ptb\.|canary\.)?discord(?:app)?\.com$/.test(host)) return "discord";
  if (/(?:^|\.)slack(?:-gov)?\.com$/.test(host)) return "slack";
  if (path.at(-1) === "message" && query.has("token")) return "gotify";
  if (path.at(-2) === "notify") return "apprise";
  return "json";
}

/** A pair of tokens without a scheme: Pushover's two keys in either order, or Telegram's token and chat. */
function parseTokens(text: string, kind: ChannelKind | null): ParsedAddress | null {
  const [first = "", second, ...more] = text.split(/[\s,;]+/).filter((part) => part !== "");
  if (more.length > 0) return null;
  if (kind === "telegram" || telegramTokenPattern.test(first))
    return toTelegram(telegramServer, first.replace(/^bot/, ""), second);
  if (kind === "pushover" || pushoverKeyPattern.test(first)) {
    // User and group keys start with u or g, tokens with a.
    const isSwapped = second !== undefined && /^a/i.test(first) && /^[ug]/i.test(second);
    return isSwapped
      ? toPushover(pushoverServer, second, first, null)
      : toPushover(pushoverServer, first, second, null);
  }
  return null;
}

const unknownAddress = invalid(
  "The address is neither a URL nor a token of a service that Tidemark knows.",
  "Paste the URL of an ntfy topic, a webhook, a mail server (smtps://…) or another service, with https:// in front.",
);

/**
 * Parses the address of a channel: a URL or token in the form of the service or of Apprise. `kind` says whose it is,
 * for servers that the address alone does not identify; `null` recognises it.
 */
export function parseChannelAddress(input: string, kind: ChannelKind | null): ParsedAddress {
  const text = input.trim();
  const scheme = /^([a-z][a-z0-9+.-]*:)\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) return parseTokens(text, kind) ?? unknownAddress;
  const known = schemes[scheme];
  if (/^mailtos?:$/.test(scheme)) return invalid("The address lacks the mail server.", mailForm);
  if (known === undefined && !/^https?:$/.test(scheme)) return unknownAddress;
  const isTls = known?.isTls ?? scheme === "https:";
  const address = toAddress(text, isTls);
  if (known !== undefined && kind !== null && known.kind !== kind)
    return invalid(`An address with ${scheme}// is not one of the kind '${kind}'.`, "Leave out the kind.");
  if (known?.kind === "telegram") return parseTelegram(address ?? emptyAddress, text);
  if (address === null)
    return invalid(
      "The address is not a valid URL.",
      "Copy it again, with special characters of a password as %40 for @.",
    );
  return parseAs(known?.kind ?? kind ?? kindOfUrl(address), address, text, isTls);
}

const emptyAddress: Address = {
  origin: null,
  host: "",
  path: [],
  user: "",
  password: "",
  query: new URLSearchParams(),
  url: new URL("tgram:/"),
};
