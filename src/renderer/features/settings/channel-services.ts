import type { ChannelKind } from "../../../shared/app/channels.js";
import type { Texts } from "../../../shared/texts/texts.js";

type FieldName = keyof Texts["channels"]["fields"];

export interface ServiceField {
  readonly name: FieldName;
  readonly type?: "password" | "email" | "url";
  readonly isOptional?: true;
  readonly placeholder?: string;
}

export type ServiceValues = Readonly<Partial<Record<FieldName, string>>>;

/** How an address of the service is made of what the shopper enters. */
export interface ServiceForm {
  readonly fields: readonly ServiceField[];
  /** ServiceValues to begin with. */
  readonly initial?: () => ServiceValues;
  /** The address for `channels.save`. Nothing is checked here: the engine says what is wrong. */
  readonly toAddress: (values: ServiceValues) => string;
  /** What a phone may scan, and which of the texts names it. */
  readonly scan?: {
    readonly label: "qrOfTopic" | "qrOfBot";
    readonly text: (values: ServiceValues) => string;
  };
}

const url: ServiceForm = {
  fields: [{ name: "url", type: "url" }],
  toAddress: ({ url: address = "" }) => address,
};

/** `push.example` → `https://push.example`. */
function serverOf(text = ""): string {
  const server = text.trim().replace(/\/+$/, "");
  return /^\w+:\/\//.test(server) ? server : `https://${server}`;
}

function withLogin(server: string, login: string): string {
  return server.replace("://", `://${login}@`);
}

/** Nobody else may guess it. */
function newTopic(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  return `tidemark-${[...bytes].map((byte) => (byte % 36).toString(36)).join("")}`;
}

const hostsByDomain: Readonly<Record<string, string>> = {
  "gmail.com": "smtp.gmail.com:465",
  "googlemail.com": "smtp.gmail.com:465",
  "icloud.com": "smtp.mail.me.com:587",
  "me.com": "smtp.mail.me.com:587",
  "mac.com": "smtp.mail.me.com:587",
  "aol.com": "smtp.aol.com:465",
  "gmx.de": "mail.gmx.net:465",
  "gmx.net": "mail.gmx.net:465",
  "gmx.at": "mail.gmx.net:465",
  "gmx.ch": "mail.gmx.net:465",
  "gmx.com": "mail.gmx.com:465",
  "web.de": "smtp.web.de:587",
  "t-online.de": "securesmtp.t-online.de:465",
  "mailbox.org": "smtp.mailbox.org:465",
  "posteo.de": "posteo.de:465",
  "posteo.net": "posteo.de:465",
  "fastmail.com": "smtp.fastmail.com:465",
  "zoho.com": "smtp.zoho.com:465",
  "libero.it": "smtp.libero.it:465",
  "orange.fr": "smtp.orange.fr:465",
  "free.fr": "smtp.free.fr:465",
  "yahoo.com": "smtp.mail.yahoo.com:465",
};

/** The mail server of a large provider, or the name that most others give theirs; empty without a domain. */
export function mailServerOf(mail: string): string {
  const domain = /@([^@\s]+\.[^@\s]+)$/.exec(mail.trim())?.[1]?.toLowerCase();
  if (domain === undefined) return "";
  const known = hostsByDomain[domain.replace(/^yahoo\.(?:co\.)?\w+$/, "yahoo.com")];
  return known ?? `smtp.${domain}:465`;
}

function mailAddress({ mail = "", password = "", mailServer = "", to = "" }: ServiceValues): string {
  const server = mailServer.trim() || mailServerOf(mail);
  const scheme = server.endsWith(":587") ? "smtp" : "smtps";
  const login = `${encodeURIComponent(mail.trim())}:${encodeURIComponent(password)}`;
  const query = new URLSearchParams({ to: to.trim() || mail.trim() });
  return `${scheme}://${login}@${server}/?${query}`;
}

/** Whether an address does not say itself whose it is: a web address or a token, but no other scheme. */
export function needsKind(address: string): boolean {
  return /^https?:/i.test(address) || !address.includes("://");
}

function topicUrl({ server, topic = "" }: ServiceValues): string {
  return `${serverOf(server)}/${encodeURIComponent(topic.trim())}`;
}

/** Services in the order of the tiles. */
export const serviceForms: { readonly [K in ChannelKind]: ServiceForm } = {
  ntfy: {
    fields: [{ name: "topic" }, { name: "server" }, { name: "token", type: "password", isOptional: true }],
    initial: () => ({ topic: newTopic(), server: "https://ntfy.sh" }),
    toAddress: (values) => {
      const { token = "" } = values;
      return token.trim() === "" ? topicUrl(values) : withLogin(topicUrl(values), `:${token.trim()}`);
    },
    scan: { label: "qrOfTopic", text: topicUrl },
  },
  telegram: {
    fields: [{ name: "botToken", type: "password" }, { name: "chat" }],
    toAddress: ({ botToken = "", chat = "" }) => `${botToken.trim()} ${chat.trim()}`,
    scan: { label: "qrOfBot", text: () => "https://t.me/BotFather" },
  },
  email: {
    fields: [
      { name: "mail", type: "email" },
      { name: "password", type: "password" },
      { name: "mailServer", isOptional: true },
      { name: "to", type: "email", isOptional: true },
    ],
    toAddress: mailAddress,
  },
  pushover: {
    fields: [
      { name: "user", type: "password" },
      { name: "appToken", type: "password" },
    ],
    toAddress: ({ user = "", appToken = "" }) => `${user.trim()} ${appToken.trim()}`,
  },
  gotify: {
    fields: [
      { name: "server", placeholder: "https://gotify.example" },
      { name: "token", type: "password" },
    ],
    toAddress: ({ server, token = "" }) =>
      `${serverOf(server)}/message?token=${encodeURIComponent(token.trim())}`,
  },
  discord: url,
  slack: url,
  matrix: {
    fields: [
      { name: "server", placeholder: "https://matrix.org" },
      { name: "accessToken", type: "password" },
      { name: "room", placeholder: "!abc:matrix.org" },
    ],
    toAddress: ({ server, accessToken = "", room = "" }) => {
      const base = serverOf(server).replace(/^http/, "matrix");
      return `${withLogin(base, encodeURIComponent(accessToken.trim()))}/${encodeURIComponent(room.trim())}`;
    },
  },
  homeassistant: url,
  apprise: url,
  json: url,
};
