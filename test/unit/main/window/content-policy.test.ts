import { expect, test } from "vitest";
import { resolvePage } from "../../../../src/main/window/page.js";
import { isOwnDownload, isRequestAllowed } from "../../../../src/main/window/session-guard.js";
import { contentSecurityPolicy } from "../../../../src/shared/content-policy.js";

const page = resolvePage(undefined, true);
const developmentPage = resolvePage("http://localhost:5173", false);

const policy = contentSecurityPolicy("bm9uY2U=");

test("the content policy allows no inline script, no eval and no connection", () => {
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain("unsafe-eval");
  expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
  expect(policy).not.toContain("connect-src");
  expect(policy).toContain("style-src 'self' 'nonce-bm9uY2U='");
});

test.each([
  "app://tidemark/assets/index.js",
  "app://tidemark/pictures/https%3A%2F%2Fshop.example.com%2Fa.png",
  "data:image/png;base64,AA",
])("a request from the window is allowed to %s", (url) => {
  expect(isRequestAllowed(page, url)).toBe(true);
});

test.each([
  "https://images.shop.example.com/a.png",
  "http://shop.example.com/a.png",
  "https://shop.example.com/",
  "https://192.168.1.1/logo.png",
  "file:///etc/passwd",
  "http://127.0.0.1:47115/v1/usage",
  "devtools://devtools/bundled/x.js",
  "not a url",
])("a request from the window is blocked to %s", (url) => {
  expect(isRequestAllowed(page, url)).toBe(false);
});

test("a request from the window is allowed to the development server in development only", () => {
  const socket = "ws://localhost:5173/";
  expect(isRequestAllowed(developmentPage, socket)).toBe(true);
  expect(isRequestAllowed(page, socket)).toBe(false);
});

test("a packaged app ignores the development server", () => {
  expect(resolvePage("http://localhost:5173", true).url).toBe("app://tidemark/index.html");
});

test("a file to save may be one that the page itself has created", () => {
  expect(isOwnDownload(page, "blob:app://tidemark/0b1d")).toBe(true);
});

test.each([
  "blob:https://shop.example/0b1d",
  "blob:null/0b1d",
  "https://shop.example/setup.exe",
  "data:text/csv,a",
  "app://tidemark/index.html",
  "file:///etc/passwd",
])("a file to save may not be %s", (url) => {
  expect(isOwnDownload(page, url)).toBe(false);
});
