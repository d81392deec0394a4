import { expect, test } from "vitest";
import { isTrusted, resolvePage } from "../../../../src/main/window/page.js";

const page = resolvePage(undefined, true);
const sender = { isOwnWindow: true, isMainFrame: true, url: page.url };

test("a message is trusted from the page in the window's main frame", () => {
  expect(isTrusted(sender, page)).toBe(true);
  expect(isTrusted({ ...sender, url: `${page.url}#/deals` }, page)).toBe(true);
});

test.each([
  ["another window", { isOwnWindow: false }],
  ["a frame inside the page", { isMainFrame: false }],
  ["a closed frame", { url: null }],
  ["another document of the same origin", { url: "app://tidemark/other.html" }],
  ["another host", { url: "app://elsewhere/index.html" }],
  ["a look-alike host", { url: "app://tidemark.example/index.html" }],
  ["a file", { url: "file:///index.html" }],
  ["a site", { url: "https://tidemark/index.html" }],
  ["an empty frame", { url: "about:blank" }],
])("a message is refused from %s", (_name, difference) => {
  expect(isTrusted({ ...sender, ...difference }, page)).toBe(false);
});
