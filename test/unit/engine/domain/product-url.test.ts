import fc from "fast-check";
import { expect, it } from "vitest";
import {
  asinInUrl,
  looksLikeUrl,
  normaliseHost,
  normaliseProductUrl,
} from "../../../../src/main/engine/domain/product-url.js";

const word = fc.stringMatching(/^[a-z0-9]{1,8}$/);
const segment = fc.stringMatching(/^[A-Za-z0-9_.~%-]{1,8}$/).filter((text) => !/^\.+$/.test(text));

const trackingName = fc.constantFrom(
  "utm_source",
  "utm_medium",
  "UTM_Campaign",
  "gclid",
  "fbclid",
  "msclkid",
  "ref",
  "tag",
  "srsltid",
  "gad_source",
  "awc",
  "irclickid",
  "mkcid",
  "pf_rd_p",
  "pk_campaign",
  "hsa_cam",
  "dib_tag",
  "aff_fcid",
);
/** Parameters that may select a variant, as opposed to tracking ones. */
const variantName = fc.constantFrom(
  ...[
    "variant",
    "color",
    "size",
    "sku",
    "th",
    "psc",
    "id",
    "pid",
    "smid",
    "var",
    "epid",
    "subid",
    "pk_id",
    "model",
  ],
);
const text = fc.string({ maxLength: 8 });

const parts = fc.record({
  host: fc.tuple(word, fc.constantFrom("com", "example", "co.uk")).map((labels) => labels.join(".")),
  path: fc.array(segment, { maxLength: 3 }),
  variants: fc.array(fc.tuple(variantName, text), { maxLength: 3 }),
});

function buildUrl(
  host: string,
  path: readonly string[],
  query: readonly (readonly [string, string])[],
): string {
  const search = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  return `https://${host}/${path.join("/")}${search === "" ? "" : `?${search}`}`;
}

it("a normalised URL does not change when it is normalised again", () => {
  fc.assert(
    fc.property(parts, ({ host, path, variants }) => {
      const once = normaliseProductUrl(buildUrl(host, path, variants));
      expect(normaliseProductUrl(`https://${once}`)).toBe(once);
    }),
  );
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
      const once = normaliseProductUrl(url);
      expect(once).not.toBeNull();
      expect(normaliseProductUrl(`http://${once}`)).toBe(once);
    }),
  );
});

it("a normalised URL does not depend on tracking parameters, the host's form or the fragment", () => {
  const noise = fc.record({
    scheme: fc.constantFrom("http", "https", "HTTPS"),
    www: fc.constantFrom("", "www.", "WWW."),
    port: fc.constantFrom("", ":80", ":443"),
    isUpper: fc.boolean(),
    slash: fc.constantFrom("", "/", "//"),
    fragment: fc.constantFrom("", "#reviews", "#a?b=c"),
    tracking: fc.array(fc.tuple(trackingName, text), { maxLength: 3 }),
    isReversed: fc.boolean(),
  });
  fc.assert(
    fc.property(parts, noise, ({ host, path, variants }, n) => {
      const plain = normaliseProductUrl(buildUrl(host, path, variants));
      const mixed = [...n.tracking, ...variants];
      const query = (n.isReversed ? mixed.toReversed() : mixed)
        .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
        .join("&");
      const name = n.isUpper ? host.toUpperCase() : host;
      const noisy = `${n.scheme}://${n.www}${name}${n.port}/${path.join("/")}${n.slash}?${query}${n.fragment}`;
      expect(normaliseProductUrl(noisy)).toBe(plain);
    }),
  );
});

it("a normalised URL depends on every variant parameter", () => {
  fc.assert(
    fc.property(parts, variantName, text, text, ({ host, path }, name, one, other) => {
      fc.pre(one !== other);
      const a = normaliseProductUrl(buildUrl(host, path, [[name, one]]));
      const b = normaliseProductUrl(buildUrl(host, path, [[name, other]]));
      expect(a).not.toBe(b);
      expect(a).not.toBe(normaliseProductUrl(buildUrl(host, path, [])));
    }),
  );
});

it.each([
  ["https://Shop.Example/Item/5?b=2&a=1", "shop.example/Item/5?a=1&b=2"],
  ["http://www.shop.example:80/item/", "shop.example/item"],
  ["https://shop.example:8443/item", "shop.example:8443/item"],
  ["https://shop.example./item", "shop.example/item"],
  ["https://user:secret@shop.example/item", "shop.example/item"],
  ["https://www.www.shop.example/item", "shop.example/item"],
  ["https://shop.example/?color=red&color=blue", "shop.example?color=blue&color=red"],
  ["https://bücher.example/a", "xn--bcher-kva.example/a"],
  ["https://market.example/Lamp/dp/B0ABCDEFGH/ref=sr_1_1/?th=1", "market.example/Lamp/dp/B0ABCDEFGH?th=1"],
  ["https://shop.example/ref=a/lamp", "shop.example/ref=a/lamp"],
  ["https://shop.example/%67arden%2dlamp%7E%2f%c3%bc/%72ef=a", "shop.example/garden-lamp~%2F%C3%BC"],
  ["https://shop.example/ü/100%/%%34?", "shop.example/%C3%BC/100%25/%254"],
  ["https://ShOp.ex%61mple:443/a?%63=%2d&d=%c3%bc", "shop.example/a?c=-&d=%C3%BC"],
  ["https://BÜCHER.example./a", "xn--bcher-kva.example/a"],
])("%s is normalised to %s", (url, expected) => {
  expect(normaliseProductUrl(url)).toBe(expected);
});

it.each(["", "shop.example/item", "ftp://shop.example/item", "https://", "https://[", "mailto:a@b.example"])(
  "%j cannot be normalised",
  (url) => {
    expect(normaliseProductUrl(url)).toBeNull();
  },
);

it.each([
  ["WWW.Shop.Example", "shop.example"],
  [" shop.example. ", "shop.example"],
  ["www2.shop.example", "www2.shop.example"],
  ["www.shop.example.", "shop.example"],
])("the host name %j is normalised to %s", (host, expected) => {
  expect(normaliseHost(host)).toBe(expected);
});

it.each([
  ["https://market.example/dp/B0ABCDEFGH", "B0ABCDEFGH"],
  ["https://market.example/Some-Title/dp/b0abcdefgh/ref=sr_1", "B0ABCDEFGH"],
  ["https://market.example/gp/product/B0ABCDEFGH?th=1", "B0ABCDEFGH"],
  ["https://market.example/gp/aw/d/B0ABCDEFGH", "B0ABCDEFGH"],
  ["https://market.example/%64p/B0ABCDEFG%48", "B0ABCDEFGH"],
  ["https://market.example/dp/B0ABCDEFGHI", null],
  ["https://market.example/dp/1234567890", null],
  ["https://market.example/?asin=B0ABCDEFGH", null],
  ["not a url", null],
])("the ASIN in the URL %s is %s", (url, expected) => {
  expect(asinInUrl(url)).toBe(expected);
});

it("a text looks like a URL only if it begins with a scheme", () => {
  expect(looksLikeUrl("HTTP://a.example")).toBe(true);
  expect(looksLikeUrl("a.example")).toBe(false);
});
