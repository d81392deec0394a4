import { isLocalName, isPublicAddress, literalAddress } from "../../../../shared/address-guard.js";

export type BaseUrlReading =
  | { readonly ok: true; readonly baseUrl: string }
  | { readonly ok: false; readonly message: string; readonly action: string };

function refused(message: string, action: string): BaseUrlReading {
  return { ok: false, message, action };
}

/** This computer or the local network, where a key may be sent without TLS. */
function isNear(url: URL): boolean {
  const literal = literalAddress(url);
  return literal === null ? isLocalName(url.hostname) : !isPublicAddress(literal);
}

/** Normalizes an upstream's base URL: no trailing slash, and `/v1` if it has no path. */
export function readBaseUrl(text: string): BaseUrlReading {
  const example = "It looks like https://service.example/v1.";
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return refused("This is not an address.", example);
  const url = new URL(trimmed);
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return refused("The address must start with https:// or http://.", example);
  if (url.username !== "" || url.password !== "")
    return refused("The address contains a user name or password.", "Remove it: only the key is sent.");
  if (url.protocol === "http:" && !isNear(url))
    return refused(
      "Without TLS, the key could be read on its way to this address.",
      "Use its https:// address; http:// is for this computer and your own network.",
    );
  const path = url.pathname.replace(/\/+$/, "");
  return { ok: true, baseUrl: url.origin + (path === "" ? "/v1" : path) };
}
