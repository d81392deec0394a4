import { expect, test } from "vitest";
import { resolveBuiltPath } from "../../../../src/shared/node/built-files.js";

test("the path of a URL names the file in the built folder", () => {
  expect(resolveBuiltPath("/app/renderer", "app://tidemark/assets/a%20b.js")).toBe(
    "/app/renderer/assets/a b.js",
  );
});

test.each([
  "app://tidemark/..%2F..%2Fetc%2Fpasswd",
  "app://tidemark/%2e%2e/secret.json",
  "app://tidemark/..%5c..%5csecret",
  "app://tidemark/a%00.js",
  "app://tidemark/%E0%A4%A",
])("the path of a URL does not leave the built folder: %s", (url) => {
  const path = resolveBuiltPath("/app/renderer", url);
  expect(path === null || /^\/app\/renderer\/[^/]/.test(path)).toBe(true);
});
