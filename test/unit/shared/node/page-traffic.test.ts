import { describe, expect, it } from "vitest";
import { evaluateRequest, isWebPage, PageTraffic } from "../../../../src/shared/node/page-traffic.js";

const allowed = new Set(["nas.local", "127.0.0.1:8080"]);

function evaluate(url: string, resourceType = "script", purpose: "render" | "pick" = "render"): string {
  return evaluateRequest(purpose, { url, resourceType }, allowed);
}

describe("requests from a shop's page", () => {
  it.each([
    "https://shop.example/app.js",
    "wss://shop.example/socket",
    "http://8.8.8.8/",
    "data:text/css,a{}",
    "blob:https://shop.example/1",
    "http://nas.local:5000/",
    "http://127.0.0.1:8080/",
  ])("a request may go to %s", (url) => {
    expect(evaluate(url)).toBe("allowed");
  });

  it.each([
    "http://127.0.0.1/",
    "http://127.0.0.1:8081/",
    "http://localhost:8080/",
    "ws://192.168.1.1/",
    "http://[::1]/",
    "http://2130706433/",
    "http://router/",
    "https://169.254.169.254/latest/meta-data",
  ])("a request may not go to %s", (url) => {
    expect(evaluate(url)).toBe("private");
  });

  it.each([
    "file:///etc/passwd",
    "app://tidemark/index.html",
    "devtools://devtools/",
    "chrome://gpu",
    "ftp://a.example/",
    "",
  ])("a request to %j is unwanted", (url) => {
    expect(evaluate(url, "mainFrame")).toBe("unwanted");
  });

  it("images are loaded only when the user picks a price on the page", () => {
    for (const type of ["image", "media", "font"]) {
      expect(evaluate("https://shop.example/x", type)).toBe("unwanted");
      expect(evaluate("https://shop.example/x", type, "pick")).toBe("allowed");
    }
  });
});

describe("the traffic of a shop's page", () => {
  const open = (purpose: "render" | "pick" = "render") => new PageTraffic(purpose, ["127.0.0.1:8080"]);
  const request = (resourceType: string, url = "https://shop.example/x") => ({ url, resourceType });

  it("counts a request until it ends, unless it may stay open", () => {
    const traffic = open();
    expect(traffic.admit(1, request("script"))).toBe(true);
    for (const type of ["webSocket", "eventsource"]) expect(traffic.admit(type, request(type))).toBe(true);
    expect(traffic.pending).toBe(1);
    traffic.end(1);
    traffic.end(1);
    expect(traffic.pending).toBe(0);
  });

  it("names the private hosts that it has refused", () => {
    const traffic = open();
    expect(traffic.admit(1, request("script", "http://192.168.1.1:81/x"))).toBe(false);
    expect(traffic.admit(2, request("image"))).toBe(false);
    expect([...traffic.refusedHosts]).toEqual(["192.168.1.1:81"]);
    expect(traffic.pending).toBe(0);
  });

  it("admits 1,000 requests of a page that is only read", () => {
    const [read, shown] = [open(), open("pick")];
    const admitted = (traffic: PageTraffic) =>
      Array.from({ length: 1_001 }, (_, id) => traffic.admit(id, request("xhr"))).filter(Boolean).length;
    expect([admitted(read), admitted(shown)]).toEqual([1_000, 1_001]);
  });
});

it("only http and https addresses count as web pages", () => {
  expect(isWebPage("https://shop.example/")).toBe(true);
  for (const url of ["about:blank", "mailto:a@b.example", "javascript:1", "file:///", "x"])
    expect(isWebPage(url)).toBe(false);
});
