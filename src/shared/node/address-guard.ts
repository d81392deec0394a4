import { BlockList, isIP, type LookupFunction } from "node:net";

/**
 * The network addresses that shop pages may be fetched from, for both the engine and the hidden window. Uses Node's
 * APIs, so the renderer must not import it.
 */

/** IPv4 networks outside the public internet: loopback, private and link-local networks, and reserved blocks. */
const blockedIpv4Networks = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;

/**
 * The public IPv6 internet is 2000::/3, except for its documentation, tunnel and benchmark blocks. Everything outside
 * is loopback, link-local, unique local, mapped, translated, multicast or unassigned.
 */
const publicIpv6Network = ["2000::", 3] as const;
const blockedIpv6Networks = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

function blockList(networks: readonly (readonly [string, number])[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, family);
  return list;
}

const blockedIpv4 = blockList(blockedIpv4Networks, "ipv4");
const publicIpv6 = blockList([publicIpv6Network], "ipv6");
const blockedIpv6 = blockList(blockedIpv6Networks, "ipv6");

/** Whether an IP address belongs to the public internet; false for anything that is not an IP address. */
export function isPublicAddress(address: string): boolean {
  const bare = address.split("%", 1)[0] ?? "";
  switch (isIP(bare)) {
    case 4:
      return !blockedIpv4.check(bare, "ipv4");
    case 6:
      return publicIpv6.check(bare, "ipv6") && !blockedIpv6.check(bare, "ipv6");
    default:
      return false;
  }
}

/** Networks at home, in a virtual private network, or on this computer. */
const privateIpv4Networks = [
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const;
const privateIpv6Networks = [
  ["::1", 128],
  ["fc00::", 7],
  ["fe80::", 10],
] as const;

const privateIpv4 = blockList(privateIpv4Networks, "ipv4");
const privateIpv6 = blockList(privateIpv6Networks, "ipv6");

/**
 * Whether an IP address is in a private network or on this computer. Not the opposite of public: a translated address
 * leads to the internet, too.
 */
export function isPrivateAddress(address: string): boolean {
  const bare = address.split("%", 1)[0] ?? "";
  switch (isIP(bare)) {
    case 4:
      return privateIpv4.check(bare, "ipv4");
    case 6:
      return privateIpv6.check(bare, "ipv6");
    default:
      return false;
  }
}

/** The IP address in a URL, in whatever notation; `null` if the URL has a host name. */
export function literalAddress(url: URL): string | null {
  // The URL parser has already normalised notations such as `0x7f.1` and `2130706433`.
  const host = url.hostname.replace(/[[\]]/g, "");
  return isIP(host) === 0 ? null : host;
}

/** Whether a host is this computer's loopback, by name or address; of IPv6, with or without brackets. */
export function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
}

/** Whether a host name refers to this computer or its local network, without a DNS lookup. */
export function isLocalName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, "");
  return !name.includes(".") || /\.(?:localhost|local|internal|lan|home|intranet|home\.arpa)$/.test(name);
}

/** Whether the user has allowed the URL's `host` or `host:port`, although it may not be public. */
export function isAllowedHost(url: URL, allowedHosts: ReadonlySet<string>): boolean {
  const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : url.port;
  return allowedHosts.has(url.hostname) || allowedHosts.has(`${url.hostname}:${port}`);
}

/** Whether a URL's text looks public. Its host name may still resolve to a private address. */
export function isPublicUrl(url: URL): boolean {
  const literal = literalAddress(url);
  return literal === null ? !isLocalName(url.hostname) : isPublicAddress(literal);
}

/** Whether a URL has no address yet, or one on the public internet. */
export function mayBePublic(url: URL): boolean {
  const literal = literalAddress(url);
  return literal === null || isPublicAddress(literal);
}

function guardedLookup(
  lookup: LookupFunction,
  isAllowed: (address: string) => boolean,
  createError: () => Error,
): LookupFunction {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, result) => {
      if (error !== null) {
        callback(error, []);
        return;
      }
      const addresses = Array.isArray(result) ? result : [];
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => isAllowed(address)))
        callback(createError(), []);
      else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/**
 * Wraps a DNS lookup so that it fails unless every address is public. The socket connects to the addresses checked
 * here, which defeats DNS rebinding.
 */
export function publicLookup(lookup: LookupFunction, createError: () => Error): LookupFunction {
  return guardedLookup(lookup, isPublicAddress, createError);
}

/** Wraps a DNS lookup so that it fails unless every address is in a private network or on this computer. */
export function privateLookup(lookup: LookupFunction, createError: () => Error): LookupFunction {
  return guardedLookup(lookup, isPrivateAddress, createError);
}
