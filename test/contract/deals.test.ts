import { describe, expect } from "vitest";
import { deal, deals, fillerDeals } from "../support/catalogue-deals.js";
import { engineWith, expectError, expectOk } from "../support/contract-client.js";
import { rule } from "../support/contract-rules.js";
import { startOfTests } from "../support/engine.js";

const engine = engineWith([...deals, ...fillerDeals]);
const hour = 3_600_000;

async function list(query = "") {
  const { deals: found, pagination } = expectOk(await engine().get(`/deals?${query}`)).body;
  return { names: found.map(({ path }) => path.replace("deal/", "")), pagination, found };
}

const names = async (query: string) => (await list(query)).names;
const own = "max_price=9999&min_price=0&limit=100";
const withoutFiller = (found: string[]) => found.filter((name) => !name.startsWith("filler"));

describe("GET /deals", () => {
  rule(["section 4 GET /deals", "section 2 Deal"], "gives every field of a deal", async () => {
    const { found } = await list("sort=new&limit=1");
    const { type: _type, category: _category, ...fields } = deals[0] as Record<string, unknown>;
    expect(found[0]).toEqual(fields);
  });

  rule(["decision 21", "section 2 Pagination"], "pages with a sign of more to come", async () => {
    const total = deals.length + fillerDeals.length;
    expect((await list()).pagination).toEqual({ total, limit: 25, offset: 0, returned: 25, has_more: true });
    expect((await list("offset=25")).pagination).toEqual({
      total,
      limit: 25,
      offset: 25,
      returned: total - 25,
      has_more: false,
    });
    expect((await list(`limit=${total}`)).pagination.has_more).toBe(false);
    expect((await list("offset=5000")).pagination).toMatchObject({ returned: 0, has_more: false });
    const pages = [];
    for (const offset of [0, 10, 20, 30]) pages.push(...(await names(`limit=10&offset=${offset}`)));
    expect(pages).toEqual(await names("limit=100"));
  });

  rule("section 8 limits of pages", "gives 25 unless told, 1 to 100 when told", async () => {
    expect(await names("limit=1")).toHaveLength(1);
    expect(await names("limit=100")).toHaveLength(37);
    for (const limit of ["0", "101", "x"])
      expectError(await engine().get(`/deals?limit=${limit}`), "ERR_INVALID_PARAMS");
  });
});

describe("the order of deals", () => {
  rule("decision 21", "is newest first for new", async () => {
    expect(withoutFiller(await names(`sort=new&${own}`))).toEqual([
      "minutes",
      "disliked",
      "half-hour",
      "hours-a",
      "hours-b",
      "days",
      "weeks",
    ]);
  });

  rule(["decision 21", "decision 41"], "is by score within a rolling hour, day or week", async () => {
    expect(await names("sort=top-hour")).toEqual(["half-hour", "minutes", "disliked"]);
    expect(await names("sort=top-day")).toEqual(["hours-a", "hours-b", "half-hour", "minutes", "disliked"]);
    expect(await names("sort=top-week")).toEqual([
      "days",
      "hours-a",
      "hours-b",
      "half-hour",
      "minutes",
      "disliked",
    ]);
    engine().clock.advance(39 * 60_000);
    expect(await names("sort=top-hour")).toEqual(["minutes", "disliked"]);
    engine().clock.advance(2 * 60_000);
    expect(await names("sort=top-hour")).toEqual(["minutes"]);
    engine().clock.set(startOfTests);
  });

  rule("decision 21", "is votes and recency for hot, the default", async () => {
    expect(withoutFiller(await names(own))).toEqual(withoutFiller(await names(`sort=hot&${own}`)));
    expect(withoutFiller(await names(own))).toEqual([
      "half-hour",
      "hours-a",
      "hours-b",
      "minutes",
      "disliked",
      "days",
      "weeks",
    ]);
  });

  rule("decision 21", "weighs ten times the votes like 12.5 hours", async () => {
    const ageMs = 100 * hour;
    await engine().import([
      deal("even-few", { ageMs, score: 10, category: "Weigh" }),
      deal("just-older", { ageMs: ageMs + 12.5 * hour + 60_000, score: 100, category: "Weigh" }),
      deal("just-newer", { ageMs: ageMs + 12.5 * hour - 60_000, score: 100, category: "Weigh" }),
      deal("much-older", { ageMs: ageMs + 25 * hour - 120_000, score: 1000, category: "Weigh" }),
    ]);
    expect(await names("category=weigh")).toEqual(["much-older", "just-newer", "even-few", "just-older"]);
  });

  rule("section 7 ERR_INVALID_PARAMS", "is one of the five", async () => {
    for (const sort of ["", "HOT", "top", "top-month", "old"]) {
      const answer = expectError(await engine().get(`/deals?sort=${sort}`), "ERR_INVALID_PARAMS");
      expect(answer.body.error).toContain("'sort'");
    }
  });
});

describe("filters of deals", () => {
  rule("section 4 GET /deals", "take a category in any case", async () => {
    expect((await names("category=audio&sort=new")).sort()).toEqual(["days", "minutes"]);
    expect(await names("category=aud")).toEqual([]);
  });

  rule("section 4 GET /deals", "take a retailer as a host name", async () => {
    for (const retailer of ["market.example", "www.market.example", "MARKET.example"])
      expect(await names(`retailer=${retailer}`)).toEqual(["hours-a"]);
  });

  rule(["decision 21", "decision 41"], "compare the letter of a grade, and know no F", async () => {
    expect((await names("grade=A&limit=100")).sort()).toEqual(["minutes", "weeks"]);
    expect(withoutFiller(await names("grade=D&limit=100")).sort()).toEqual(["disliked", "hours-b"]);
    for (const grade of ["F", "a", "A+", "E", ""]) {
      const answer = expectError(await engine().get(`/deals?grade=${grade}`), "ERR_INVALID_PARAMS");
      expect(answer.body.error).toContain("'grade'");
    }
  });

  rule("decision 41", "include both bounds of the price", async () => {
    expect((await names("min_price=19.99&max_price=20&limit=100")).sort()).toEqual(["half-hour", "minutes"]);
    expect(await names("min_price=20&max_price=20")).toEqual(["half-hour"]);
    expect((await names("min_price=20.01&max_price=49.98")).sort()).toEqual([]);
    expect((await names("max_price=5.00")).sort()).toEqual(["disliked", "weeks"]);
  });

  rule("decision 21", "refuse a lower bound above the upper", async () => {
    const answer = expectError(await engine().get("/deals?min_price=2&max_price=1"), "ERR_INVALID_PARAMS");
    expect(answer.body.error).toContain("'min_price'");
  });

  rule("section 7 ERR_INVALID_PARAMS", "name a bound that is no number", async () => {
    for (const name of ["min_price", "max_price"])
      for (const value of ["", "cheap", "1,5", "1e2", "-1", "Infinity", "NaN", "0x1", "$5"]) {
        const answer = expectError(await engine().get(`/deals?${name}=${value}`), "ERR_INVALID_PARAMS");
        expect(answer.body.error).toContain(`'${name}'`);
      }
  });

  rule("section 4 GET /deals", "work together", async () => {
    expect(await names("category=audio&grade=A&max_price=20&sort=top-day")).toEqual(["minutes"]);
    const { pagination } = await list("category=audio&grade=B");
    expect(pagination).toMatchObject({ total: 0, returned: 0, has_more: false });
  });
});
