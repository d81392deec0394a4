import { ContractError } from "../../operations/contract-error.js";
import type { ApiAddress } from "../address.js";

/** The headers by which a browser's request can be told from a program's. */
export interface CallerHeaders {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** `Sec-Fetch-Site`: browsers send it with every request, pictures and links included. */
  readonly fetchSite: string | undefined;
}

/** A page that the user opens by its address, and what that page of ours loads. */
const ownSites = new Set(["none", "same-origin"]);

/**
 * What stops a web page, or a DNS name rebound to this machine, from using a shopper's own API (decision 3): the
 * `Host` must be a loopback name or address with our port, and there must be no `Origin` at all. Pictures and links
 * of a foreign page carry no origin; they are told by `Sec-Fetch-Site`, which no page can leave out. The one other name
 * is that at which a reverse proxy of the user's own offers the API: nobody else's name can be rebound to it.
 */
export function checkLoopback({ host, origin, fetchSite }: CallerHeaders, address: ApiAddress): void {
  if (origin !== undefined) throw refused("a web page");
  if (fetchSite !== undefined && !ownSites.has(fetchSite)) throw refused("a web page");
  if (host === undefined || !isOwnHost(host, address)) throw refused("another host name");
}

const loopbackHost = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::(\d{1,5}))?$/i;

function isOwnHost(host: string, { port, publicOrigin }: ApiAddress): boolean {
  const found = loopbackHost.exec(host);
  return (found !== null && Number(found[2] ?? 80) === port) || isHostOf(publicOrigin, host);
}

function isHostOf(origin: string | null, host: string): boolean {
  return origin !== null && new URL(origin).host === host.toLowerCase().replace(/:443$/, "");
}

function refused(who: string): ContractError {
  return new ContractError(
    "ERR_METHOD_NOT_ALLOWED",
    `This API is not available to this caller: it was called through ${who}.`,
    { action: "Call it from a program on this computer, at the address that the app shows." },
  );
}
