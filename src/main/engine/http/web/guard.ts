import { isExtension } from "../address.js";
import { originOf, type PageAddress } from "./hosts.js";
import { RefusedError } from "./refusal.js";

/** What distinguishes requests of the page from those of other pages and programs. */
export interface PageCaller {
  readonly method: string;
  readonly path: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** Browsers send `Sec-Fetch-*` over TLS and to this computer, but not over plain HTTP in the house. */
  readonly fetchSite: string | undefined;
  readonly fetchMode: string | undefined;
  readonly fetchDest: string | undefined;
}

const ownSites = new Set([undefined, "same-origin", "none"]);

/** A link on another page may open ours, because that first response is the same for everyone. */
function isOpened({ method, fetchMode, fetchDest }: PageCaller): boolean {
  return method === "GET" && fetchMode === "navigate" && fetchDest === "document";
}

/**
 * Stops other pages, and names that were rebound to this computer, from using the page's port. Returns the page's origin;
 * throws `RefusedError`. A browser extension comes with its own origin, and with the key that it got when it was paired.
 */
export function checkPageCaller(caller: PageCaller, address: PageAddress): string {
  const { method, path, host, origin, fetchSite } = caller;
  const own = originOf(host, address);
  if (own === null)
    throw new RefusedError(
      421,
      `Tidemark is not opened under ${host === undefined ? "no name" : `the name '${host.slice(0, 100)}'`}.`,
      "Allow the name under Settings, Other devices, or with 'serve --web --web-host NAME', or use an address that 'tidemark web pair' prints.",
    );
  if (isExtension(path, origin)) return own;
  const isForeign = origin === undefined ? !ownSites.has(fetchSite) && !isOpened(caller) : origin !== own;
  if (isForeign) throw refusedOrigin("The request comes from another web page.");
  // Browsers send it with every such request.
  if (origin === undefined && method !== "GET" && method !== "HEAD")
    throw refusedOrigin("The request does not come from Tidemark's page.");
  return own;
}

function refusedOrigin(message: string): RefusedError {
  return new RefusedError(403, message, "Open Tidemark's page, and do it there.");
}
