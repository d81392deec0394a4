import { afterEach, describe, expect, it, vi } from "vitest";
import { imageSource } from "../../../../src/renderer/lib/load-picture.js";

function openWindow(platform: "linux" | "web"): void {
  vi.stubGlobal("window", { tidemark: { platform } });
}

afterEach(() => vi.unstubAllGlobals());

describe("picture addresses", () => {
  it.each(["https://img.shop.com/1.jpg?w=2&h=3", "http://127.0.0.1:8080/1.jpg"])(
    "%s is shown from the kept pictures",
    (address) => {
      openWindow("linux");
      expect(imageSource(address)).toBe(`app://tidemark/pictures/${encodeURIComponent(address)}`);
    },
  );

  it("are on the page's own server in a browser", () => {
    openWindow("web");
    const address = "https://img.shop.com/1.jpg";
    expect(imageSource(address)).toBe(`/pictures/${encodeURIComponent(address)}`);
  });

  it.each(["data:image/svg+xml,x", "javascript:alert(1)", "no address", "https://img.sample.example/1.jpg"])(
    "refuses %s",
    (address) => {
      openWindow("linux");
      expect(imageSource(address)).toBeNull();
    },
  );

  it("has nothing to show for nothing", () => {
    expect(imageSource(undefined)).toBeNull();
  });
});
