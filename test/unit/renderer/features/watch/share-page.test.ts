import { createHash } from "node:crypto";
import fc from "fast-check";
import { Parser } from "htmlparser2";
import { afterEach, describe, expect, it } from "vitest";
import {
  type SharedProduct,
  sharePage,
  shareStyle,
  shareStyleChecksum,
} from "../../../../../src/renderer/features/watch/share-page.js";
import { saveShops } from "../../../../../src/renderer/lib/shop-name.js";
import type { WatchRow } from "../../../../../src/shared/app/watch.js";
import { createWatchRow } from "../../../../support/watch-row.js";

const nowMs = Date.parse("2026-11-29T12:00:00Z");
const none = { title: "Gifts", hasTargets: false, hasTags: false, nowMs };

function shared(row: Partial<WatchRow> = {}, more: Partial<SharedProduct> = {}): SharedProduct {
  const best = { price: 39.99, currency: "USD", retailer: "trail.example" };
  return {
    row: createWatchRow({ title: "Trail Lantern", best, ...row }),
    line: undefined,
    url: "https://trail.example/p/1",
    picture: null,
    ...more,
  };
}

interface Element {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
}

function read(page: string): Element[] {
  const elements: Element[] = [];
  const open: Element[] = [];
  const parser = new Parser({
    onopentag: (tag, attributes) => {
      const element = { tag, attributes, text: "" };
      elements.push(element);
      open.push(element);
    },
    ontext: (text) => {
      for (const each of open) each.text += text;
    },
    onclosetag: () => void open.pop(),
  });
  parser.end(page);
  return elements;
}

function texts(elements: readonly Element[], tag: string): string[] {
  return elements.filter((each) => each.tag === tag).map(({ text }) => text);
}

afterEach(() => saveShops([]));

describe("sharePage", () => {
  it("has name, price, shop with its host and link, verdict and dates", () => {
    saveShops([{ host: "trail.example", name: "Trail & Co", is_own_name: false, icon: null }]);
    const last_check_at = "2026-11-28T10:00:00.000Z";
    const elements = read(sharePage([shared({ grade: "A", last_check_at })], none));
    const [link] = elements.filter(({ tag }) => tag === "a");
    expect(link).toEqual({
      tag: "a",
      attributes: { href: "https://trail.example/p/1", rel: "noreferrer" },
      text: "Trail & Co (trail.example)",
    });
    expect(texts(elements, "p")).toEqual([
      "Prices of Nov 29, 2026. They may have changed since.",
      "$39.99 Trail & Co (trail.example)",
      "Low tide. Buy now.",
      "Checked on Nov 28, 2026",
    ]);
  });

  it("tells neither target nor tags, nor that a target is reached, unless the shopper includes them", () => {
    const target = { price: 45, currency: "USD" };
    const product = shared({ target, tags: ["gift for Ada"], grade: "C" });
    const quiet = sharePage([product], none);
    expect(quiet).not.toMatch(/\$45|target|Ada/i);
    expect(quiet).toContain("A fair price.");
    const all = sharePage([product], { ...none, hasTargets: true, hasTags: true });
    expect(all).toMatch(/Below your target of \$45/);
    expect(all).toContain("gift for Ada");
  });

  it.each(["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "no address", undefined])(
    "has no link to %j",
    (url) => {
      const page = sharePage([shared({}, { url })], none);
      expect(read(page).filter(({ tag }) => tag === "a")).toEqual([]);
      expect(page).toContain("trail.example");
    },
  );

  it("draws the prices that it has as a line", () => {
    const points: [number, number | null][] = [
      [nowMs - 86_400_000, 49.99],
      [nowMs, 39.99],
    ];
    const line = { product_key: "product/lantern/1", currency: "USD", points };
    const paths = read(sharePage([shared({}, { line })], none)).filter(({ tag }) => tag === "path");
    expect(paths.map(({ attributes }) => attributes.d)).toEqual([
      expect.stringMatching(/^M[\d.]+ 2H100V24H100$/),
    ]);
  });

  it("loads nothing, and runs nothing, but its own style", () => {
    const page = sharePage([shared({}, { picture: "AAAA" })], none);
    const checksum = createHash("sha256").update(shareStyle).digest("base64");
    expect(shareStyleChecksum).toBe(`sha256-${checksum}`);
    const [policy] = read(page).filter(({ attributes }) => attributes["http-equiv"] !== undefined);
    expect(policy?.attributes.content).toBe(
      `default-src 'none'; img-src data:; style-src 'sha256-${checksum}'; base-uri 'none'; form-action 'none'`,
    );
    expect(texts(read(page), "style")).toEqual([shareStyle]);
    expect(shareStyle).not.toMatch(/url\(|@import|</);
  });

  it("stays the same page, whatever products, shops and titles are called", () => {
    const nasty = fc.constantFrom(
      `"><script>alert(1)</script>`,
      `' onload='x`,
      `</style></title><img src=x onerror=x>`,
      "&lt;b&gt; &amp;quot;",
      "<!--",
    );
    const text = fc.oneof(nasty, fc.string({ unit: "grapheme-composite" }), fc.string());
    const shape = (page: string) => read(page).map(({ tag, attributes }) => [tag, Object.keys(attributes)]);
    const visible = (said: string) => said.replace(/\r\n?/g, "\n");
    const tagged = { ...none, hasTags: true };
    const plain = shape(sharePage([shared({ tags: ["x"] }, { picture: "AAAA" })], tagged));
    const fields = fc.record({
      title: text,
      page: text,
      shop: text,
      host: text,
      tag: text.filter((each) => each !== ""),
    });
    fc.assert(
      fc.property(
        fields,
        fc.webUrl({ withQueryParameters: true }),
        ({ title, page, shop, host, tag }, url) => {
          saveShops([{ host, name: shop, is_own_name: false, icon: null }]);
          const best = { price: 1, currency: "USD", retailer: host };
          const product = shared({ title, tags: [tag], best }, { url, picture: "AAAA" });
          const written = sharePage([product], { ...tagged, title: page });
          expect(shape(written)).toEqual(plain);
          const elements = read(written);
          expect(texts(elements, "h2")).toEqual([visible(title)].map((each) => each.replaceAll("\r", "\n")));
          expect(texts(elements, "h1")).toEqual([visible(page)]);
          const links = elements.filter((each) => each.tag === "a").map(({ attributes }) => attributes.href);
          expect(links).toEqual([new URL(url).href]);
        },
      ),
    );
  });
});
