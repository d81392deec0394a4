import { describe, expect, it } from "vitest";
import { extract } from "../../../../src/main/engine/extract/extract.js";
import { jsonLd, page, product, shopUrl } from "./pages.js";

function statusOf(html: string): string {
  return extract({ url: shopUrl, html }).status;
}

describe("a page that shows something else", () => {
  it.each([
    ["<title>Just a moment...</title><p>Checking your browser before accessing shop.example.</p>", "blocked"],
    ["<title>Robot Check</title><p>Enter the characters you see below. Type the captcha.</p>", "blocked"],
    ["<title>Access Denied</title><h1>Access Denied</h1><p>Reference #18.2f</p>", "blocked"],
    ["<title>Sign in</title><h1>Sign in to continue</h1><form><input type=password></form>", "blocked"],
    ["<title>404</title><h1>Page not found</h1>", "blocked"],
    ["<title>503 Service Unavailable</title><h1>Service Unavailable</h1>", "blocked"],
    ["<title>About us</title><h1>About us</h1><p>We sell lanterns since 1924.</p>", "nothing"],
    ["", "nothing"],
    ["{}", "nothing"],
  ])("%s is %s", (html, status) => {
    expect(statusOf(html)).toBe(status);
  });

  it("has no price, whatever numbers stand on it", () => {
    const { offer } = extract({ url: shopUrl, html: "<title>Access denied</title><p>Error 15. $0.00</p>" });
    expect(offer).toBeUndefined();
  });

  it("is not a product page that speaks of captchas or log-ins", () => {
    const body =
      "<p>Protected by reCAPTCHA. Sign in to see your points. 404 reviews.</p><input type=password>";
    expect(statusOf(page({ head: jsonLd(product({})), body }))).toBe("found");
  });
});
