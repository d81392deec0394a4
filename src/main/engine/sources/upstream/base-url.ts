import { isLocalName, isPublicAddress, literalAddress } from "../../../../shared/node/address-guard.js";

export type ParsedBaseUrl =
  | { readonly ok: true; readonly baseUrl: string }
  | { readonly ok: false; readonly message: string; readonly action: string };

function rejection(message: string, action: string): ParsedBaseUrl {
  return { ok: false, message, action };
}

/** This computer or the local network, where a key may be sent without TLS. */
function isLocalNetwork(url: URL): boolean {
  const literal = literalAddress(url);
  return literal === null ? isLocalName(url.hostname) : !isPublicAddress(literal);
}

/** Normalizes an upstream's base URL: no trailing slash, and `/v1` if it has no path. */
export function parseBaseUrl(text: string): ParsedBaseUrl {
  const example = "It looks like https://service.example/v1.";
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return rejection("This is not an address.", example);
  const url = new URL(trimmed);
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return rejection("The address must start with https:// or http://.", example);
  if (url.username !== "" || url.password !== "")
    return rejection("The address contains a user name or password.", "Remove it: only the key is sent.");
  if (url.protocol === "http:" && !isLocalNetwork(url))
    return rejection(
      "Without TLS, the key could be read on its way to this address.",
      "Use its https:// address; http:// is for this computer and your own network.",
    );
  const path = url.pathname.replace(/(?<!\/)\/+$/, "");
  return { ok: true, baseUrl: url.origin + (path === "" ? "/v1" : path) };
}
