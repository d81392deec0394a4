import { describe, expect } from "vitest";
import { products } from "../support/catalogue.js";
import { engineWith, expectError, expectOk } from "../support/contract-client.js";
import { rule } from "../support/contract-rules.js";

const engine = engineWith(products);

async function search(query: string) {
  const { data, pagination } = expectOk(await engine().get(`/products/search?${query}`)).body;
  return { services: data.map(({ service }) => service), pagination, data };
}

describe("GET /products/search", () => {
  rule("section 4 GET /products/search", "finds by title, brand, model, MPN, category, keyword", async () => {
    for (const q of ["aurora", "northlight", "AH-100", "ah100", "electronics", "cancelling", "NORTHLIGHT"]) {
      const { services } = await search(`q=${q}`);
      expect(services).toContain("product/aurora-headphones/p1");
    }
  });

  rule("section 4 GET /products/search", "gives the best match first", async () => {
    const { services } = await search("q=harbor+mug");
    expect(services.slice(0, 3)).toEqual(["product/mug-0/x", "product/mug-1/x", "product/mug-2/x"]);
  });

  rule(
    "section 4 GET /products/search",
    "is not a look-up: there is no match and there are no offers",
    async () => {
      const { data } = await search("q=aurora");
      expect(data[0]).not.toHaveProperty("match");
      expect(data[0]).not.toHaveProperty("offers");
    },
  );

  rule(
    ["section 2 Pagination", "section 8 limits of pages"],
    "gives pages that join without a gap",
    async () => {
      const all = await search("q=harbor&limit=100");
      expect(all.pagination).toEqual({ total: 12, limit: 100, offset: 0, returned: 12 });
      const pages = [];
      for (const offset of [0, 5, 10]) pages.push(await search(`q=harbor&limit=5&offset=${offset}`));
      expect(pages.map(({ pagination }) => pagination)).toEqual([
        { total: 12, limit: 5, offset: 0, returned: 5 },
        { total: 12, limit: 5, offset: 5, returned: 5 },
        { total: 12, limit: 5, offset: 10, returned: 2 },
      ]);
      expect(pages.flatMap(({ services }) => services)).toEqual(all.services);
      const past = await search("q=harbor&offset=12");
      expect(past).toMatchObject({ services: [], pagination: { total: 12, returned: 0 } });
    },
  );

  rule("section 8 limits of pages", "gives 20 a page unless told, 1 to 100 when told", async () => {
    expect((await search("q=harbor")).pagination.limit).toBe(20);
    expect((await search("q=harbor&limit=1")).services).toHaveLength(1);
    expectOk(await engine().get("/products/search?q=harbor&limit=100"));
    for (const limit of ["0", "101", "-1", "1.5", "ten", "", "1e1", "0x10", "NaN", "99999999999999999999"]) {
      const answer = expectError(
        await engine().get(`/products/search?q=harbor&limit=${limit}`),
        "ERR_INVALID_PARAMS",
      );
      expect(answer.body.error).toContain("'limit'");
    }
    for (const offset of ["-1", "x", "0.5", ""]) {
      const answer = expectError(
        await engine().get(`/products/search?q=harbor&offset=${offset}`),
        "ERR_INVALID_PARAMS",
      );
      expect(answer.body.error).toContain("'offset'");
    }
  });

  rule(["section 7 ERR_INVALID_PARAMS"], "needs words to look for", async () => {
    for (const query of ["", "q=", "q=%20%20", "q"]) {
      const answer = expectError(await engine().get(`/products/search?${query}`), "ERR_INVALID_PARAMS");
      expect(answer.body.error).toContain("'q'");
    }
  });

  rule("section 4 GET /products/search", "answers 200 where nothing matches", async () => {
    expect(await search("q=zzzz")).toMatchObject({ services: [], pagination: { total: 0, returned: 0 } });
    expect(await search("q=%21%3F%22")).toMatchObject({ services: [] });
  });

  rule("section 4 GET /products/search", "ignores case, accents and endings", async () => {
    for (const q of ["CAFE", "caf%C3%A9", "cr%C3%A8me", "maker", "makers"])
      expect((await search(`q=${q}`)).services).toEqual(["product/cafe/x"]);
  });
});
