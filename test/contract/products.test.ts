import { expect, it } from "vitest";
import { aurora, products } from "../support/catalogue.js";
import { createAccountKey, expectError, expectOk, setupEngine } from "../support/contract.js";

const engine = setupEngine(products);

async function getProduct(identifier: string) {
  const { data } = expectOk(await engine().get(`/products?ids=${identifier}`)).body;
  expect(data).toHaveLength(1);
  return data[0];
}

it("returns every field of a product [§4 GET /products; §2 Product; §2 Score]", async () => {
  const { type: _type, offers: _offers, review: _review, ...fields } = aurora;
  expect(await getProduct("AH-100")).toEqual({
    ...fields,
    match: { identifier: "AH-100", by: "model", candidates: 1 },
  });
});

it("omits fields without a value [§2 general; decision 13]", async () => {
  expect(await getProduct("Bare+Kettle")).toEqual({
    title: "Bare Kettle",
    service: "product/kettle/x",
    match: { identifier: "Bare Kettle", by: "name", candidates: 1 },
  });
  expect(Object.keys((await getProduct("product/empty/x")) ?? {}).sort()).toEqual([
    "match",
    "service",
    "title",
  ]);
});

it("omits only the empty parts of a score [decision 13]", async () => {
  await engine().import([
    {
      type: "product",
      service: "product/scored/x",
      title: "Scored",
      score: { overall: 0, aspects: {} },
      attributes: { size: "", color: "red" },
    },
  ]);
  expect(await getProduct("product/scored/x")).toMatchObject({
    score: { overall: 0 },
    attributes: { color: "red" },
  });
  expect((await getProduct("product/scored/x"))?.score).toEqual({ overall: 0 });
});

it("finds no product that was imported with a score outside of 0 to 1 [§2 Score]", async () => {
  for (const overall of [-0.01, 1.01]) {
    const { skipped } = await engine().import([
      { type: "product", service: "product/overrated/x", title: "Overrated", score: { overall } },
    ]);
    expect(skipped).toMatchObject([{ reason: expect.stringContaining("score.overall") }]);
  }
  expectError(await engine().get("/products?ids=product/overrated/x"), "ERR_PRODUCT_NOT_FOUND");
});

it("reports success, the charge and what is left [§4 success; §2 Meta]", async () => {
  const { body } = await engine().get("/products?ids=AH-100", { key: createAccountKey(engine(), 50) });
  expect(Object.keys(body).sort()).toEqual(["data", "meta", "success"]);
  expect(body.success).toBe(true);
  expect(body.meta).toEqual({
    request_id: expect.stringMatching(/^req_/),
    credits_used: 1,
    credits_remaining: 49,
    rate_limit_remaining: 999,
  });
});

it("sends a unique request id in body and header [decision 7]", async () => {
  const ids = new Set<string>();
  for (let i = 0; i < 5; i++) {
    const { body, headers } = await engine().get("/products?ids=AH-100");
    expect(body.meta.request_id).toMatch(/^req_[0-9A-Za-z]{26}$/);
    expect(headers.get("x-request-id")).toBe(body.meta.request_id);
    ids.add(body.meta.request_id);
  }
  expect(ids.size).toBe(5);
});

it("finds products imported while the engine runs [decision 46]", async () => {
  await engine().import([{ type: "product", service: "product/late/x", title: "Latecomer", model: "L8" }]);
  expect(await getProduct("L8")).toMatchObject({ title: "Latecomer" });
  await engine().import([{ type: "product", service: "product/late/x", title: "Latecomer II" }]);
  expect(await getProduct("L8")).toMatchObject({ title: "Latecomer II", model: "L8" });
});

it("answers the legacy GET /products/details like GET /products [§9 rule 5]", async () => {
  for (const query of ["ids=AH-100,SPK-7", "ids=AH-100&format=csv", "ids=unheard-of", "ids="]) {
    const now = await engine().get(`/products?${query}`);
    const legacy = await engine().get(`/products/details?${query}`);
    expect(legacy.status).toBe(now.status);
    expect(legacy.headers.get("content-type")).toBe(now.headers.get("content-type"));
    expect(legacy.body.data).toEqual(now.body.data);
    expect(legacy.body.error_detail).toEqual(now.body.error_detail);
    expect(legacy.headers.get("x-credits-used")).toBe(now.headers.get("x-credits-used"));
    if (query.includes("csv")) expect(legacy.text).toBe(now.text);
  }
});
