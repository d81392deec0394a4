import { expect, it } from "vitest";
import { aurora, products } from "../support/catalogue.js";
import { expectError, expectOk, setupEngine } from "../support/contract.js";

const engine = setupEngine(products);
const getReview = (id: string) => engine().get(`/products/reviews?id=${id}`);

it("returns the review with the product's path and title [§4 GET /products/reviews; §2 TLDRReview; §2 Score]", async () => {
  const { body } = expectOk(await getReview("AH-100"));
  expect(Object.keys(body).sort()).toEqual(["meta", "product", "review", "success"]);
  expect(body.product).toEqual({ path: "product/aurora-headphones/p1", title: aurora.title });
  expect(body.review).toEqual(aurora.review);
});

it("returns only known scores [§2 Score]", async () => {
  expect((await getReview("9780306406157")).body.review?.scores).toEqual({ overall: 0.5 });
});

it("returns null for a product without a review [§4 GET /products/reviews]", async () => {
  const { body } = expectOk(await getReview("Bare+Kettle"));
  expect(body).toMatchObject({ review: null, product: { title: "Bare Kettle" } });
});

it("accepts an identifier of any type [§4 GET /products/reviews]", async () => {
  for (const id of ["036000291452", "B0AURORA01", "AH-100", "Aurora+headphones", "%20AH-100%20"])
    expect(expectOk(await getReview(id)).body.product.path).toBe("product/aurora-headphones/p1");
});

it("rejects a literal comma, and treats an encoded one as part of the identifier [decision 18; decision 44]", async () => {
  for (const id of ["AH-100,SPK-7", "AH-100,", ","]) {
    const response = expectError(await getReview(id), "ERR_INVALID_PARAMS");
    expect(response.body.error).toContain("'id'");
  }
  expect(expectOk(await getReview("Scissors%2C+Paper%2C+Stone")).body.product.path).toBe("product/comma/x");
});

it("returns 404 for an unknown product [§7 ERR_PRODUCT_NOT_FOUND]", async () => {
  expectError(await getReview("unheard-of"), "ERR_PRODUCT_NOT_FOUND");
});
