import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { openTestEngine } from "../support/engine.js";
import { startSearchEngine } from "../support/search-engine.js";
import { putLink } from "../support/shop.js";
import { productHtml } from "../support/shop-site.js";

const name = "Northlight Trail Lantern 4000";
const barcode = "4006381333931";
const ownUrl = "https://own.example/lantern";

/** Shops at addresses of their own: what each path answers, and which were asked. */
async function openShops(pages: Readonly<Record<string, string>>) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.headers.host?.split(":")[0]}${request.url}`);
    const page = pages[request.url ?? ""] ?? "<h1>Nothing</h1>";
    const isRedirect = page.startsWith("http");
    response.writeHead(isRedirect ? 302 : 200, {
      "Content-Type": "text/html",
      ...(isRedirect && { Location: page }),
    });
    response.end(page);
  });
  // Each address of 127.0.0.0/8 is another shop.
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { asked, urlAt: (n: number, path: string) => `http://127.0.0.${n}:${port}${path}`, port };
}

/** A watched product of the shopper's own, shops that may be visited, and a search engine. */
async function open(
  pages: Readonly<Record<string, string>> = {},
  own: object = { gtin13: barcode },
  timeoutMs = 60_000,
) {
  const [engine, search, shops] = await Promise.all([
    openTestEngine({ pagePace: { gapMs: 1, timeoutMs } }),
    startSearchEngine(),
    openShops(pages),
  ]);
  for (let n = 10; n < 20; n++)
    await engine.data("pages.allow", { host: `127.0.0.${n}:${shops.port}`, is_allowed: true });
  const { product_key: key } = await putLink(engine, { url: ownUrl, html: productHtml({ name, ...own }) });
  await engine.data("shops.set_engine", { address: search.address });
  search.searches.length = 0;
  const product_key = key ?? "";
  const find = () => engine.data("shops.find", { product_key, search: true });
  return { engine, search, shops, product_key, find };
}

describe("a search for other shops", () => {
  it("is asked only when the shopper does, for the barcode", async () => {
    const { engine, search, find, product_key } = await open();
    expect(await engine.data("shops.find", { product_key })).toEqual({
      engine: search.host,
      words: barcode,
      found: [],
      left_out: 0,
    });
    expect(search.searches).toEqual([]);
    await find();
    expect(search.searches).toEqual([barcode]);
  });

  it("without a search engine sends nothing, and says so", async () => {
    const { engine, search, product_key } = await open();
    await engine.data("shops.set_engine", { address: null });
    const asked = await engine.call("shops.find", { product_key, search: true });
    expect(asked).toMatchObject({
      ok: false,
      error: { action: expect.stringContaining("Settings → Shops") },
    });
    expect(search.searches).toEqual([]);
  });

  it("offers the pages of the same product, the same barcode first, with what is odd about each", async () => {
    const { find, search, shops } = await open({
      "/same": productHtml({ name: "Lantern in green", price: "52.00", gtin13: barcode }),
      "/alike": productHtml({ name, price: "47.00" }),
      "/dear": productHtml({ name, price: "399.00" }),
      "/other-model": productHtml({ name: "Northlight Trail Lantern 2000", price: "30.00" }),
      "/other-code": productHtml({ name, price: "45.00", gtin13: "0036000291452" }),
    });
    const paths = ["/alike", "/same", "/dear", "/other-model", "/other-code"];
    search.find(paths.map((path, i) => shops.urlAt(10 + i, path)));
    const { found, left_out } = await find();
    expect(
      found.map(({ retailer, title, price, match, is_far_price: far }) => [
        retailer,
        title,
        price,
        match,
        far,
      ]),
    ).toEqual([
      ["127.0.0.11", "Lantern in green", 52, "barcode", false],
      ["127.0.0.10", name, 47, "name", false],
      ["127.0.0.12", name, 399, "name", true],
    ]);
    expect(left_out).toBe(2);
  });

  it("marks a page that sells another pack size", async () => {
    const coffee = "Hill Espresso, whole beans";
    const page = { name: `${coffee} 500 g`, price: "12.99" };
    const { engine, find, search, shops } = await open(
      { "/bulk": productHtml({ name: `${coffee} 1 kg`, price: "22.00" }) },
      page,
    );
    search.find([shops.urlAt(10, "/bulk")]);
    expect((await find()).found).toMatchObject([{ is_other_size: true, is_far_price: false }]);
    expect((await engine.data("app.info", {})).offers).toBe(1);
  });

  it("reads at most five pages, one a shop, and neither lists nor marketplaces nor shops that the product has", async () => {
    const { find, search, shops } = await open({ "/p": productHtml({ name, gtin13: barcode }) });
    const urls = Array.from({ length: 8 }, (_, i) => shops.urlAt(10 + i, "/p"));
    search.find([
      "https://www.ebay.de/itm/1",
      "https://www.idealo.de/preisvergleich/1",
      shops.urlAt(10, "/search?q=lantern"),
      "https://www.own.example/lantern-2",
      shops.urlAt(10, "/p"),
      shops.urlAt(10, "/p?color=red"),
      ...urls,
    ]);
    const { found, left_out } = await find();
    expect(found).toHaveLength(5);
    expect(shops.asked.sort()).toEqual([10, 11, 12, 13, 14].map((n) => `127.0.0.${n}/p`));
    expect(left_out).toBe(8);
  });

  it("connects to no private address that it finds, nor to one that a page leads to", async () => {
    const secret = await openShops({ "/p": productHtml({ name, gtin13: barcode }) });
    const { find, search, shops } = await open({ "/p": secret.urlAt(30, "/p") });
    search.find([
      secret.urlAt(30, "/p"),
      `http://localhost:${secret.port}/p`,
      `http://[::1]:${secret.port}/p`,
      "http://192.168.1.1/p",
      "http://router.local/p",
      "http://2130706433/p",
      "file:///etc/passwd",
      "javascript:alert(1)",
      shops.urlAt(10, "/p"),
    ]);
    const { found, left_out } = await find();
    expect(found).toEqual([]);
    expect(left_out).toBe(7);
    expect(shops.asked).toEqual(["127.0.0.10/p"]);
    expect(secret.asked).toEqual([]);
  });

  it("adds nothing until the shopper accepts a page, which then joins as an act that can be undone", async () => {
    const { engine, find, search, shops, product_key } = await open({
      "/p": productHtml({ name: "Lantern in green", price: "42.00", gtin13: barcode }),
    });
    search.find([shops.urlAt(10, "/p")]);
    const before = await engine.data("app.info", {});
    const [found] = (await find()).found;
    expect({ ...(await engine.data("app.info", {})), database_bytes: 0 }).toEqual({
      ...before,
      database_bytes: 0,
    });
    expect((await engine.data("links.list", {})).links).toHaveLength(1);
    const link = await putLink(engine, { url: found?.url ?? "", into: product_key });
    expect(link).toMatchObject({ state: "watched", product_key });
    expect((await engine.data("app.info", {})).offers).toBe(before.offers + 1);
    expect(await find(), "the product has it now").toMatchObject({ found: [], left_out: 1 });
    await engine.data("acts.undo", { id: link.act_id ?? 0 });
    expect((await engine.data("app.info", {})).offers).toBe(before.offers);
  });
});

