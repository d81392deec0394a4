import type { NetworkInterfaceInfo, networkInterfaces } from "node:os";
import { expect, it } from "vitest";
import { hasNoNetwork } from "../../../../src/main/engine/process/workers.js";

const address = (internal: boolean): NetworkInterfaceInfo => ({
  address: internal ? "127.0.0.1" : "192.168.1.5",
  netmask: "255.255.255.0",
  family: "IPv4",
  mac: "00:00:00:00:00:00",
  internal,
  cidr: null,
});

it.each([
  ["has no network", "only the loopback", { lo: [address(true)] }, true],
  ["has a network", "another address", { lo: [address(true)], eth0: [address(false)] }, false],
] as const)("a computer %s with %s", (_, __, networks, isOffline) => {
  expect(hasNoNetwork(() => networks as unknown as ReturnType<typeof networkInterfaces>)).toBe(isOffline);
});

it("a computer counts as online if the system does not list its networks", () => {
  const refuse = () => {
    throw new Error("uv_interface_addresses returned Unknown system error 97");
  };
  expect(hasNoNetwork(refuse)).toBe(false);
});
