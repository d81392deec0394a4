import { isIP } from "node:net";
import type { networkInterfaces } from "node:os";
import { isLoopbackHost } from "../../../../shared/node/address-guard.js";

/** Where the page is served, and under which names it may be opened. */
export interface PageAddress {
  readonly port: number;
  /** Origin of the owner's reverse proxy, with TLS. */
  readonly publicOrigin: string | null;
  /** IP addresses; none means this computer only. */
  readonly listen: readonly string[];
  /** `host`, or `host:port` for that port alone. */
  readonly allowedHosts: readonly string[];
}

const wildcards = new Set(["0.0.0.0", "::"]);

/** As URLs spell it: IPv6 addresses in brackets, without leading zeros. */
function toHost(address: string): string {
  return isIP(address) === 6 ? new URL(`http://[${address}]`).hostname : address;
}

function hasPort(host: string): boolean {
  return /:\d+$/.test(host) && !host.endsWith("]");
}

function isAddress(name: string): boolean {
  return isIP(name.replace(/^\[|\]$/g, "")) !== 0;
}

/**
 * The page's origin for a request with this `Host`; null if the page is not served under it. A DNS name can be
 * rebound to this computer, so the owner must have allowed it. An IP address cannot: it is valid if we listen on it, and
 * on any port, because a container or a tunnel has another one outside.
 */
export function originOf(host: string | undefined, address: PageAddress): string | null {
  const url = `http://${host}`;
  if (host === undefined || !/^[[\]a-z0-9_.:-]+$/i.test(host) || !URL.canParse(url)) return null;
  const { publicOrigin } = address;
  if (publicOrigin !== null && new URL(`https://${host}`).origin === publicOrigin) return publicOrigin;
  return isOwnName(new URL(url), address) ? new URL(url).origin : null;
}

function isOwnName({ host, hostname }: URL, { listen, allowedHosts }: PageAddress): boolean {
  const isListenedOn = listen.some(
    (each) => toHost(each) === hostname || (wildcards.has(each) && isAddress(hostname)),
  );
  const isAllowed = allowedHosts.some(
    (each) => each === hostname || (hasPort(each) && new URL(`http://${each}`).host === host),
  );
  return isLoopbackHost(hostname) || isListenedOn || isAllowed;
}

type Interfaces = ReturnType<typeof networkInterfaces>;

/** Addresses of this computer in its networks, IPv4 first, without link-local ones: a URL cannot name their zone. */
function addressesIn(interfaces: Interfaces): string[] {
  const all = Object.values(interfaces).flatMap((each) => each ?? []);
  return all
    .filter(({ internal, address }) => !internal && !address.toLowerCase().startsWith("fe80"))
    .map(({ address }) => address)
    .sort((one, other) => isIP(one) - isIP(other));
}

/** URLs of the page, the best first: the public origin, allowed names, addresses in the house, this computer. */
export function pageUrls(address: PageAddress, interfaces: Interfaces): string[] {
  const { port, publicOrigin, listen, allowedHosts } = address;
  const withPort = (host: string) => `http://${hasPort(host) ? host : `${host}:${port}`}`;
  const isEverywhere = listen.some((each) => wildcards.has(each));
  const named = listen.filter((each) => !wildcards.has(each)).map(toHost);
  const found = isEverywhere ? addressesIn(interfaces).map(toHost) : [];
  const here = listen.length === 0 || isEverywhere ? ["127.0.0.1"] : [];
  return [
    ...new Set([
      ...(publicOrigin === null ? [] : [publicOrigin]),
      ...allowedHosts.map(withPort),
      ...[...named, ...found, ...here].map(withPort),
    ]),
  ];
}
