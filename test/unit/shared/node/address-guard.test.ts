import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isLocalName, isPublicAddress, literalAddress } from "../../../../src/shared/node/address-guard.js";

describe("the public internet", () => {
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
  ])("the name %s is local", (name) => {
    expect(isLocalName(name)).toBe(true);
  });

  it("the name shop.example.com is not local", () => {
    expect(isLocalName("shop.example.com")).toBe(false);
  });
});
