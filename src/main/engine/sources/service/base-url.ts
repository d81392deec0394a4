import { isLocalName, isPublicAddress, literalAddress } from "../../../../shared/address-guard.js";

export type BaseUrlReading =
  | { readonly ok: true; readonly baseUrl: string }
  | { readonly ok: false; readonly message: string; readonly action: string };

function refused(message: string, action: string): BaseUrlReading {
  return { ok: false, message, action };
}

/** This computer, or a neighbour: there a key may travel without TLS. */
function isNear(url: URL): boolean {
  const literal = literalAddress(url);
  return literal === null ? isLocalName(url.hostname) : !isPublicAddress(literal);
}

/** The base URL of a service as it is kept: without a slash at its end, with `/v1` where it names no path. */
export function readBaseUrl(text: string): BaseUrlReading {
  const example = "It looks like https://service.example/v1.";
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return refused("This is no address.", example);
  const url = new URL(trimmed);
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return refused("The address has to start with https:// or http://.", example);
  if (url.username !== "" || url.password !== "")
    return refused("The address holds a user name or password.", "Leave it out; the key alone is sent.");
  if (url.protocol === "http:" && !isNear(url))
    return refused(
      "Without TLS, the key could be read on its way to this address.",
      "Use its https:// address; http:// is for this computer and your own network.",
    );
  const path = url.pathname.replace(/\/+$/, "");
  return { ok: true, baseUrl: url.origin + (path === "" ? "/v1" : path) };
}
