import { describe, expect, it } from "vitest";
import { linkOf, linksIn, placeOf } from "../../../src/shared/links-in.js";

describe("the address that a text is", () => {
  it.each([
    [" https://shop.example/p?a=1#x ", "https://shop.example/p?a=1#x"],
    ["HTTP://shop.example", "http://shop.example/"],
    ["\u200ehttps://shop.\u200bexample/long\u00ad-name\u2069", "https://shop.example/long-name"],
    ["www.shop.example", "https://www.shop.example/"],
    ["www.shop.unusual/p", "https://www.shop.unusual/p"],
    ["shop.example/p/1", "https://shop.example/p/1"],
    ["Amazon.com/dp/B08N5WRWNW", "https://amazon.com/dp/B08N5WRWNW"],
    ["shop.co.uk:8080/?id=1", "https://shop.co.uk:8080/?id=1"],
    ["bücher.de/lampe", "https://xn--bcher-kva.de/lampe"],
  ])("of %j is %j", (text, address) => {
    expect(linkOf(text)).toBe(address);
  });

  it.each([
    "https://",
    "shop.example",
    "shop.example/",
    "3.5/5",
    "1/2",
    "4.5/5.0",
    "readme.txt/old",
    "list.csv",
    "lists/garden.html",
    "mail@shop.example/p",
    "first.last@shop.example",
    "WH-1000XM5/B",
    "No.1/A",
    "Dr.Oetker/Pizza",
    "a.m./p.m.",
    "Node.js/Express",
    "4006381333931",
    "shop example.com/p",
    "javascript:alert(1)",
  ])("is none for %j", (text) => {
    expect(linkOf(text)).toBeNull();
  });
});

it("a host is enough for the address of a shop", () => {
  expect(placeOf("amazon.de")).toBe("https://amazon.de/-");
  expect(placeOf("shop.example/wishes")).toBe("https://shop.example/wishes");
  expect(placeOf("lamps")).toBeNull();
});

it.each([
  ["Lamp (shop.example/p/1), 3.5/5 stars; mail me@shop.example/x.", ["https://shop.example/p/1"]],
  [
    "see https://a.example/?u=shop.example/p and www.b.example.",
    ["https://a.example/?u=shop.example/p", "https://www.b.example"],
  ],
  ["\u200fshop.example/p/1\u200b", ["https://shop.example/p/1"]],
  [
    "„https://shop.example/p/1“, *https://shop.example/p/2*!",
    ["https://shop.example/p/1", "https://shop.example/p/2"],
  ],
  [
    "（https://shop.example/p/1）、https://shop.example/p/2。",
    ["https://shop.example/p/1", "https://shop.example/p/2"],
  ],
  ["https://a.example/1;https://a.example/2", ["https://a.example/1", "https://a.example/2"]],
  ["https://a.example/web/2026/https://b.example/", ["https://a.example/web/2026/https://b.example/"]],
  ["https://www.google.com/url?sa=D&q=https://shop.example/p/1", ["https://shop.example/p/1"]],
  [
    "https://www.google.com/url?url=javascript:alert(1)&q=https://shop.example/p/1",
    ["https://shop.example/p/1"],
  ],
  ["https://l.facebook.com/l.php?u=https%3A%2F%2Fshop.example%2Fp%2F1&h=x", ["https://shop.example/p/1"]],
  ["htps://shop.example/p/1", []],
  ["./docs.io/list and C:\\docs.io/list", []],
])("the links in a text of %j are %j", (text, links) => {
  expect(linksIn(text)).toEqual(links);
});
