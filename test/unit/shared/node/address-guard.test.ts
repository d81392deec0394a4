import type { LookupFunction } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isAllowedHost,
  isLocalName,
  isLoopbackHost,
  isPrivateAddress,
  isPublicAddress,
  isPublicUrl,
  literalAddress,
  mayBePublic,
  privateLookup,
  publicLookup,
} from "../../../../src/shared/node/address-guard.js";

it.each([
  "8.8.8.8",
  "1.1.1.1",
  "93.184.216.34",
  "172.32.0.1",
  "100.128.0.1",
  "2606:4700::1111",
  "2a00:1450:4001::1",
])("the public internet includes %s", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

it.each([
  ["this host", "0.0.0.0"],
  ["loopback", "127.0.0.1"],
  ["loopback's other end", "127.255.255.254"],
  ["private 10", "10.1.2.3"],
  ["private 172", "172.16.0.1"],
  ["private 172's end", "172.31.255.255"],
  ["private 192", "192.168.1.1"],
  ["carrier-grade NAT", "100.64.0.1"],
  ["carrier-grade NAT's end", "100.127.255.255"],
  ["link-local", "169.254.169.254"],
  ["documentation", "203.0.113.7"],
  ["multicast", "224.0.0.1"],
  ["broadcast", "255.255.255.255"],
  ["IPv6 unspecified", "::"],
  ["IPv6 loopback", "::1"],
  ["IPv4-mapped loopback", "::ffff:127.0.0.1"],
  ["IPv4-mapped loopback in hex", "::ffff:7f00:1"],
  ["IPv4-mapped, even for a public address", "::ffff:8.8.8.8"],
  ["IPv4-compatible", "::127.0.0.1"],
  ["NAT64", "64:ff9b::7f00:1"],
  ["6to4", "2002:7f00:1::1"],
  ["Teredo", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
  ["unique local", "fd00::1"],
  ["IPv6 link-local", "fe80::1"],
  ["IPv6 link-local with a zone", "fe80::1%eth0"],
  ["site-local", "fec0::1"],
  ["IPv6 multicast", "ff02::1"],
  ["IPv6 documentation", "2001:db8::1"],
  ["unassigned", "4000::1"],
  ["a name", "localhost"],
  ["an empty text", ""],
])("the public internet excludes %s: %s", (_case, address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it("the public internet excludes every IPv4 address that is embedded in an IPv6 one", () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(isPublicAddress(`::ffff:${address}`)).toBe(false);
      expect(isPublicAddress(`::${address}`)).toBe(false);
    }),
  );
});

describe("addresses in URLs", () => {
  it.each([
    ["http://127.0.0.1/", "127.0.0.1"],
    ["http://2130706433/", "127.0.0.1"],
    ["http://0x7f000001/", "127.0.0.1"],
    ["http://0x7f.1/", "127.0.0.1"],
    ["http://017700000001/", "127.0.0.1"],
    ["http://127.1/", "127.0.0.1"],
    ["http://①②⑦.0.0.1/", "127.0.0.1"],
    ["http://[::1]/", "::1"],
    ["http://[::ffff:127.0.0.1]/", "::ffff:7f00:1"],
    ["http://shop.example/", null],
  ])("the address in %s is %j", (url, address) => {
    expect(literalAddress(new URL(url))).toBe(address);
  });

  it.each([
    "localhost",
    "LOCALHOST",
    "router",
    "printer.local",
    "nas.lan",
    "a.localhost",
    "db.internal",
    "localhost.",
    "printer.local.",
  ])("the name %s is local", (name) => {
    expect(isLocalName(name)).toBe(true);
  });

  it.each(["shop.example.com", "shop.example.com.", "shop.local.example", "homes.example"])(
    "the name %s is not local",
    (name) => {
      expect(isLocalName(name)).toBe(false);
    },
  );

  it.each([
    ["http://93.184.215.14/", "public", true],
    ["http://[2606:4700::1111]/", "public", true],
    ["http://192.168.1.5/", "not public", false],
    ["http://[::1]/", "not public", false],
    ["http://shop.example.com/", "public", true],
    ["http://printer.local/", "not public", true],
  ])("the URL %s is %s, and may be so once resolved: %s", (text, looks, mayBe) => {
    const url = new URL(text);
    expect(isPublicUrl(url)).toBe(looks === "public");
    expect(mayBePublic(url)).toBe(mayBe);
  });

  it.each([
    ["nas.example", "http://nas.example:8080/", true],
    ["nas.example:8080", "http://nas.example:8080/", true],
    ["nas.example:8080", "http://nas.example:8081/", false],
    ["nas.example:8080", "http://shop.example:8080/", false],
    ["nas.example:80", "http://nas.example/", true],
    ["nas.example:80", "https://nas.example/", false],
    ["nas.example:443", "https://nas.example/", true],
    ["nas.example:443", "http://nas.example/", false],
  ])("the allowed host %s includes %s: %s", (allowed, url, expected) => {
    expect(isAllowedHost(new URL(url), new Set([allowed]))).toBe(expected);
  });
});

