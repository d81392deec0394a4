import { expect, it } from "vitest";
import { deals, fillerDeals } from "../support/catalogue.js";
import { testStartIso } from "../support/clock.js";
import { expectError, expectOk, setupEngine } from "../support/contract.js";

const engine = setupEngine([...deals, ...fillerDeals]);

async function listDeals(query = "") {
  const { deals: found, pagination } = expectOk(await engine().get(`/deals?${query}`)).body;
  return { names: found.map(({ path }) => path.replace("deal/", "")), pagination, found };
}

const listNames = async (query: string) => (await listDeals(query)).names;
const everyDeal = "max_price=9999&min_price=0&limit=100";
const withoutFiller = (found: string[]) => found.filter((name) => !name.startsWith("filler"));

it("returns every field of a deal [§4 GET /deals; §2 Deal]", async () => {
  const { found } = await listDeals("sort=new&limit=1");
  const { type: _type, category: _category, ...fields } = deals[0] as Record<string, unknown>;
  expect(found[0]).toEqual(fields);
});

it("pages through deals, and reports in has_more whether more follow [decision 21; §2 Pagination]", async () => {
  const total = deals.length + fillerDeals.length;
  expect((await listDeals()).pagination).toEqual({
    total,
    limit: 25,
    offset: 0,
    returned: 25,
    has_more: true,
  });
  expect((await listDeals("offset=25")).pagination).toEqual({
    total,
    limit: 25,
    offset: 25,
    returned: total - 25,
    has_more: false,
  });
  expect((await listDeals(`limit=${total}`)).pagination.has_more).toBe(false);
  expect((await listDeals("offset=5000")).pagination).toMatchObject({ returned: 0, has_more: false });
  const pages = [];
  for (const offset of [0, 10, 20, 30]) pages.push(...(await listNames(`limit=10&offset=${offset}`)));
  expect(pages).toEqual(await listNames("limit=100"));
});

it("returns 25 deals a page by default, and 1 to 100 on request [§8 limits of pages]", async () => {
  expect(await listNames("")).toHaveLength(25);
  expect(await listNames("limit=1")).toHaveLength(1);
  expect(await listNames("limit=100")).toHaveLength(37);
});

it("sorts top-hour, top-day and top-week by score within a rolling window [decision 21; decision 41]", async () => {
  expect(await listNames("sort=top-hour")).toEqual(["half-hour", "minutes", "disliked"]);
  expect(await listNames("sort=top-day")).toEqual(["hours-a", "hours-b", "half-hour", "minutes", "disliked"]);
  expect(await listNames("sort=top-week")).toEqual([
    "days",
    "hours-a",
    "hours-b",
    "half-hour",
    "minutes",
    "disliked",
  ]);
  engine().clock.advance(39 * 60_000);
  expect(await listNames("sort=top-hour")).toEqual(["minutes", "disliked"]);
  engine().clock.advance(2 * 60_000);
  expect(await listNames("sort=top-hour")).toEqual(["minutes"]);
  engine().clock.advance(24 * 3_600_000);
  expect(await listNames("sort=top-day")).toEqual([]);
  engine().clock.advance(7 * 24 * 3_600_000);
  expect(await listNames("sort=top-week")).toEqual([]);
  engine().clock.set(testStartIso);
});

it("sorts hot, the default, by votes and recency [decision 21]", async () => {
  expect(withoutFiller(await listNames(everyDeal))).toEqual(
    withoutFiller(await listNames(`sort=hot&${everyDeal}`)),
  );
  expect(withoutFiller(await listNames(everyDeal))).toEqual([
    "half-hour",
    "hours-a",
    "hours-b",
    "minutes",
    "disliked",
    "days",
    "weeks",
  ]);
});

it("matches the letter of a grade, and rejects F [decision 21; decision 41]", async () => {
  expect((await listNames("grade=A&limit=100")).sort()).toEqual(["minutes", "weeks"]);
  expect(withoutFiller(await listNames("grade=D&limit=100")).sort()).toEqual(["disliked", "hours-b"]);
  for (const grade of ["F", "a", "A+", "E", ""]) {
    const response = expectError(await engine().get(`/deals?grade=${grade}`), "ERR_INVALID_PARAMS");
    expect(response.body.error).toContain("'grade'");
  }
});

it("combines filters [§4 GET /deals]", async () => {
  expect(await listNames("category=audio&grade=A&max_price=20&sort=top-day")).toEqual(["minutes"]);
  const { pagination } = await listDeals("category=audio&grade=B");
  expect(pagination).toMatchObject({ total: 0, returned: 0, has_more: false });
});
