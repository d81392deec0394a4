import { describe, expect, it } from "vitest";
import { imageSource } from "../../../../src/renderer/lib/image-source.js";

describe("picture addresses", () => {
  it("takes https", () => {
    expect(imageSource("https://img.shop.com/1.jpg")).toBe("https://img.shop.com/1.jpg");
  });

  it.each([
    "http://img.shop.com/1.jpg",
    "data:image/svg+xml,x",
    "javascript:alert(1)",
    "no address",
    "https://img.sample.example/1.jpg",
  ])("refuses %s", (address) => {
    expect(imageSource(address)).toBeNull();
  });

  it("has nothing to show for nothing", () => {
    expect(imageSource(undefined)).toBeNull();
  });
});
