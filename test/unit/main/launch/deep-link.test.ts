import { expect, it } from "vitest";
import { isDeepLink, parseDeepLink } from "../../../../src/main/launch/deep-link.js";

const page = "https://shop.example/p/1?size=M&colour=red#reviews";
const link = `tidemark://add?url=${encodeURIComponent(page)}`;

it("a deep link names the page to add, with its query and fragment", () => {
  expect(parseDeepLink(link)).toEqual({ action: "add", url: page });
});

it("a deep link names the product to show", () => {
  const productKey = "product/trail-lantern/a1b2c3";
  expect(parseDeepLink(`tidemark://show?product=${encodeURIComponent(productKey)}`)).toEqual({
    action: "show",
    productKey,
  });
});

it.each([
  ["with a slash, as some browsers send it", link.replace("add?", "add/?")],
  ["as a path, as other browsers send it", link.replace("://", ":///")],
  ["in capitals", link.replace("tidemark://add", "TIDEMARK://ADD")],
])("a deep link is read %s", (_how, text) => {
  expect(parseDeepLink(text)).toEqual({ action: "add", url: page });
});

it.each([
  ["another action", "tidemark://remove?url=https%3A%2F%2Fshop.example%2F"],
  ["no page", "tidemark://add"],
  ["no product", "tidemark://show?product="],
  ["an overlong product", `tidemark://show?product=${"a".repeat(3_000)}`],
  ["a file", "tidemark://add?url=file%3A%2F%2F%2Fetc%2Fpasswd"],
  ["a script", "tidemark://add?url=javascript%3Aalert(1)"],
  ["a name and password", "tidemark://add?url=https%3A%2F%2Fbank.example%40evil.example%2F"],
  ["a search text", "tidemark://add?url=headphones"],
  ["an overlong address", `tidemark://add?url=https%3A%2F%2Fshop.example%2F${"a".repeat(3_000)}`],
  ["another scheme", link.replace("tidemark:", "https:")],
  ["no text at all", ""],
])("a deep link with %s is ignored", (_case, text) => {
  expect(parseDeepLink(text)).toBeNull();
});

it("a deep link is distinguished from words to look up", () => {
  expect([link, "headphones", "https://shop.example/tidemark:"].map(isDeepLink)).toEqual([
    true,
    false,
    false,
  ]);
});
