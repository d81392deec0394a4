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

  it.each([
    ["captcha", '<script src="https://ct.captcha-delivery.com/c.js"></script>'],
    ["captcha", '<script src="https://captcha.px-cdn.net/PXab12/captcha.js?a=c"></script>'],
    ["captcha", '<p>Один момент</p><script src="https://js.hcaptcha.com/1/api.js"></script>'],
    ["bot-wall", '<script src="/cdn-cgi/challenge-platform/h/g/orchestrate/chl_page/v1?ray=1"></script>'],
    ["bot-wall", '<iframe src="/_Incapsula_Resource?SWUDNSAI=31&amp;edet=12"></iframe>'],
    [
      "bot-wall",
      '<script src="/149e9513-01fa-4fb0-aad4-566afd725d1b/2d206a39-8ed7-437e-a3be-862e0f06eea3/ips.js?x=1"></script>',
    ],
    ["bot-wall", '<script src="/_sec/cp_challenge/ak-challenge-4-3.htm"></script>'],
    ["bot-wall", "<p>Un momento</p><script>document.cookie = 'ok=1'; location.reload()</script>"],
    ["consent", '<script src="https://cdn.cookielaw.org/scripttemplates/otSDKStub.js"></script>'],
    ["consent", '<form action="/consent?next=%2Fp%2F1"><button>Ja</button></form>'],
    ["error", "<title>Hoppsan</title><div class=page-not-found>Sidan saknas.</div>"],
  ])("a page without words that we know is a wall of the kind %s by what it loads: %s", (kind, html) => {
    const { status, blocked_by, reason } = extract({ url: shopUrl, html });
    expect({ status, blocked_by }).toEqual({ status: "blocked", blocked_by: kind });
    expect(reason).toMatch(/^The shop.*\.$/);
  });

  it.each([
    ["consent", "https://consent.shop.example/?next=1"],
    ["bot-wall", "https://shop.queue-it.net/?c=shop"],
    ["log-in", "https://shop.example/account/login?next=1"],
  ])("a page is blocked by a wall of the kind %s if redirects led to %s", (kind, finalUrl) => {
    const html = "<title>Shop</title><p>Bienvenue</p>";
    expect(extract({ url: shopUrl, finalUrl, html })).toMatchObject({ status: "blocked", blocked_by: kind });
  });

  it.each([
    '<script src="/_Incapsula_Resource?SWJIYLWA=719d34d3"></script>',
    '<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>',
    '<script src="https://js.datadome.co/tags.js"></script>',
    '<script src="https://client.px-cloud.net/PXab12/main.min.js"></script>',
    '<script src="https://js.hcaptcha.com/1/api.js"></script><script src="/shop.js"></script>',
    '<script src="https://cdn.cookielaw.org/otSDKStub.js"></script><script src="/shop.js"></script>',
    "<p>Protected by reCAPTCHA</p><script src=/shop.js></script>",
  ])("an empty page is no wall because it loads a script that ordinary pages load, too: %s", (html) => {
    expect(statusOf(`<title>Shop</title><div id=root></div>${html}`)).toBe("nothing");
  });

  it("is no error page because of an amount's three decimals", () => {
    const html = page({
      body: "<p>12.500 د.ك</p><p>توصيل 2.500</p>",
      lang: "ar",
      end: "<button>أضف إلى السلة</button>",
    });
    expect(statusOf(html)).toBe("found");
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
