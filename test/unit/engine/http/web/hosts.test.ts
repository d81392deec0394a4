import { describe, expect, it } from "vitest";
import { originOf, type PageAddress, pageUrls } from "../../../../../src/main/engine/http/web/hosts.js";

const here: PageAddress = { port: 47_180, publicOrigin: null, listen: [], allowedHosts: [] };

describe("the origin of a request", () => {
  it.each([
    ["127.0.0.1:47180", "http://127.0.0.1:47180"],
    ["127.1.2.3:80", "http://127.1.2.3"],
    ["LOCALHOST:8080", "http://localhost:8080"],
    ["[::1]:47180", "http://[::1]:47180"],
  ])("on this computer, under %s, is %s", (host, origin) => {
    expect(originOf(host, here)).toBe(origin);
  });

  it.each([
    undefined,
    "",
    "evil.example",
    "192.168.1.5",
    "[fd00::1]",
    "127.0.0.1.evil.example",
    "localhost.",
    "a@127.0.0.1",
    "127.0.0.1/x",
    "127.0.0.1:99999",
    "127.0.0.1, evil.example",
    "[::1",
  ])("is none under %s", (host) => {
    expect(originOf(host, here)).toBeNull();
  });

  it("is that of the proxy under its host, which wins over others", () => {
    const behind = { ...here, publicOrigin: "https://prices.example" };
    expect(originOf("prices.example", behind)).toBe("https://prices.example");
    expect(originOf("Prices.Example:443", behind)).toBe("https://prices.example");
    expect(originOf("prices.example:80", behind)).toBeNull();
    const local = { ...here, publicOrigin: "https://127.0.0.1:8443" };
    expect(originOf("127.0.0.1:8443", local)).toBe("https://127.0.0.1:8443");
    expect(originOf("127.0.0.1:47180", local)).toBe("http://127.0.0.1:47180");
  });

  it("is that of an address that is listened on, but of no other", () => {
    const listening = { ...here, listen: ["192.168.1.5", "fd00:0::0001"] };
    expect(originOf("192.168.1.5:47180", listening)).toBe("http://192.168.1.5:47180");
    expect(originOf("[fd00::1]:8080", listening)).toBe("http://[fd00::1]:8080");
    expect(originOf("192.168.1.6:47180", listening)).toBeNull();
  });

  it.each(["0.0.0.0", "::"])("on all addresses, %s, is that of any address, but of no name", (listen) => {
    const open = { ...here, listen: [listen] };
    expect(originOf("10.0.0.7:1234", open)).toBe("http://10.0.0.7:1234");
    expect(originOf("[2001:db8::1]", open)).toBe("http://[2001:db8::1]");
    expect(originOf("nas.local:47180", open)).toBeNull();
  });

  it("is that of an allowed name, with any port or with its own", () => {
    const allowed = { ...here, allowedHosts: ["nas.local", "box.lan:80", "box.lan:8080"] };
    expect(originOf("nas.local:1234", allowed)).toBe("http://nas.local:1234");
    expect(originOf("box.lan", allowed)).toBe("http://box.lan");
    expect(originOf("box.lan:8080", allowed)).toBe("http://box.lan:8080");
    expect(originOf("box.lan:81", allowed)).toBeNull();
    expect(originOf("evil.nas.local", allowed)).toBeNull();
  });
});

describe("where the page can be opened", () => {
  const address = (value: string, internal = false) => ({
    address: value,
    internal,
    netmask: "",
    mac: "",
    family: "IPv4" as const,
    cidr: null,
  });
  const interfaces = {
    lo: [address("127.0.0.1", true)],
    eth0: [address("2001:db8::5"), address("fe80::1"), address("192.168.1.5")],
  };

  it("is this computer by default", () => {
    expect(pageUrls(here, interfaces)).toEqual(["http://127.0.0.1:47180"]);
  });

  it("begins with the proxy and names, then come addresses in the house, IPv4 first", () => {
    const everywhere: PageAddress = {
      port: 47_180,
      publicOrigin: "https://prices.example",
      listen: ["0.0.0.0", "::"],
      allowedHosts: ["nas.local", "box.lan:81"],
    };
    expect(pageUrls(everywhere, interfaces)).toEqual([
      "https://prices.example",
      "http://nas.local:47180",
      "http://box.lan:81",
      "http://192.168.1.5:47180",
      "http://[2001:db8::5]:47180",
      "http://127.0.0.1:47180",
    ]);
  });

  it("is each address that is listened on, and no other", () => {
    const listening = { ...here, listen: ["192.168.1.5", "::1"] };
    expect(pageUrls(listening, interfaces)).toEqual(["http://192.168.1.5:47180", "http://[::1]:47180"]);
  });
});