/** Resolves every name to these addresses, or to the first of them if not all are requested, as Node's look-up does. */
function resolvingTo(...addresses: string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  return (_host, { all }, callback) =>
    all === true ? callback(null, found) : callback(null, found[0]?.address ?? "", found[0]?.family);
}

const answering =
  (address: string): LookupFunction =>
  (_host, _options, callback) =>
    callback(null, address, 4);

const failing =
  (error: Error): LookupFunction =>
  (_host, _options, callback) =>
    callback(error, []);

type Wrap = typeof publicLookup;

function lookUp(wrap: Wrap, ...addresses: string[]): Promise<unknown> {
  return new Promise((resolve) =>
    wrap(resolvingTo(...addresses), refuse)("name.example", { all: true }, (error, result) =>
      resolve(error?.message ?? result),
    ),
  );
}

const refuse = () => new Error("refused");

/** Everything that a look-up of a single address passes to its callback. */
function lookUpOne(lookup: LookupFunction): Promise<unknown[]> {
  return new Promise((resolve) =>
    publicLookup(lookup, refuse)("name.example", {}, (...results) => resolve(results)),
  );
}

describe("guarded look-ups", () => {
  it("a private look-up accepts a name only if all its addresses are private", async () => {
    expect(await lookUp(privateLookup, "192.168.1.5", "::1")).toHaveLength(2);
    expect(await lookUp(privateLookup, "192.168.1.5", "93.184.215.14")).toBe("refused");
    expect(await lookUp(privateLookup, "93.184.215.14")).toBe("refused");
    expect(await lookUp(privateLookup)).toBe("refused");
  });

  it("a public look-up accepts a name only if all its addresses are public", async () => {
    expect(await lookUp(publicLookup, "93.184.215.14")).toHaveLength(1);
    expect(await lookUp(publicLookup, "192.168.1.5", "93.184.215.14")).toBe("refused");
  });

  it.each([
    [
      "the first address and its family",
      resolvingTo("2606:4700::1111", "8.8.8.8"),
      [null, "2606:4700::1111", 6],
    ],
    ["no address of a name that has none", resolvingTo(), [refuse(), []]],
    ["no address beside one that is not public", resolvingTo("8.8.8.8", "10.0.0.1"), [refuse(), []]],
    ["the error of the look-up", failing(new Error("no such name")), [new Error("no such name"), []]],
    ["no address without the list of all of them", answering("8.8.8.8"), [refuse(), []]],
  ] as const)("a look-up of one address returns %s", async (_case, lookup, results) => {
    expect(await lookUpOne(lookup)).toEqual(results);
  });

  it.each([
    ["localhost", true],
    ["127.8.0.1", true],
    ["127.10.20.30", true],
    ["::1", true],
    ["[::1]", true],
    ["localhost.example", false],
    ["notlocalhost", false],
    ["192.168.1.5", false],
    ["mail.example", false],
  ])("%s is on this computer: %s", (host, expected) => {
    expect(isLoopbackHost(host)).toBe(expected);
  });

  it.each(["10.1.2.3", "192.168.1.5", "100.100.1.1", "127.0.0.1", "::1", "fd00::5", "fe80::1%eth0"])(
    "%s is private",
    (address) => {
      expect(isPrivateAddress(address)).toBe(true);
    },
  );

  it.each(["8.8.8.8", "172.32.0.1", "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1", "nas.lan", ""])(
    "%s is not private",
    (address) => {
      expect(isPrivateAddress(address)).toBe(false);
    },
  );
});
