import { expect, it } from "vitest";
import { plainProduct, products } from "../support/catalogue.js";
import { expectOk, setupEngine } from "../support/contract.js";

const engine = setupEngine(products);

async function search(query: string) {
  const { data, pagination } = expectOk(await engine().get(`/products/search?${query}`)).body;
  return { productKeys: data.map(({ service }) => service), pagination, data };
}

it("finds products by title, brand, model, MPN, category and keyword [§4 GET /products/search]", async () => {
  for (const q of ["aurora", "northlight", "AH-100", "ah100", "electronics", "cancelling", "NORTHLIGHT"]) {
    const { productKeys } = await search(`q=${q}`);
    expect(productKeys).toContain("product/aurora-headphones/p1");
  }
});

it("returns the best match first [§4 GET /products/search]", async () => {
  const { productKeys } = await search("q=harbor+mug");
  expect(productKeys.slice(0, 3)).toEqual(["product/mug-0/x", "product/mug-1/x", "product/mug-2/x"]);
  // The better match comes second in the catalogue.
  await engine().import([
    plainProduct("lantern-set", "Brass Lantern with Candles, Matches and a Spare Glass"),
    plainProduct("lantern", "Brass Lantern"),
  ]);
  expect((await search("q=brass+lantern")).productKeys).toEqual([
    "product/lantern/x",
    "product/lantern-set/x",
  ]);
});

it("returns search results without match and offers [§4 GET /products/search]", async () => {
  const { data } = await search("q=aurora");
  expect(data[0]).not.toHaveProperty("match");
  expect(data[0]).not.toHaveProperty("offers");
});

it("returns pages that join without a gap [§2 Pagination; §8 limits of pages]", async () => {
  const all = await search("q=harbor&limit=100");
  expect(all.pagination).toEqual({ total: 12, limit: 100, offset: 0, returned: 12 });
  const pages = [];
  for (const offset of [0, 5, 10]) pages.push(await search(`q=harbor&limit=5&offset=${offset}`));
  expect(pages.map(({ pagination }) => pagination)).toEqual([
    { total: 12, limit: 5, offset: 0, returned: 5 },
    { total: 12, limit: 5, offset: 5, returned: 5 },
    { total: 12, limit: 5, offset: 10, returned: 2 },
  ]);
  expect(pages.flatMap(({ productKeys }) => productKeys)).toEqual(all.productKeys);
  const past = await search("q=harbor&offset=12");
  expect(past).toMatchObject({ productKeys: [], pagination: { total: 12, returned: 0 } });
});

it("returns 20 results a page by default, and 1 to 100 on request [§8 limits of pages]", async () => {
  expect((await search("q=harbor")).pagination.limit).toBe(20);
  expect((await search("q=harbor&limit=1")).productKeys).toHaveLength(1);
  expectOk(await engine().get("/products/search?q=harbor&limit=100"));
});

it("returns 200 without results when nothing matches [§4 GET /products/search]", async () => {
  expect(await search("q=zzzz")).toMatchObject({ productKeys: [], pagination: { total: 0, returned: 0 } });
  expect(await search("q=%21%3F%22")).toMatchObject({ productKeys: [] });
});

it("ignores case, accents and word endings [§4 GET /products/search]", async () => {
  for (const q of ["CAFE", "caf%C3%A9", "cr%C3%A8me", "maker", "makers"])
    expect((await search(`q=${q}`)).productKeys).toEqual(["product/cafe/x"]);
});

it("finds a word in each spelling of its letters [§4 GET /products/search]", async () => {
  const spellings = [
    ["Großflasche", "grossflasche", "GROSSFLASCHE"],
    ["ＰＵＭＰＥ", "pumpe"],
    ["ﬂügel", "flügel", "flugel", "flu\u0308gel"],
    ["Œuvre", "oeuvre", "œuvre"],
    ["Smørbrød", "smorbrod", "SMØRBRØD"],
    ["Łódka", "lodka", "łódka"],
    ["Teppich 20 m²", "teppich m2", "teppich m²"],
    ["Sprudel™", "sprudel", "sprudel™"],
  ].map((words) => words.map((word) => [word, `product/${words[1]?.replace(" ", "-")}/x`] as const));
  for (const written of [0, 1])
    for (const words of spellings) {
      const [title, key] = words[written] ?? ["", ""];
      await engine().import([plainProduct(key.split("/")[1] ?? "", title)]);
      for (const [q] of words)
        expect((await search(`q=${encodeURIComponent(q)}`)).productKeys, `${title}, ${q}`).toEqual([key]);
    }
});
