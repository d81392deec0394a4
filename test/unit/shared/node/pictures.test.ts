import { describe, expect, it } from "vitest";
import { pictureAddress } from "../../../../src/shared/node/pictures.js";

describe("pictures in the window", () => {
  it("name the address on the web that they come from", () => {
    const address = "https://img.shop.com/a b.png?size=large&x=%2F";
    expect(pictureAddress(`app://tidemark/pictures/${encodeURIComponent(address)}`)).toBe(address);
  });

  it.each([
    "app://tidemark/pictures/",
    "app://tidemark/pictures/%E0%A4%A",
    "app://tidemark/pictures/a/b",
    "app://tidemark/assets/index.js",
  ])("%s is none", (url) => {
    expect(pictureAddress(url)).toBeNull();
  });
});
