import { describe, expect, it } from "vitest";
import { imageSource } from "../../../../src/renderer/lib/image-source.js";

describe("picture addresses", () => {
  it.each(["https://img.shop.com/1.jpg?w=2&h=3", "http://127.0.0.1:8080/1.jpg"])(
    "%s is shown from the kept pictures",
    (address) => {
      expect(imageSource(address)).toBe(`app://tidemark/pictures/${encodeURIComponent(address)}`);
    },
  );

  it.each(["data:image/svg+xml,x", "javascript:alert(1)", "no address", "https://img.sample.example/1.jpg"])(
    "refuses %s",
    (address) => {
      expect(imageSource(address)).toBeNull();
    },
  );

  it("has nothing to show for nothing", () => {
    expect(imageSource(undefined)).toBeNull();
  });
});
