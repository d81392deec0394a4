import { ContractError } from "../operations/request/contract-error.js";
import { type ApiAddress, isExtension } from "./address.js";

/** The path of a request, and the headers that distinguish a browser's from a program's. */
export interface Caller {
  readonly path: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** `Sec-Fetch-Site`: browsers send it with every request, images and links included. */
  readonly fetchSite: string | undefined;
}

/** An address opened by the user, and the resources of our own pages. */
const ownSites = new Set(["none", "same-origin"]);

/**
 * Stops a web page, or a DNS name rebound to this machine, from using the user's API (decision 3). `Host` must be a
 * loopback name or address with our port, and `Origin` must be absent. Images and links on a foreign page carry no
 * `Origin`, but no page can suppress their `Sec-Fetch-Site`. The only other host allowed is that of the user's own
 * reverse proxy, a name that an attacker cannot rebind. A browser extension has an `Origin`, too: it passes to the owner
 * API, which asks for the key that it got when it was paired.
 */
export function checkLoopback({ path, host, origin, fetchSite }: Caller, address: ApiAddress): void {
  if (
    !isExtension(path, origin) &&
    (origin !== undefined || (fetchSite !== undefined && !ownSites.has(fetchSite)))
  )
    throw notAvailable("comes from a web page");
  if (host === undefined || !isOwnHost(host, address)) throw notAvailable("uses another host name");
}

const loopbackHost = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::(\d{1,5}))?$/i;

function isOwnHost(host: string, { port, publicOrigin }: ApiAddress): boolean {
  const match = loopbackHost.exec(host);
  return (match !== null && Number(match[2] ?? 80) === port) || hasHost(publicOrigin, host);
}

function hasHost(origin: string | null, host: string): boolean {
  return origin !== null && new URL(origin).host === host.toLowerCase().replace(/:443$/, "");
}

function notAvailable(reason: string): ContractError {
  return new ContractError(
    "ERR_METHOD_NOT_ALLOWED",
    `This API is not available to this caller: the request ${reason}.`,
    { action: "Call it from a program on this computer, at the address that the app shows." },
  );
}
