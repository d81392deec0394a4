import type { ChannelKind } from "../../../../shared/app/channels.js";
import { assertNever } from "../../../../shared/assert-never.js";

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
  | { readonly kind: "apprise"; readonly server: string; readonly key: string }
  | { readonly kind: "json"; readonly url: string };

export type TargetOf<K extends ChannelKind> = Extract<ChannelTarget, { kind: K }>;

/**
 * Whether the receiver recognises a repeated message by its id, so that a message with an unknown outcome can be sent
 * again (decision 13).
 */
export function recognisesRepeats(kind: ChannelKind): boolean {
  return kind === "ntfy" || kind === "email" || kind === "json";
}

function mask(text: string): string {
  return `${text.slice(0, 3)}…`;
}

function hostOf(url: string): string {
  return new URL(url).host;
}

/** A channel's target without its secrets, for lists. */
export function describeTarget(target: ChannelTarget): string {
  switch (target.kind) {
    case "ntfy":
      // On a public server, anyone who knows the topic can read it.
      return `${hostOf(target.server)}/${mask(target.topic)}`;
    case "gotify":
      return hostOf(target.server);
    case "pushover":
      return `user ${mask(target.user)}`;
    case "telegram":
      return `bot ${target.token.split(":")[0]}, chat ${mask(target.chat)}`;
    case "discord":
    case "slack":
    case "json":
      return hostOf(target.url);
    case "email":
      return `${target.to} through ${target.host}`;
    case "apprise":
      return `${hostOf(target.server)}, key ${mask(target.key)}`;
    default:
      return assertNever(target);
  }
}

function targetSecrets(target: ChannelTarget): string[] {
  switch (target.kind) {
    case "ntfy":
      return [
        target.topic,
        ...(target.authorization === null ? [] : [target.authorization.split(" ")[1] ?? ""]),
      ];
    case "gotify":
      return [target.token];
    case "pushover":
      return [target.user, target.token];
    case "telegram":
      return [target.token, target.token.split(":")[1] ?? ""];
    case "discord":
    case "slack":
    case "json":
      return secretsOfUrl(new URL(target.url));
    case "email":
      return target.login === null ? [] : [target.login.password];
    case "apprise":
      return [target.key];
    default:
      return assertNever(target);
  }
}

/** The whole path: any part of it may be the token. */
function secretsOfUrl({ href, pathname, search, password }: URL): string[] {
  return [href, pathname + search, pathname, search.slice(1), password];
}

const minSecretChars = 4;

/** Removes a target's secrets from a text that the service has sent. */
export function withoutSecrets(text: string, target: ChannelTarget): string {
  return targetSecrets(target)
    .filter((secret) => secret.length >= minSecretChars)
    .reduce((rest, secret) => rest.replaceAll(secret, "…"), text);
}
