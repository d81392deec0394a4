import { expect, it } from "vitest";
import { deals, products } from "../support/catalogue.js";
import { createAccountKey, expectError, expectOk, setupEngine } from "../support/contract.js";

const engine = setupEngine([...products, ...deals]);

/** Sent without further encoding. */
// biome-ignore format: one per line would fill a page
const malformedValues = [
  "%", "%zz", "%e", "%E0%A4%A", "%c3%28", "%ff%fe", "%ed%a0%80", "%00", "AH-100%00", "a%00b", "%0d%0a",
  "%22", "%22%22", "%22unclosed", "*", "aurora*", "NEAR(", "NEAR(aurora%20headphones,%203)", "AND",
  "AND%20OR%20NOT", "aurora%20AND", "OR%20aurora", "NOT%20aurora", "-", "-aurora", "%2B", "^aurora", "^",
  "title:aurora", ":", "title%20:%20(aurora)", "(", ")", "(((((((((", "%7Btitle%20brand%7D%20:%20aurora",
  "'%20OR%201=1%20--", "%27;%20DROP%20TABLE%20product;--", "%F0%9F%8C%8A",
  "%F0%9F%91%A9%E2%80%8D%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7", "%E2%80%8F%E2%80%AE", "%EF%BF%BE", "%EF%BB%BF",
  "e%CC%81%CC%81%CC%81%CC%81", "%E6%BD%AE%E6%B1%90", "..%2F..%2Fetc%2Fpasswd", "__proto__", "constructor",
  "%24%7B7*7%7D", "http://", "https://%5B", "http://%20", "https://shop.example:99999/x", "product//",
  "product/a/b/c", "B0", "0", "-1", "9".repeat(400), "x".repeat(20_000), "a%20".repeat(2_000),
  "%22a%22%20".repeat(500),
];

const pathsWith = (value: string) => [
  `/products?ids=${value}`,
  `/products?ids=${value},AH-100`,
  `/products/search?q=${value}`,
  `/products/offers?ids=AH-100&retailer=${value}`,
  `/products/offers/history?ids=${value}&start=2026-06-01&end=2026-06-02`,
  `/products/reviews?id=${value}`,
  `/deals?category=${value}&retailer=${value}`,
  `/products?ids=AH-100&${value}=${value}`,
];

it("answers malformed values in the contract's shape, never with 500 [§7 shape; decision 44]", async () => {
  const key = createAccountKey(engine());
  for (const value of malformedValues)
    for (const path of pathsWith(value)) {
      const response = await engine().get(path, { key });
      expect([200, 400, 404], `${path.slice(0, 100)} ${response.text.slice(0, 200)}`).toContain(
        response.status,
      );
      if (response.body.meta.rate_limit_remaining < 10) engine().clock.advance(3_600_000);
    }
});

it("treats query syntax in a search as plain words [decision 11 name]", async () => {
  const titles = async (q: string) =>
    expectOk(await engine().get(`/products/search?q=${q}`)).body.data.map(
      ({ service: productKey }) => productKey,
    );
  expect(await titles("aurora*")).toEqual(await titles("aurora"));
  expect(await titles("auro*")).toEqual([]);
  expect(await titles("aurora+OR+kettle")).toEqual([]);
  expect(await titles("aurora+NOT+headphones")).toEqual(await titles("aurora+not+headphones"));
  expect(await titles("title:aurora")).toEqual(await titles("title+aurora"));
  expect(await titles("%22headphones+aurora%22")).toEqual(await titles("aurora+headphones"));
});

it("keeps a broken percent escape as sent [decision 10]", async () => {
  const broken = expectError(await engine().get("/products?ids=100%zz%41"), "ERR_PRODUCT_NOT_FOUND");
  expect(broken.body.error).toContain("100%zzA");
});

it("rejects overlong values, or reports them as not found [§7 ERR_INVALID_PARAMS]", async () => {
  const long = Array.from({ length: 100 }, (_, i) => `${i}${"x".repeat(1_998)}`.slice(0, 2_000));
  expectError(await engine().get(`/products?ids=${long.join(",")}`), "ERR_PRODUCT_NOT_FOUND");
  expectOk(await engine().get(`/products?ids=${[...long.slice(1), "AH-100"].join(",")}`));
  expectError(await engine().get(`/products?ids=${[...long, "AH-100"].join(",")}`), "ERR_INVALID_PARAMS");
  const urls = long.map((text) => encodeURIComponent(`https://shop.example/${text}?q=1`));
  expectError(await engine().get(`/products?ids=${urls.join(",")}`), "ERR_PRODUCT_NOT_FOUND");
  expectError(await engine().get(`/products/search?q=${"x".repeat(1_001)}`), "ERR_INVALID_PARAMS");
});

it("names array parameters, whatever their spelling [decision 70]", async () => {
  for (const name of ["ids[]", "ids[0]", "ids%5B%5D"])
    for (const rest of ["", "&ids=AH-100"]) {
      const response = await engine().get(`/products?${name}=AH-100${rest}`);
      const { error, error_detail } = expectError(response, "ERR_INVALID_PARAMS").body;
      expect(error).toContain(`'${decodeURIComponent(name)}'`);
      expect(error_detail?.action).toContain("?ids=");
    }
});

it("joins repeated lists, and reads only the first of other repeated parameters [decision 10]", async () => {
  const { data } = expectOk(await engine().get("/products?ids=AH-100&ids=SPK-7,AH-100")).body;
  expect(data.map(({ match }) => match?.identifier)).toEqual(["AH-100", "SPK-7"]);
  const hundred = Array.from({ length: 100 }, () => "AH-100").join(",");
  expectError(await engine().get(`/products?ids=${hundred}&ids=SPK-7`), "ERR_INVALID_PARAMS");
  const { pagination } = expectOk(await engine().get("/deals?limit=1&limit=2")).body;
  expect(pagination.limit).toBe(1);
  expectOk(await engine().get("/products/reviews?id=AH-100&id=SPK-7"));
});
