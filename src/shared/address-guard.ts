import { BlockList, isIP, type LookupFunction } from "node:net";

/**
 * Where pages of shops may be fetched from, by the engine and by the app's hidden window alike. For these two only: it
 * is plain Node, which the window's own page has not.
 */

/** Networks that are not the public internet: the machine itself, its neighbours, and what is set aside. */
const closed4 = [
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
 * The IPv6 internet is 2000::/3; within it documentation, tunnels and benchmarks are closed. All else is loopback,
 * link-local, unique local, mapped, translated, multicast or not given out.
 */
const open6 = ["2000::", 3] as const;
const closed6 = [
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

const blocked4 = blockList(closed4, "ipv4");
const internet6 = blockList([open6], "ipv6");
const blocked6 = blockList(closed6, "ipv6");

/** Whether an address belongs to the public internet. Whatever is no address does not. */
export function isPublicAddress(address: string): boolean {
  const bare = address.split("%", 1)[0] ?? "";
  switch (isIP(bare)) {
    case 4:
      return !blocked4.check(bare, "ipv4");
    case 6:
      return internet6.check(bare, "ipv6") && !blocked6.check(bare, "ipv6");
    default:
      return false;
  }
}

/** The address that a URL names by itself, however it is written; `null` where it names a host. */
export function literalAddress(url: URL): string | null {
  // The URL parser has made `0x7f.1`, `2130706433` and `[::ffff:127.0.0.1]` into plain addresses by now.
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return isIP(host) === 0 ? null : host;
}

/** Names that mean this machine or its network, before anybody looks them up. */
export function isLocalName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, "");
  return !name.includes(".") || /\.(?:localhost|local|internal|lan|home|intranet|home\.arpa)$/.test(name);
}

/** Whether the user allows the URL's host, `host` or `host:port`, although it may not be public. */
export function isAllowedHost(url: URL, allowedHosts: ReadonlySet<string>): boolean {
  return allowedHosts.has(url.hostname) || allowedHosts.has(url.host);
}

/** Whether a URL is on the public internet as far as its own text tells; what its name leads to is another question. */
export function isPublicUrl(url: URL): boolean {
  const literal = literalAddress(url);
  return literal === null ? !isLocalName(url.hostname) : isPublicAddress(literal);
}

/**
 * Looks a name up and lets only public addresses through. The connection is made to what was checked here, so a name
 * that answers differently the next time gains nothing.
 */
export function publicLookup(given: LookupFunction, refusal: () => Error): LookupFunction {
  return (host, options, done) => {
    given(host, { ...options, all: true }, (error, found) => {
      if (error !== null) {
        done(error, []);
        return;
      }
      const addresses = Array.isArray(found) ? found : [{ address: found, family: 4 }];
      if (addresses.length === 0 || addresses.some(({ address }) => !isPublicAddress(address)))
        done(refusal(), []);
      else if (options.all === true) done(null, addresses);
      else done(null, addresses[0]?.address ?? "", addresses[0]?.family);
    });
  };
}
