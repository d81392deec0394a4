import { describe, expect, it } from "vitest";
import { evaluateRequest, isWebPage } from "../../../../src/shared/node/page-traffic.js";

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

it("only http and https addresses count as web pages", () => {
  expect(isWebPage("https://shop.example/")).toBe(true);
  for (const url of ["about:blank", "mailto:a@b.example", "javascript:1", "file:///", "x"])
    expect(isWebPage(url)).toBe(false);
});