describe("a search engine", () => {
  it.each([
    ["asks for fewer searches", { status: 429 }, /asks for fewer searches/],
    ["does not allow JSON", { status: 403, body: "Forbidden" }, /Add json to search\.formats/],
    [
      "answers with a page",
      { type: "text/html", body: "<html>SearXNG</html>" },
      /Add json to search\.formats/,
    ],
    ["is another program", { body: '{"hits":[]}' }, /not that of SearXNG/],
    ["answers endlessly", { body: " ".repeat(2_200_000) }, /too large/],
    ["redirects", { status: 302, location: "http://192.168.1.1/" }, /redirects to another address/],
    ["fails", { status: 502 }, /HTTP 502/],
    ["does not answer", null, /did not answer in time/],
  ])("that %s is reported, and not saved", async (_what, response, problem) => {
    // Short only where it expires: a busy computer would take longer for the others.
    const { engine, search, product_key } = await open({}, undefined, response === null ? 400 : undefined);
    search.response = response;
    const asked = await engine.call("shops.find", { product_key, search: true });
    const failure = { ok: false, error: { message: expect.stringMatching(problem) } };
    expect(asked).toMatchObject(failure);
    expect(await engine.call("shops.set_engine", { address: `${search.address}/other` })).toMatchObject(
      failure,
    );
    expect(await engine.data("shops.engine", {})).toEqual({ address: search.address });
  });

  it("that answers is saved without the end of its address; odd results are skipped", async () => {
    const { engine, search, find } = await open();
    const results = [{ url: "https://a.example/" }, { url: 7 }, null, { url: "ftp://b.example" }];
    search.response = { body: JSON.stringify({ results }) };
    const stored = await engine.data("shops.set_engine", { address: `${search.address}/search/` });
    expect(stored).toEqual({ address: search.address });
    expect((await find()).left_out).toBe(1);
  });

  it.each([
    ["http://search.example/", /Without encryption/],
    ["https://me:secret@search.example/", /user name/],
    ["file:///etc/passwd", /address/],
  ])("%s is refused", async (address, reason) => {
    const engine = await openTestEngine();
    const result = await engine.call("shops.set_engine", { address });
    expect(result).toMatchObject({ ok: false, error: { message: expect.stringMatching(reason) } });
    expect(await engine.data("shops.engine", {})).toEqual({ address: null });
  });
});
